// Choices side by side, one of them on, on several lines where one is too narrow.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "app/widgets/base/controls.h"
#include "app/widgets/base/targets.h"

namespace attnlab {

namespace {

float segment_width(const char* choice) { return text_size(fonts().ui, choice).x + em() * 1.4f; }

/// The width that there is; a window that grows with its content has any.
float width_for_segments() {
  if ((ImGui::GetCurrentWindow()->Flags & ImGuiWindowFlags_AlwaysAutoResize) != 0)
    return std::numeric_limits<float>::max();
  return ImGui::GetContentRegionAvail().x;
}

struct Segments {
  std::vector<Box> faces;
  ImVec2 size{0, 0};
};

/// From the corner `from`, on as many lines as `width` asks for.
Segments lay_out_segments(std::span<const char* const> choices, ImVec2 from, float width) {
  const float height = ImGui::GetFrameHeight();
  const bool wraps = segmented_width(choices) > width;
  Segments segments;
  ImVec2 at = from;
  float along = 0;  // the width of the line so far; at.x − from.x may round to more
  for (const char* choice : choices) {
    const float wide = segment_width(choice);
    if (wraps && along > 0 && along + wide > width) at = {from.x, at.y + height}, along = 0;
    segments.faces.push_back(box_at(at, {wide, height}));
    at.x += wide;
    along += wide;
    segments.size = {std::max(segments.size.x, std::ceil(along)), at.y + height - from.y};
  }
  return segments;
}

/// True when it was pressed.
bool draw_segment(int number, const Box& box, const char* choice, bool chosen) {
  const Palette& p = theme().palette;
  const Canvas canvas = control_canvas();
  move_cursor(box.min);
  ImGui::PushID(number);
  const bool pressed = ImGui::InvisibleButton("choice", box.size()), hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  const Box inner = grown(box, -std::max(2.0f, em() * 0.14f));
  if (chosen)
    canvas.fill(inner, theme().dark() ? p.raised_active : p.panel, ImGui::GetStyle().FrameRounding * 0.8f);
  draw_text_in(canvas, fonts().ui, box, chosen || hovered ? p.text : p.text_dim, choice, Align::Centre);
  return pressed;
}

}  // namespace

float segmented_width(std::span<const char* const> choices) {
  float width = 0;
  for (const char* choice : choices) width += segment_width(choice);
  return std::ceil(width);
}

bool segmented(const char* name, std::span<const char* const> choices, int& chosen) {
  const Segments segments = lay_out_segments(choices, ImGui::GetCursorScreenPos(), width_for_segments());
  const Box all = reserve(segments.size);
  control_canvas().fill(all, theme().palette.raised, ImGui::GetStyle().FrameRounding);
  bool changed = false;
  ImGui::PushID(name);
  for (int i = 0; i < static_cast<int>(choices.size()); ++i) {
    const Box& box = segments.faces[static_cast<std::size_t>(i)];
    const bool pressed = draw_segment(i, box, choices[static_cast<std::size_t>(i)], chosen == i);
    if (pressed && chosen != i) changed = true, chosen = i;
    mark(std::string(name) + "[0," + std::to_string(i) + "]", box);
  }
  ImGui::PopID();
  move_cursor(all.min);
  ImGui::Dummy(all.size());
  return changed;
}

}  // namespace attnlab
