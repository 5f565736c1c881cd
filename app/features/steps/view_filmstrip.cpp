// The filmstrip: the whole pass as thumbnails around the present step, below an overview of the pass.
// Script names: filmstrip.previous, filmstrip.play, filmstrip.next, filmstrip.pace, filmstrip.range,
// walk.bar; filmstrip.NAME are the steps of the present part (NAME: query, softmax, … or the last part of a
// tensor's name), filmstrip.N all others, N their number.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/base/format.h"
#include "app/state/walk/walk_range.h"
#include "app/views/common/gradient_tensors.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/views.h"
#include "app/views/stage/walk_steps.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/thumbnail.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

/// The places of the thumbnails: all of one size, side by side.
struct Strip {
  ImVec2 start{};
  float width = 0, height = 0, gap = 0, heading = 0;
  float x(std::size_t step) const { return start.x + static_cast<float>(step) * (width + gap); }
};

std::string where(const ViewModel& model, const PassWalk& walk, std::optional<std::size_t> here) {
  if (!here) return model.state.chosen.shown_tensor();
  const WalkStep& step = walk.steps[*here];
  const std::string part = step_part(step), label = step_label(model, step);
  return (part == label ? part : part + " · " + label) + " · " +
         tr("step {1} of {2}", std::to_string(*here + 1), std::to_string(walk.steps.size()));
}

void draw_step_buttons(const ViewModel& model, const PassWalk& walk, std::optional<std::size_t> here,
                       const Emit& emit) {
  const bool playing = model.screen.plays == &steps::kFeature;
  // From a weight, which is not a step, both lead to the step that reads it.
  const bool first = here && *here == 0, last = here && *here + 1 == walk.steps.size();
  if (icon_button("filmstrip.previous", Icon::ChevronLeft, tr("One step back (←)"), {.enabled = !first}))
    emit({"stage.previous", {}});
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("filmstrip.play", playing ? Icon::Pause : Icon::Play, tr("Play the steps (P)"),
                  {.toggled = playing}))
    emit({"walk.play", {"toggle"}});
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("filmstrip.next", Icon::ChevronRight, tr("One step forward (→)"), {.enabled = !last}))
    emit({"stage.next", {}});
}

/// A button that shows the present choice and moves on to the next one.
void draw_range(const ViewModel& model, const Emit& emit) {
  const WalkRange& range = walk_range(model.screen.walk_range);
  if (text_button("filmstrip.range", tr(range.title),
                  tr("What is played: this part, the forward pass, or the forward and the backward pass")))
    emit({"walk.range", {std::string(next_range(range).name)}});
}

void draw_pace(const ViewModel& model, const Emit& emit) {
  const double pace = model.screen.walk_pace;
  const std::string shown = format_fixed(pace, pace == std::floor(pace) ? 0 : 1) + "×";
  if (text_button("filmstrip.pace", shown, tr("Playback speed (, slower, . faster)")))
    emit({"walk.pace", {pace >= 4 ? "0.5" : "faster"}});
}

