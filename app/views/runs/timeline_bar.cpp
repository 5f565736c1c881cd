// The timeline's bar: stored steps as ticks, pins as flags, changes as diamonds, and a handle to drag.
#include "app/views/runs/timeline_bar.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/base/format.h"
#include "app/views/common/views.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/settings_fields.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/input_queue.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Text typed while a popup is open.
struct TimelineTyped {
  std::string name;
  TypedSettings settings;
};

std::string step_number(const ViewModel& model) { return format_count(step_on_screen(model)); }

void draw_pin_popup(const ViewModel& model, const Emit& emit) {
  std::string& name = model.remembered<TimelineTyped>().name;
  if (!ImGui::BeginPopup("##pin")) return;
  const Pin* pin = model.record->timeline->pin_at(step_on_screen(model));
  wrapped_text(fonts().ui_bold, theme().palette.text, tr("Pin step {1}", step_number(model)), em() * 18);
  wrapped_text(fonts().ui, theme().palette.text_dim,
               tr("A pinned step stays stored, even when memory is short."), em() * 18);
  if (ImGui::IsWindowAppearing()) focus_next_field();
  const bool entered = text_field("pin.name", name, tr("e.g. the head forms"), em() * 13);
  ImGui::SameLine();
  const bool set = text_button("pin.set", pin ? tr("Rename") : tr("Pin"), nullptr, {.primary = true});
  if ((entered || set) && !name.empty()) {
    emit({"pin", {name}});
    ImGui::CloseCurrentPopup();
  }
  if (pin && text_button("pin.remove", tr("Remove the pin"))) {
    emit({"unpin", {std::to_string(pin->step)}});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

/// The settings at the step on screen.
const TrainingSettings& settings_there(const ViewModel& model) {
  if (!model.state.rewound) return model.training.settings;
  return model.record->timeline->nearest(*model.state.rewound)->settings;
}

void draw_branch_popup(const ViewModel& model, const Emit& emit) {
  TypedSettings& typed = model.remembered<TimelineTyped>().settings;
  if (!ImGui::BeginPopup("##branch")) return;
  const TrainingSettings& now = settings_there(model);
  wrapped_text(fonts().ui_bold, theme().palette.text, tr("Continue from step {1}", step_number(model)),
               em() * 18);
  wrapped_text(fonts().ui, theme().palette.text_dim,
               tr("Trains another run with these settings; this run stays as it is."), em() * 18);
  draw_settings_fields("branch", now, shown_run(model).preset->model, typed);
  if (text_button("branch.go", Icon::Branch, tr("Branch"), nullptr, {.primary = true})) {
    emit({"branch", changed_settings(now, typed)});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void draw_pin_button(const ViewModel& model, const Emit& emit) {
  const Pin* pin = model.record->timeline->pin_at(step_on_screen(model));
  if (icon_button("timeline.pin", Icon::Pin, tr("Pin this step under a name, so that it stays stored"),
                  {.toggled = pin != nullptr, .plain = true})) {
    model.remembered<TimelineTyped>().name = pin ? pin->name : "";
    ImGui::OpenPopup("##pin");
  }
  draw_pin_popup(model, emit);
}

void draw_branch_button(const ViewModel& model, const Emit& emit) {
  if (icon_button("timeline.branch", Icon::Branch, tr("Continue training from this step as another run"),
                  {.plain = true})) {
    model.remembered<TimelineTyped>().settings.clear();
    ImGui::OpenPopup("##branch");
  }
  draw_branch_popup(model, emit);
}

/// Steps to pixels of the bar's rail.
struct Rail {
  Box box;
  double lo = 0, hi = 1;

  float x(double step) const {
    const double share = std::clamp((step - lo) / std::max(hi - lo, 1.0), 0.0, 1.0);
    return box.min.x + box.width() * float(share);
  }
  Index step(float at) const {
    const double share = std::clamp(double((at - box.min.x) / box.width()), 0.0, 1.0);
    return static_cast<Index>(std::lround(lo + share * (hi - lo)));
  }
};

const Timeline& timeline_of(const ViewModel& model) { return *model.record->timeline; }

/// Draws ticks at least two pixels apart.
void draw_ticks(const ViewModel& model, const Rail& rail) {
  const Canvas canvas = control_canvas();
  const float half = em() * 0.22f, y = std::round(rail.box.centre().y);
  const Colour colour = faded(theme().palette.text_faint, 0.8f);
  float last = -1e9f;
  for (const StatePtr& state : timeline_of(model).states) {
    const float x = std::round(rail.x(double(state->step())));
    if (x - last < 3) continue;
    last = x;
    canvas.fill({{x, y - half}, {x + 1, y + half}}, colour);
  }
}

void draw_rail(const Rail& rail, float handle) {
  const Palette& p = theme().palette;
  const Canvas canvas = control_canvas();
  const float half = std::max(1.5f, em() * 0.13f), y = std::round(rail.box.centre().y);
  canvas.fill({{rail.box.min.x, y - half}, {rail.box.max.x, y + half}}, p.raised_active, half);
  canvas.fill({{rail.box.min.x, y - half}, {handle, y + half}}, p.accent, half);
}

void draw_handle(const Rail& rail, float x, bool rewound, float lit) {
  const Palette& p = theme().palette;
  const Canvas canvas = control_canvas();
  const ImVec2 at{x, std::round(rail.box.centre().y)};
  const float radius = em() * (0.4f + 0.06f * lit);
  if (lit > 0) canvas.disc(at, radius + em() * 0.25f * lit, faded(p.accent, 0.22f * lit));
  canvas.disc(at, radius, p.accent);
  if (!rewound) canvas.disc(at, radius * 0.5f, p.panel);
}

void draw_flag(Canvas canvas, ImVec2 foot, float height, Colour colour) {
  canvas.fill({{foot.x - 0.5f, foot.y - height}, {foot.x + 1, foot.y}}, colour);
  const float w = em() * 0.5f, h = em() * 0.42f, top = foot.y - height;
  canvas.triangle({foot.x, top}, {foot.x + w, top + h / 2}, {foot.x, top + h}, colour);
}

void draw_diamond(Canvas canvas, ImVec2 at, float r, Colour colour) {
  canvas.triangle({at.x - r, at.y}, {at.x, at.y - r}, {at.x + r, at.y}, colour);
  canvas.triangle({at.x - r, at.y}, {at.x + r, at.y}, {at.x, at.y + r}, colour);
}

void draw_marks(const ViewModel& model, const Rail& rail) {
  const Canvas canvas = control_canvas();
  const float y = std::round(rail.box.centre().y);
  for (const TimelineEvent& event : timeline_of(model).events)
    draw_diamond(canvas, {rail.x(double(event.step)), y}, em() * 0.3f, role_colour(Role::Gradient));
  for (const Pin& pin : timeline_of(model).pins)
    draw_flag(canvas, {std::round(rail.x(double(pin.step))), y}, em() * 0.75f, role_colour(Role::Key));
}

/// The tooltip under the pointer: the step that a click goes to, its loss, and nearby names and changes.
void draw_tooltip(const ViewModel& model, const Rail& rail) {
  const float mouse = ImGui::GetIO().MousePos.x;
  const Timeline& timeline = timeline_of(model);
  const bool newest = rail.step(mouse) >= model.training.step;
  const Index step = newest ? model.training.step : timeline.nearest(rail.step(mouse))->step();
  begin_tooltip();
  value_line(tr("step"), newest ? tr("{1} (newest)", format_count(step)) : format_count(step));
  if (const auto loss = loss_at(*model.record, step)) value_line(tr("loss"), format_number(*loss, 4));
  const auto near = [&](Index at) { return std::abs(rail.x(double(at)) - mouse) < em() * 0.5f; };
  for (const Pin& pin : timeline.pins)
    if (near(pin.step)) value_line(tr("pin"), pin.name, Role::Key);
  for (const TimelineEvent& event : timeline.events)
    if (near(event.step)) value_line(tr("changed"), spoken(event.text), Role::Gradient);
  end_tooltip();
}

void draw_bar(const ViewModel& model, const Box& box, const Emit& emit) {
  const float knob = em() * 0.45f;
  const Rail rail{{{box.min.x + knob, box.min.y}, {box.max.x - knob, box.max.y}},
                  0,
                  double(std::max<Index>(model.training.step, 1))};
  move_cursor(box.min);
  ImGui::InvisibleButton("timeline", box.size());
  mark("timeline", rail.box);
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered(), dragged = is_dragged();
  const int moved = moved_by(focus_arrow(), 1, 3) - 1;
  if (moved < 0 && can_go_back(model)) emit({"timeline.previous", {}});
  if (moved > 0 && model.state.rewound) emit({"timeline.next", {}});
  if (dragged) go_to_step(model, std::min(rail.step(ImGui::GetIO().MousePos.x), model.training.step), emit);
  const float lit = glide(ImGui::GetID("timeline"), active || hovered ? 1.0f : 0.0f);
  const float handle = rail.x(double(step_on_screen(model)));
  draw_rail(rail, handle);
  draw_ticks(model, rail);
  draw_marks(model, rail);
  draw_handle(rail, handle, model.state.rewound.has_value(), lit);
  if (hovered || active) draw_tooltip(model, rail);
}

void draw_buttons(const ViewModel& model, const Emit& emit) {
  const bool playing = model.screen.timeline_plays;
  const float gap = em() * 0.2f;
  if (icon_button("timeline.previous", Icon::ChevronLeft, tr("Previous stored step (J)"),
                  {.enabled = can_go_back(model), .plain = true}))
    emit({"timeline.previous", {}});
  ImGui::SameLine(0, gap);
  if (icon_button("timeline.play", playing ? Icon::Pause : Icon::Play, tr("Play past steps (K)"),
                  {.toggled = playing, .enabled = model.training.step > 0, .plain = true}))
    emit({"timeline.play", {"toggle"}});
  ImGui::SameLine(0, gap);
  if (icon_button("timeline.next", Icon::ChevronRight, tr("Next stored step (L)"),
                  {.enabled = model.state.rewound.has_value(), .plain = true}))
    emit({"timeline.next", {}});
  ImGui::SameLine(0, gap);
  if (icon_button("timeline.newest", Icon::Last, tr("Newest step (N)"),
                  {.enabled = model.state.rewound.has_value(), .plain = true}))
    emit({"timeline.newest", {}});
}

}  // namespace

void draw_timeline(const ViewModel& model, float width, const Emit& emit) {
  if (!has_timeline(model)) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight(), right = at.x + width - 2 * height - em() * 0.2f;
  draw_buttons(model, emit);
  const float left = ImGui::GetItemRectMax().x + em() * 0.3f;
  draw_bar(model, {{left, at.y}, {right - em() * 0.3f, at.y + height}}, emit);
  move_cursor({right, at.y});
  draw_pin_button(model, emit);
  ImGui::SameLine(0, em() * 0.2f);
  draw_branch_button(model, emit);
}

void draw_timeline_marks(const ViewModel& model, const Box& plot, double lo, double hi) {
  if (!has_timeline(model)) return;
  const Rail rail{plot, lo, hi};
  const Canvas canvas = window_canvas();
  const auto seen = [&](Index step) { return double(step) >= lo && double(step) <= hi; };
  for (const TimelineEvent& event : timeline_of(model).events) {
    if (!seen(event.step)) continue;
    const float x = std::round(rail.x(double(event.step)));
    canvas.fill({{x, plot.min.y}, {x + 1, plot.max.y}}, faded(role_colour(Role::Gradient), 0.6f));
  }
  for (const Pin& pin : timeline_of(model).pins)
    if (seen(pin.step))
      draw_flag(canvas, {std::round(rail.x(double(pin.step))), plot.max.y}, plot.height(),
                faded(role_colour(Role::Key), 0.8f));
}

}  // namespace attnlab
