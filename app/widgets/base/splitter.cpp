// A draggable divider.
#include "app/widgets/base/splitter.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/base/context.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/base/focus.h"

namespace attnlab {

float splitter_thickness() { return std::max(4.0f, std::floor(em() * 0.4f)); }

bool splitter(const char* name, bool vertical, float& size, float least, float most, float length,
              float standard, bool reversed) {
  const float thick = splitter_thickness();
  const ImVec2 extent = vertical ? ImVec2(thick, length) : ImVec2(length, thick);
  const Box box = box_at(ImGui::GetCursorScreenPos(), extent);
  ImGui::InvisibleButton(name, {std::max(extent.x, 1.0f), std::max(extent.y, 1.0f)});
  mark(name, box);
  const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  if (hovered || active)
    ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  const float before = size;
  const int notch = moved_by(focus_arrow(), 1, 3, !vertical) - 1;
  size += static_cast<float>(reversed ? -notch : notch) * em();
  if (active && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const ImVec2 delta = ImGui::GetIO().MouseDelta;
    size += (vertical ? delta.x : delta.y) * (reversed ? -1.0f : 1.0f);
  }
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) size = standard;
  size = std::clamp(size, least, std::max(least, most));
  const float lit = glide(ImGui::GetID(name), hovered || active ? 1.0f : 0.0f);
  if (lit > 0) {
    const Box line = vertical ? Box{{box.centre().x - 1, box.min.y}, {box.centre().x + 1, box.max.y}}
                              : Box{{box.min.x, box.centre().y - 1}, {box.max.x, box.centre().y + 1}};
    control_canvas().fill(line, faded(theme().palette.accent, lit), 1.0f);
  }
  return (active || notch != 0) && size != before;
}

}  // namespace attnlab
