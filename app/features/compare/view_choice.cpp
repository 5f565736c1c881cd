// The choice of the other pass: without edits, with another text or picture, or with other weights.
#include <algorithm>

#include "app/base/format.h"
#include "app/features/compare/view_frame.h"
#include "app/views/common/predictions.h"
#include "app/views/input_bar/token_fields.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"

namespace attnlab {
namespace {

using With = Comparison::With;

struct CompareTextField {
  FieldCopy copy;
};

/// The first sentence to compare with: an example that is not on screen.
std::string other_example(const ViewModel& model) {
  const bool source = has_source(model);
  const std::string& now = source ? model.state.source : model.state.target;
  for (const Example& example : model.examples)
    if (const std::string& text = source ? example.source : example.target; text != now) return text;
  return now;
}

void choose_with(const ViewModel& model, With with, const Emit& emit) {
  if (with == With::Edits) return emit({"compare.edits", {}});
  if (with == With::Weights) return emit({"compare.weights", {}});
  if (!has_picture(model.format)) return emit({"compare.text", {other_example(model)}});
  const auto count = static_cast<Index>(model.pictures ? model.pictures->size() : 0);
  emit({"compare.picture", {std::to_string(count > 1 ? (model.state.picture + 1) % count : 0)}});
}

void draw_text_choice(const ViewModel& model, const Emit& emit) {
  FieldCopy& field = model.remembered<CompareTextField>().copy;
  if (!field.active) field.text = on_one_line(model.state.comparison.text);
  bool changed = false;
  text_field("compare.text", field.text, "type another text",
             std::min(ImGui::GetContentRegionAvail().x, em() * 30), &changed);
  field.active = ImGui::IsItemActive();
  if (changed) emit({"compare.text", {with_line_ends(field.text)}});
}

void draw_picture_choice(const ViewModel& model, const Emit& emit) {
  const Index last = static_cast<Index>(model.pictures ? model.pictures->size() : 0) - 1;
  const Index now = static_cast<Index>(model.state.comparison.picture);
  const Index next = stepper("compare.picture", "picture", now,
                             {std::max(now - 1, Index{0}), std::min(now + 1, std::max(last, Index{0}))});
  if (next != now) emit({"compare.picture", {std::to_string(next)}});
}

/// Buttons for the kept steps before and after the one in the comparison.
void draw_kept_steps(const ViewModel& model, const Emit& emit) {
  const auto& kept = model.record->timeline->states;
  const Index now = model.state.comparison.weights->step;
  const auto at = std::ranges::lower_bound(kept, now, {}, &TrainingState::step);
  const bool here = at != kept.end() && (*at)->step() == now;
  const auto after = here ? std::next(at) : at;
  const auto go = [&](const StatePtr& state) { emit({"compare.weights", {std::to_string(state->step())}}); };
  if (icon_button("compare.step.previous", Icon::ChevronLeft, "The kept step before",
                  {.enabled = at != kept.begin()}))
    go(*std::prev(at));
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("compare.step.next", Icon::ChevronRight, "The kept step after",
                  {.enabled = after != kept.end()}))
    go(*after);
  ImGui::SameLine(0, em() * 0.6f);
}

void draw_weights_choice(const ViewModel& model, const Emit& emit) {
  if (has_timeline(model)) draw_kept_steps(model, emit);
  const std::string words = "with step " + format_count(model.state.comparison.weights->step);
  const Box box = reserve({text_size(fonts().ui, words).x + em(), ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, words);
  ImGui::SameLine();
  if (text_button("compare.keep", "Take the step on screen",
                  "Train on or go back, and see what differs from it"))
    emit({"compare.weights", {}});
}

}  // namespace

void draw_compare_choice(const ViewModel& model, const Emit& emit) {
  const char* const kinds[] = {"without the edits",
                               has_picture(model.format) ? "another picture" : "another text",
                               "weights of another step"};
  const With with = model.state.comparison.with;
  int kind = static_cast<int>(with);
  if (segmented("compare.with", kinds, kind)) choose_with(model, static_cast<With>(kind), emit);
  if (with == With::Edits) return;
  if (ImGui::GetContentRegionAvail().x > segmented_width(kinds) + em() * 20) ImGui::SameLine(0, em() * 1.2f);
  if (with == With::Weights) return draw_weights_choice(model, emit);
  has_picture(model.format) ? draw_picture_choice(model, emit) : draw_text_choice(model, emit);
}

}  // namespace attnlab
