// A draggable divider.
#include "app/widgets/base/splitter.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/base/focus.h"

namespace attnlab {

float splitter_thickness() { return std::max(4.0f, std::floor(em() * 0.4f)); }

namespace {

/// Pixels by which the last item is moved: by the arrows while it has the focus, or by the pointer that
/// drags it.
float moved(bool vertical) {
  const int notch = moved_by(focus_arrow(), 1, 3, vertical ? ArrowAxis::Horizontal : ArrowAxis::Vertical) - 1;
  const float by_arrows = float(notch) * em();
  const ImGuiIO& io = ImGui::GetIO();
  const bool once = io.MouseClickedLastCount[ImGuiMouseButton_Left] < 2;
  if (!is_dragged() || !once) return by_arrows;
  const ImVec2 delta = io.MouseDelta;
  return by_arrows + (vertical ? delta.x : delta.y);
}

void draw_line(const char* name, bool vertical, const Box& box, bool hot) {
  const float lit = glide(ImGui::GetID(name), hot ? 1.0f : 0.0f);
  if (lit <= 0) return;
  const Box line = vertical ? Box{{box.centre().x - 1, box.min.y}, {box.centre().x + 1, box.max.y}}
                            : Box{{box.min.x, box.centre().y - 1}, {box.max.x, box.centre().y + 1}};
  control_canvas().fill(line, faded(theme().palette.accent, lit), 1.0f);
}

}  // namespace

std::optional<float> splitter(const char* name, float size, const SplitterOptions& o) {
  const bool vertical = o.divider == Divider::Vertical;
  const float thick = splitter_thickness();
  const ImVec2 extent = vertical ? ImVec2(thick, o.length) : ImVec2(o.length, thick);
  const Box box = box_at(ImGui::GetCursorScreenPos(), extent);
  ImGui::InvisibleButton(name, {std::max(extent.x, 1.0f), std::max(extent.y, 1.0f)});
  mark(name, box);
  const bool hovered = ImGui::IsItemHovered(), hot = hovered || ImGui::IsItemActive();
  if (hot) ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  const float by = o.panel_after ? -moved(vertical) : moved(vertical);
  draw_line(name, vertical, box, hot);
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) return kStandardSize;
  if (by == 0) return {};
  return std::clamp(size + by, o.least, std::max(o.least, o.most));
}

}  // namespace attnlab