void draw_controls(const ViewModel& model, const PassWalk& walk, std::optional<std::size_t> here,
                   const Emit& emit) {
  draw_step_buttons(model, walk, here, emit);
  ImGui::SameLine(0, em() * 0.6f);
  draw_pace(model, emit);
  ImGui::SameLine(0, em() * 0.3f);
  draw_range(model, emit);
  ImGui::SameLine(0, em() * 1.0f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  draw_walk_bar(model, here, box_at({at.x, at.y + em() * 0.2f}, {width, ImGui::GetFrameHeight()}), emit);
  move_cursor({at.x, at.y});
  ImGui::Dummy({width, ImGui::GetFrameHeight()});
}

ColourScale scale_of(const WalkStep& step, const MatrixView& view) {
  if (step.backward) return signed_scale();
  return step.stage == Stage::Softmax ? weight_scale(view) : tensor_scale(*step.shown);
}

std::string script_name(const WalkStep& step, std::size_t at, bool in_part) {
  if (!in_part || step.ids || step.position >= 0) return "filmstrip." + std::to_string(at + 1);
  if (step.stage) return "filmstrip." + std::string(stage_name(*step.stage));
  const Site& site = *step.shown->site;
  return "filmstrip." + std::string(site.name.empty() ? step.place.part()->name : site.name);
}

void draw_step(const ViewModel& model, const PassWalk& walk, std::size_t at, std::optional<std::size_t> here,
               const Strip& strip, const Emit& emit) {
  const WalkStep& step = walk.steps[at];
  const TraceTensor* tensor = value_or_gradient(model, step.name());
  TensorSlice slice = matrix_slice(tensor, head_in(step.shown, model.state.selection), model.trace_version);
  if (step.position >= 0) slice = row_range(slice, step.position, 1);
  const bool in_part = here && walk.part_of(*here).first <= at && at < walk.part_of(*here).second;
  ThumbnailOptions o;
  o.scale = scale_of(step, slice.view);
  o.size = {strip.width, strip.height};
  o.label = fitted(fonts().small, step_label(model, step), strip.width + strip.gap * 0.8f);
  o.role = step.backward ? Role::Gradient : step.shown->site->role;
  o.selected = here == at;
  o.edited = step.shown->edited && !step.backward;
  o.target = script_name(step, at, in_part);
  o.tooltip = step_title(*model.trace, step) + " · " + step_part(step);
  move_cursor({strip.x(at), strip.start.y + strip.heading});
  if (thumbnail(("step" + std::to_string(at)).c_str(), slice.view, o).clicked) {
    emit({"walk.play", {"off"}});
    emit({"walk.to", {std::to_string(at + 1)}});
  }
}

/// "decoder layer 1 · self-attention", "self-attention", "attention" or nothing.
std::string heading_that_fits(const WalkStep& step, float width) {
  const std::string back = step.backward ? "∂ " : "", whole = step_part(step);
  constexpr std::string_view kBetween = " · ";
  const std::size_t at = whole.find(kBetween);
  for (const std::string& name : {whole, at == std::string::npos ? whole : whole.substr(at + kBetween.size()),
                                  std::string(tr(kind_title(step.kind())))})
    if (text_size(fonts().small, back + name).x <= width) return back + name;
  return "";
}

/// Draws the part's name over its thumbnails; the name stays visible while the strip scrolls.
void draw_heading(const PassWalk& walk, std::size_t first, std::size_t end, const Strip& strip,
                  const Box& seen) {
  const WalkStep& step = walk.steps[first];
  const Box all{{strip.x(first), strip.start.y}, {strip.x(end) - strip.gap, strip.start.y + strip.heading}};
  const Canvas canvas = window_canvas();
  const float line = std::max(1.5f, em() / 9);
  canvas.fill({{all.min.x, all.max.y - line - em() * 0.15f}, {all.max.x, all.max.y - em() * 0.15f}},
              kind_colour(step.kind()));
  const Box text{{std::max(all.min.x, seen.min.x), all.min.y}, {all.max.x, all.max.y - line - em() * 0.1f}};
  draw_text_in(canvas, fonts().small, text, theme().palette.text_dim, heading_that_fits(step, text.width()));
}

Strip strip_in(ImVec2 start, float room) {
  Strip strip;
  strip.start = start;
  strip.heading = std::ceil(em() * 1.35f);
  strip.gap = std::floor(em() * 0.7f);
  const float label = std::ceil(em() * 1.15f) + ImGui::GetStyle().ScrollbarSize;
  strip.height = std::clamp(room - strip.heading - label, em() * 1.8f, em() * 7.5f);
  strip.width = std::floor(std::clamp(strip.height * 1.15f, em() * 3.6f, em() * 7.0f));
  return strip;
}

struct FollowedStep {
  std::optional<std::size_t> step;
  float width = 0;
  friend bool operator==(const FollowedStep&, const FollowedStep&) = default;
};

/// Brings a newly reached step into sight.
void follow(const ViewModel& model, std::optional<std::size_t> here, const Strip& strip) {
  const FollowedStep now{here, strip.width};
  if (std::exchange(model.remembered<FollowedStep>(), now) == now || !here) return;
  const float middle = strip.x(*here) + strip.width / 2 - strip.start.x;
  ImGui::SetScrollX(std::max(0.0f, middle - ImGui::GetWindowWidth() / 2));
}

/// Draws the visible thumbnails.
void draw_strip(const ViewModel& model, const PassWalk& walk, std::optional<std::size_t> here,
                const Emit& emit) {
  const Strip strip = strip_in(ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail().y);
  const std::size_t count = walk.steps.size();
  ImGui::Dummy({strip.x(count) - strip.start.x - strip.gap, strip.heading + strip.height});
  follow(model, here, strip);
  const Box seen = clip_box();
  for (std::size_t i = 0; i < count;) {
    const std::size_t first = i, end = walk.part_of(i).second;
    i = end;
    if (strip.x(end) < seen.min.x || strip.x(first) > seen.max.x) continue;
    draw_heading(walk, first, end, strip, seen);
    for (std::size_t at = first; at < end; ++at)
      if (strip.x(at + 1) >= seen.min.x && strip.x(at) <= seen.max.x)
        draw_step(model, walk, at, here, strip, emit);
  }
}

}  // namespace

void draw_filmstrip(const ViewModel& model, const Emit& emit) {
  if (!model.trace) {
    panel_header(tr("Forward pass, step by step"));
    return empty_note(tr("No forward pass has been computed yet."));
  }
  const PassWalk& walk = walk_of(model);
  const std::optional<std::size_t> here = walk_position(walk, model.state);
  panel_header(here && walk.steps[*here].backward ? tr("Backward pass") : tr("Forward pass"),
               where(model, walk, here));
  tip_term(here && walk.steps[*here].backward ? "backpropagation" : "forward pass");
  draw_controls(model, walk, here, emit);
  ImGui::BeginChild("frames", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  draw_strip(model, walk, here, emit);
  ImGui::EndChild();
}

}  // namespace attnlab
