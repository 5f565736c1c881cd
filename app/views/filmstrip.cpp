// The filmstrip: the nine operations of an attention head as thumbnails, in order.
// Script names: filmstrip.query … filmstrip.output, filmstrip.previous, filmstrip.next, filmstrip.play.
#include <algorithm>
#include <cmath>

#include "app/views/stage_parts.h"
#include "app/views/tensor_stage.h"
#include "app/views/views.h"
#include "app/widgets/context.h"
#include "app/widgets/controls.h"
#include "app/widgets/thumbnail.h"

namespace attnlab {

namespace {

constexpr double kSecondsPerStage = 1.2;

/// Playing is a matter of this view alone: it presses "next" for the user.
struct Play {
  bool on = false;
  double next_at = 0;
};

Play& play() {
  static Play state;
  return state;
}

bool at_first(const ViewModel& model) { return model.state.selection.stage == Stage::Query; }
bool at_last(const ViewModel& model) { return model.state.selection.stage == Stage::Output; }

void toggle_play(const ViewModel& model, const Emit& emit) {
  play() = {!play().on, ImGui::GetTime() + kSecondsPerStage};
  if (play().on && at_last(model)) emit({"select.stage", {std::string(stage_name(Stage::Query))}});
}

void advance_play(const ViewModel& model, const Emit& emit) {
  if (!play().on) return;
  widgets().animating = true;
  if (ImGui::GetTime() < play().next_at) return;
  play().next_at = ImGui::GetTime() + kSecondsPerStage;
  if (at_last(model)) {
    play().on = false;
  } else {
    emit({"stage.next", {}});
  }
}

void draw_controls(const ViewModel& model, const Emit& emit) {
  const std::string number = std::to_string(static_cast<int>(model.state.selection.stage) + 1);
  const std::string count = std::to_string(kStageCount);
  panel_header("Forward pass", "operation " + number + " of " + count);
  if (icon_button("filmstrip.previous", Icon::ChevronLeft, "One operation back (←)",
                  {.enabled = !at_first(model)})) {
    emit({"stage.previous", {}});
  }
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("filmstrip.play", play().on ? Icon::Pause : Icon::Play, "Walk through all operations",
                  {.toggled = play().on})) {
    toggle_play(model, emit);
  }
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("filmstrip.next", Icon::ChevronRight, "One operation forward (→)",
                  {.enabled = !at_last(model)})) {
    emit({"stage.next", {}});
  }
}

/// Queries, keys and values feed the rest; the numbers then move from frame to frame.
const char* sign_after(Stage stage) {
  switch (stage) {
    case Stage::Query:
    case Stage::Key: return "·";
    default: return "→";
  }
}

void draw_frame_of(const ViewModel& model, const Emit& emit, Stage stage, ImVec2 size) {
  const Selection& selection = model.state.selection;
  const std::string tensor = stage_tensor(selection, stage);
  const TraceTensor* found = model.trace->find(tensor);
  const TensorSlice slice = matrix_slice(found, head_in(tensor, selection), model.trace_version);
  ThumbnailOptions o;
  o.scale = stage == Stage::Softmax ? weight_scale(slice.view) : signed_scale();
  o.size = size;
  o.label = stage_short_title(stage);
  o.role = stage_role(stage);
  o.selected = selection.stage == stage;
  o.edited = found && found->edited;
  o.target = "filmstrip." + std::string(stage_name(stage));
  o.tooltip = stage_title(stage);
  if (thumbnail(o.target.c_str(), slice.view, o).clicked) {
    play().on = false;
    emit({"select.stage", {std::string(stage_name(stage))}});
  }
}

void draw_sign(Stage stage, ImVec2 at, float width, float height) {
  const Box box = box_at(at, {width, height});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, sign_after(stage), Align::Centre);
}

void draw_frames(const ViewModel& model, const Emit& emit) {
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const float sign = std::floor(em() * 1.25f), label = std::ceil(em() * 1.15f);
  const float fit = std::floor((room.x - sign * (kStageCount - 1)) / kStageCount);
  const float least = em() * 2.6f, width = std::clamp(fit, least, em() * 7.5f);
  const float height = std::clamp(std::min(room.y - label, width * 1.15f), em() * 1.8f, em() * 7.5f);
  for (int i = 0; i < kStageCount; ++i) {
    const float x = start.x + static_cast<float>(i) * (width + sign);
    ImGui::SetCursorScreenPos({x, start.y});
    draw_frame_of(model, emit, static_cast<Stage>(i), {width, height});
    if (i + 1 < kStageCount) draw_sign(static_cast<Stage>(i), {x + width, start.y}, sign, height);
  }
}

}  // namespace

void draw_filmstrip(const ViewModel& model, const Emit& emit) {
  if (model.trace && !model.state.shown.tensor.empty()) return draw_tensor_filmstrip(model, emit);
  draw_controls(model, emit);
  advance_play(model, emit);
  ImGui::Dummy({0, em() * 0.1f});
  if (!model.trace) return empty_note("No pass has been recorded yet.");
  ImGui::BeginChild("frames", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  draw_frames(model, emit);
  ImGui::EndChild();
}

}  // namespace attnlab
