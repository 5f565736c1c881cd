// The filmstrip of a tensor that is on the stage: what its part of the model makes, in order.
#include <algorithm>

#include "app/state/tensor_groups.h"
#include "app/views/tensor_stage.h"
#include "app/views/tensor_text.h"
#include "app/widgets/controls.h"

namespace attnlab {
namespace {

/// "recurrent layer 0 · tensor 3 of 6".
std::string place_of(const TensorGroup& group, std::size_t at) {
  return group_title(group.name) + " · tensor " + std::to_string(at + 1) + " of " +
         std::to_string(group.tensors.size());
}

void draw_steps(const ViewModel& model, const Emit& emit) {
  const std::string& shown = model.state.shown.tensor;
  const bool first = tensor_beside(*model.trace, shown, -1) == shown,
             last = tensor_beside(*model.trace, shown, 1) == shown;
  if (icon_button("filmstrip.previous", Icon::ChevronLeft, "One tensor back (←)", {.enabled = !first}))
    emit({"stage.previous", {}});
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("filmstrip.next", Icon::ChevronRight, "One tensor forward (→)", {.enabled = !last}))
    emit({"stage.next", {}});
}

}  // namespace

void draw_tensor_filmstrip(const ViewModel& model, const Emit& emit) {
  const std::vector<TensorGroup> groups = tensor_groups(*model.trace);
  const std::string& shown = model.state.shown.tensor;
  const auto group = std::ranges::find(groups, group_of(shown), &TensorGroup::name);
  if (group == groups.end()) return panel_header("Forward pass", shown);
  const auto at = std::ranges::find(group->tensors, shown, &TraceTensor::name) - group->tensors.begin();
  panel_header("Forward pass", place_of(*group, static_cast<std::size_t>(at)));
  draw_steps(model, emit);
  ImGui::Dummy({0, em() * 0.1f});
  ImGui::BeginChild("frames", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  const float side = std::clamp(ImGui::GetContentRegionAvail().y - em() * 1.5f, em() * 2, em() * 6);
  for (const TraceTensor* tensor : group->tensors) {
    const bool inside = tensor->name.starts_with(group->name + ".");
    const std::string local = inside ? tensor->name.substr(group->name.size() + 1) : tensor->name;
    draw_tensor_thumbnail(model, *tensor, "filmstrip." + local, {std::floor(side * 1.35f), side}, emit);
    ImGui::SameLine(0, em() * 0.8f);
  }
  ImGui::EndChild();
}

}  // namespace attnlab
