// The frame: menu, token bar, and panels with dividers between them. Also the panel of a recording. Script
// names: split.lesson, split.lesson_bar, split.map, split.inspector, split.bottom, split.training
// (dividers).
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "app/base/format.h"
#include "app/state/hand_cell.h"
#include "app/views/common/entered_field.h"
#include "app/views/common/hand_model.h"
#include "app/views/common/hover.h"
#include "app/views/common/lesson_keys.h"
#include "app/views/common/panel_choice.h"
#include "app/views/common/stale.h"
#include "app/views/common/view_page.h"
#include "app/views/common/views.h"
#include "app/views/frame/banner.h"
#include "app/views/frame/frame_layout.h"
#include "app/views/frame/panel_chooser.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/splitter.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr float kMostRecordingLines = 9;

struct RecordingPanel {
  bool folded = false;
  float height = 0;       ///< in the last frame
  std::size_t lines = 0;  ///< likewise: the newest line is scrolled to
};

void draw_title(const RecordingView& recording, RecordingPanel& panel) {
  const float height = ImGui::GetFrameHeight();
  const Box dot = reserve({height * 0.7f, height});
  const Palette& p = theme().palette;
  const float radius = em() * 0.3f;
  const ImVec2 middle = dot.centre();
  window_canvas().fill(box_at({middle.x - radius, middle.y - radius}, {radius * 2, radius * 2}),
                       recording.on ? p.bad : p.text_dim, radius);
  ImGui::SameLine(0, em() * 0.3f);
  const Box title = reserve({ImGui::GetContentRegionAvail().x - height - em() * 0.3f, height});
  draw_text_in(window_canvas(), fonts().ui_bold, title, p.text,
               recording.on ? tr("Recording") : tr("Recorded"));
  ImGui::SameLine(0, em() * 0.3f);
  const bool folded = panel.folded;
  if (icon_button("recording.fold", folded ? Icon::ChevronUp : Icon::ChevronDown,
                  folded ? tr("Show the commands") : tr("Hide the commands"), {.plain = true}))
    panel.folded = !folded;
}

void draw_lines(const RecordingView& recording, RecordingPanel& panel) {
  if (recording.lines.empty())
    return wrapped_text(fonts().ui, theme().palette.text_dim,
                        tr("What you do is written here as commands, for a setup, a solution or a script."));
  const float line = std::ceil(font_size(fonts().mono_small) * 1.3f);
  const auto count = float(recording.lines.size());
  ImGui::BeginChild("recording.lines", {0, std::min(count, kMostRecordingLines) * line + em() * 0.2f});
  for (const std::string& text : recording.lines) {
    const Box box = reserve({ImGui::GetContentRegionAvail().x, line - ImGui::GetStyle().ItemSpacing.y});
    draw_text_in(window_canvas(), fonts().mono_small, box, theme().palette.text, text, Align::Left,
                 Cut::Meant);
    tip(text);
  }
  if (recording.lines.size() != panel.lines) ImGui::SetScrollHereY(1);
  panel.lines = recording.lines.size();
  ImGui::EndChild();
}

void draw_buttons(const RecordingView& recording, const Emit& emit) {
  const bool any = !recording.lines.empty();
  if (text_button("recording.go", recording.on ? tr("Stop") : tr("Continue"))) emit({"record", {"toggle"}});
  ImGui::SameLine(0, em() * 0.4f);
  if (text_button("recording.copy", tr("Copy"), tr("Copies the commands to the clipboard, one per line"),
                  {.primary = !recording.on, .enabled = any}))
    emit({"record.copy", {}});
  ImGui::SameLine(0, em() * 0.4f);
  if (text_button("recording.clear", tr("Clear"), tr("Deletes these commands"), {.enabled = any}))
    emit({"record.clear", {}});
}

void draw_left_out(const RecordingView& recording) {
  if (recording.left_out == 0) return;
  wrapped_text(fonts().small, theme().palette.text_dim,
               tr_plural("{1} command left out: a lesson may not use it",
                         "{1} commands left out: a lesson may not use them", recording.left_out,
                         format_count(recording.left_out)));
}

