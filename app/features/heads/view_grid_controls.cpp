// What stands above the grid of heads. Script names: heads.badge[0,i] the measures (or heads.badge.list),
// heads.sorted, heads.open.
#include "app/features/heads/view_grid_controls.h"

#include <algorithm>
#include <limits>

#include "app/state/heads_choice.h"
#include "app/views/common/stage_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/legend.h"

namespace attnlab {
namespace {

void choose_measure(const HeadMeasure& measure, const Emit& emit) {
  emit({"choose", {"heads.badge", std::string(measure.name)}});
}

/// The measures side by side where they fit, else a list.
void draw_measure_choice(const ViewModel& model, const HeadMeasure& now, float width, const Emit& emit) {
  const std::vector<const HeadMeasure*> all = measures_for(model);
  std::vector<const char*> labels;
  for (const HeadMeasure* measure : all) labels.push_back(measure->brief);
  if (segmented_width(labels) <= width) {
    int chosen = static_cast<int>(std::ranges::find(all, &now) - all.begin());
    if (segmented("heads.badge", labels, chosen))
      choose_measure(*all[static_cast<std::size_t>(chosen)], emit);
    return;
  }
  if (text_button("heads.badge.list", Icon::ChevronDown, now.brief, "What each head is measured by"))
    ImGui::OpenPopup("measures");
  if (!ImGui::BeginPopup("measures")) return;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Box box = box_at(ImGui::GetCursorScreenPos(), {widest(labels, em() * 10), ImGui::GetFontSize()});
    if (ImGui::Selectable(labels[i], &now == all[i], 0, box.size())) choose_measure(*all[i], emit);
    mark("heads.badge[0," + std::to_string(i) + "]", box);
  }
  ImGui::EndPopup();
}

ColourScale head_weight_scale(const ViewModel& model, const Selection& head) {
  return weight_scale(
      matrix_slice(model.trace->find(stage_tensor(head, Stage::Softmax)), head.head, model.trace_version)
          .view);
}

}  // namespace

void draw_grid_controls(const ViewModel& model, const HeadMeasure& measure, const Emit& emit) {
  const char *const sort = "in order", *const open = "Open";
  const float right = text_size(fonts().ui, sort).x + text_size(fonts().ui_bold, open).x + em() * 7.5f;
  draw_measure_choice(model, measure, ImGui::GetContentRegionAvail().x - right, emit);
  ImGui::SameLine(0, em() * 1.2f);
  bool sorted = model.state.choices.of<HeadsChoice>().sorted;
  if (toggle("heads.sorted", sort, sorted, "The heads with the most of it first"))
    emit({"choose", {"heads.sorted", sorted ? "on" : "off"}});
  ImGui::SameLine(0, em() * 1.2f);
  if (ImGui::GetContentRegionAvail().x < text_size(fonts().ui_bold, open).x + em() * 3) ImGui::NewLine();
  if (text_button("heads.open", Icon::Search, open, "The selected head alone, large  (Enter)"))
    emit({"choose", {"heads.open", "on"}});
}

void draw_measure_sentence(const ViewModel& model, const HeadMeasure& measure,
                           const std::vector<std::vector<KnownHead>>& groups) {
  const ColourScale scale = head_weight_scale(model, groups.at(0).at(0).place);
  const bool shared = std::ranges::all_of(groups, [&](const std::vector<KnownHead>& group) {
    return head_weight_scale(model, group.at(0).place).mode == RangeMode::Fixed;
  });
  const ValueRange range = scale.fixed;
  const float room = ImGui::GetContentRegionAvail().x, legend = legend_width(range, scale) + em() * 2;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool fits = room > legend + em() * 18 && shared;
  wrapped_text(fonts().ui, theme().palette.text_dim, measure.sentence, fits ? room - legend - em() : 0);
  if (fits)
    draw_legend(window_canvas(), {{at.x + room - legend, at.y}, {at.x + room, at.y + legend_height()}}, range,
                scale, std::numeric_limits<float>::quiet_NaN());
}

}  // namespace attnlab
