// The panel of the recording.
#include "app/views/frame/recording_panel.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/widgets/base/controls.h"

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
  draw_text_in(window_canvas(), fonts().ui_bold, title, p.text, recording.on ? "Recording" : "Recorded");
  ImGui::SameLine(0, em() * 0.3f);
  const bool folded = panel.folded;
  if (icon_button("recording.fold", folded ? Icon::ChevronUp : Icon::ChevronDown,
                  folded ? "Show the commands" : "Only the title", {.plain = true}))
    panel.folded = !folded;
}

void draw_lines(const RecordingView& recording, RecordingPanel& panel) {
  if (recording.lines.empty())
    return wrapped_text(fonts().ui, theme().palette.text_dim,
                        "What you do now is written here as commands, for a setup, a solution or a script.");
  const float line = std::ceil(font_size(fonts().mono_small) * 1.3f);
  const auto count = static_cast<float>(recording.lines.size());
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
  if (text_button("recording.go", recording.on ? "Stop" : "Go on")) emit({"record", {"toggle"}});
  ImGui::SameLine(0, em() * 0.4f);
  if (text_button("recording.copy", "Copy", "Puts the commands on the clipboard, one a line",
                  {.primary = !recording.on, .enabled = any}))
    emit({"record.copy", {}});
  ImGui::SameLine(0, em() * 0.4f);
  if (text_button("recording.clear", "Clear", "Forgets these commands", {.enabled = any}))
    emit({"record.clear", {}});
}

void draw_left_out(const RecordingView& recording) {
  if (recording.left_out == 0) return;
  wrapped_text(fonts().small, theme().palette.text_dim,
               format_count(recording.left_out) + " left out: a lesson may not use " +
                   (recording.left_out == 1 ? "it" : "them"));
}

}  // namespace

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

}  // namespace attnlab