/// Over the lower right corner of `stage`, while something is recorded or was. Script names: recording.fold,
/// recording.go (stops, or continues), recording.copy, recording.clear.
void draw_recording(const ViewModel& model, const Box& stage, const Emit& emit) {
  if (!model.recording || stage.empty()) return;
  auto& panel = model.remembered<RecordingPanel>();
  const float width = std::floor(std::min(em() * (panel.folded ? 12 : 24), stage.width() - em()));
  const float height = std::min(panel.height, stage.height() - em());
  ImGui::SetNextWindowPos(
      {stage.max.x - width - std::floor(em() * 0.5f), stage.max.y - height - std::floor(em() * 0.5f)});
  ImGui::SetNextWindowSize({width, std::max(height, em() * 3)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {std::floor(em() * 0.8f), std::floor(em() * 0.6f)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().palette.raised);
  ImGui::Begin("recording", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNavFocus);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  draw_title(*model.recording, panel);
  if (!panel.folded) {
    draw_lines(*model.recording, panel);
    draw_left_out(*model.recording);
    draw_buttons(*model.recording, emit);
  }
  const ImGuiStyle& style = ImGui::GetStyle();
  panel.height = std::ceil(ImGui::GetCursorPosY() - style.ItemSpacing.y + std::floor(em() * 0.6f));
  ImGui::End();
}

using View = void (*)(const ViewModel&, const Emit&);

/// The heights that the bars need, as measured in the last frame.
struct BarHeights {
  float tokens = 0, edits = 0, banner = 0;
  bool had_banner = false;
};

StagePointer stage_pointer() {
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  return {ImGui::GetIO().MousePos, ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !popup,
          ImGui::IsMouseDown(ImGuiMouseButton_Left)};
}

/// Whether the banner is shown; a new banner waits until the mouse is released.
bool shows_banner(const ViewModel& model) {
  bool& shown = model.remembered<BarHeights>().had_banner;
  shown = has_banner(model) && (shown || model.remembered<StillStage>().may_move());
  return shown;
}

bool shows_edits(const ViewModel& model) { return model.screen.show_edits || !model.state.edits.empty(); }

Box area_below_menu() {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  return box_at(viewport->WorkPos, viewport->WorkSize);
}

/// `screen` with the chosen sizes in pixels, as the plan has lengths.
Screen in_pixels(Screen screen) {
  for (const SizedPanel& panel : kSizedPanels) screen.*panel.size *= double(point());
  return screen;
}

FramePlan plan_of(const ViewModel& model, const Box& area) {
  FrameSpace space;
  space.area = area;
  space.em = em();
  space.gap = splitter_thickness();
  const BarHeights& heights = model.remembered<BarHeights>();
  space.tokens = heights.tokens;
  space.edits = model.remembered<StillStage>().edits_height(
      shows_edits(model) ? std::max(heights.edits, em() * 2.6f) : 0, model.screen.show_edits,
      stage_pointer());
  space.has_lesson = model.lesson != nullptr;
  space.has_encoder = writes_answer(model.format);
  space.screen = in_pixels(model.screen);
  // A larger map of the model is on the stage.
  if (page_of(*model.state.view).is_model_map && !model.state.beside) space.screen.show_map = false;
  return plan_frame(space);
}

Box banner_box(const ViewModel& model, const Box& area) {
  const float height = std::max(model.remembered<BarHeights>().banner, em() * 2.6f);
  const float gap = splitter_thickness();
  return {{area.min.x + gap, area.min.y + gap}, {area.max.x - gap, area.min.y + gap + height}};
}

void begin_host(const Box& area) {
  ImGui::SetNextWindowPos(area.min);
  ImGui::SetNextWindowSize(area.size());
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().palette.background);
  ImGui::Begin("frame", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNavFocus |
                   ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
}

ImVec2 panel_padding() { return {std::floor(em() * 0.75f), std::floor(em() * 0.55f)}; }

/// Draws a view in its own panel; returns the height of the content with padding.
float draw_panel(const char* name, const Box& box, View view, const ViewModel& model, const Emit& emit) {
  if (box.width() < 1 || box.height() < 1) return 0;
  move_cursor(box.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, panel_padding());
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, theme().high_contrast || !theme().dark() ? 1.0f : 0.0f);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().palette.panel);
  ImGui::BeginChild(name, box.size(), true, ImGuiWindowFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  view(model, emit);
  const float content = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y + panel_padding().y;
  ImGui::EndChild();
  return content;
}

/// A panel beside the stage that shows the pass on screen, with a veil if that pass is of another text.
template <View draw>
void draw_of_pass(const ViewModel& model, const Emit& emit) {
  draw(model, emit);
  cover_stale(model, ImGui::GetWindowPos().y, StaleMessage::None);
}

/// The inspector, of the pass on screen or of attention by hand.
void draw_explained(const ViewModel& model, const Emit& emit) {
  if (!explains_hand(model.state)) return draw_of_pass<draw_inspector>(model, emit);
  draw_inspector(hand_model(model), hand_emit(emit));
}

/// A divider in the gap before or after a panel; emits a size only if the user chooses one.
void draw_splitter(const char* panel, const Box& gap, const PanelSize& plan, SplitterOptions options,
                   const Emit& emit) {
  if (gap.empty()) return;
  move_cursor(gap.min);
  const std::string name = std::string("split.") + panel;
  options.least = plan.least;
  options.most = plan.most;
  options.length = options.divider == Divider::Vertical ? gap.height() : gap.width();
  if (const auto chosen = splitter(name.c_str(), plan.size, options))
    emit({"panel.size", {panel, std::to_string(*chosen / point())}});
}

void draw_splitters(const FramePlan& p, const Emit& emit) {
  if (p.one_panel) return;
  const float gap = splitter_thickness();
  if (p.lesson_is_bar)
    draw_splitter("lesson_bar", {{p.lesson.min.x, p.lesson.min.y - gap}, {p.lesson.max.x, p.lesson.min.y}},
                  p.lesson_height, {.divider = Divider::Horizontal, .panel_after = true}, emit);
  else if (!p.lesson.empty())
    draw_splitter("lesson", {{p.lesson.max.x, p.lesson.min.y}, {p.lesson.max.x + gap, p.lesson.max.y}},
                  p.lesson_width, {}, emit);
  if (!p.map.empty())
    draw_splitter("map", {{p.map.max.x, p.map.min.y}, {p.map.max.x + gap, p.map.max.y}}, p.map_width, {},
                  emit);
  if (!p.inspector.empty())
    draw_splitter("inspector",
                  {{p.inspector.min.x - gap, p.inspector.min.y}, {p.inspector.min.x, p.inspector.max.y}},
                  p.inspector_width, {.panel_after = true}, emit);
  if (p.training.empty()) return;
  const float left = p.filmstrip.empty() ? p.training.min.x : p.filmstrip.min.x;
  draw_splitter("bottom", {{left, p.training.min.y - gap}, {p.training.max.x, p.training.min.y}},
                p.bottom_height, {.divider = Divider::Horizontal, .panel_after = true}, emit);
  if (!p.filmstrip.empty())
    draw_splitter("training",
                  {{p.training.min.x - gap, p.training.min.y}, {p.training.min.x, p.training.max.y}},
                  p.training_width, {.panel_after = true}, emit);
}

}  // namespace

void draw_frame(const ViewModel& model, const Emit& emit) {
  begin_hover(ImGui::GetIO().MousePos);
  follow_entered(model);
  draw_menu(model, emit);
  for (const Feature* feature : features())
    if (const auto play = page_of(*feature).play) play(model, emit);
  play_timeline(model, emit);
  const Box area = area_below_menu();
  const Box banner = shows_banner(model) ? banner_box(model, area) : Box{};
  Box below = area;
  if (!banner.empty()) below.min.y = banner.max.y;
  const FramePlan plan = plan_of(model, below);
  model.remembered<StillStage>().place(plan.stage);
  model.remembered<PanelChoice>() = {plan.one_panel, plan.one_panel && plan.chooser.empty(),
                                     !plan.stage.empty()};
  begin_host(area);
  model.remembered<LessonKeys>() = {.pages = model.remembered<LessonKeys>().pages};
  if (model.lesson)
    draw_panel("lesson", plan.lesson, plan.lesson_is_bar ? draw_lesson_bar : draw_lesson, model, emit);
  BarHeights& heights = model.remembered<BarHeights>();
  heights.banner = draw_panel("banner", banner, draw_banner, model, emit);
  draw_panel_line(plan.chooser, model, emit);
  heights.tokens = draw_panel("tokens", plan.tokens, draw_token_bar, model, emit);
  heights.edits = draw_panel("edits", plan.edits, draw_edits_bar, model, emit);
  draw_panel("map", plan.map, draw_of_pass<draw_model_map>, model, emit);
  ViewModel seen = model;  // the stage explains the cell where the inspector has no room
  seen.screen.show_inspector = !plan.inspector.empty();
  draw_panel("stage", plan.stage, draw_stage, seen, emit);
  draw_panel("inspector", plan.inspector, draw_explained, model, emit);
  draw_panel("filmstrip", plan.filmstrip, draw_of_pass<draw_filmstrip>, model, emit);
  draw_panel("training", plan.training, draw_training, model, emit);
  draw_splitters(plan, emit);
  if (model.welcome && !plan.stage.empty()) draw_welcome(model, plan.stage, emit);
  ImGui::End();
  draw_recording(model, plan.stage, emit);
  draw_halo(model, emit);
  update_focus();
}

}  // namespace attnlab
