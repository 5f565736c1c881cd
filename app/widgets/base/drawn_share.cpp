// Counts the cells of a grid over a panel that triangles of its draw lists touch.
#include "app/widgets/base/drawn_share.h"
// ImGui's main header comes before its internal one.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/widgets/base/box.h"

namespace attnlab {
namespace {

constexpr int kDrawnCols = 32, kDrawnRows = 18;
/// A triangle whose box is a larger share of the panel is its background.
constexpr float kBackground = 0.9f;

struct DrawnGrid {
  Box panel;
  std::array<bool, std::size_t{kDrawnCols} * kDrawnRows> cells{};

  void mark(const Box& box) {
    const Box seen = intersection(box, panel);
    if (seen.empty()) return;
    if (seen.width() * seen.height() > kBackground * panel.width() * panel.height()) return;
    const auto cell = [](float at, float from, float length, int count) {
      return std::clamp(static_cast<int>((at - from) / length * float(count)), 0, count - 1);
    };
    const int left = cell(seen.min.x, panel.min.x, panel.width(), kDrawnCols),
              right = cell(seen.max.x, panel.min.x, panel.width(), kDrawnCols),
              top = cell(seen.min.y, panel.min.y, panel.height(), kDrawnRows),
              bottom = cell(seen.max.y, panel.min.y, panel.height(), kDrawnRows);
    for (int row = top; row <= bottom; ++row)
      for (int col = left; col <= right; ++col) cells[row * kDrawnCols + col] = true;
  }

  double share() const { return double(std::ranges::count(cells, true)) / double(cells.size()); }
};

Box triangle_box(const ImDrawList& list, const ImDrawCmd& command, unsigned int first) {
  const auto corner = [&](unsigned int i) {
    const int index = list.IdxBuffer[static_cast<int>(first + i)];
    return list.VtxBuffer[static_cast<int>(command.VtxOffset) + index].pos;
  };
  const ImVec2 a = corner(0), b = corner(1), c = corner(2);
  return {{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y})},
          {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})}};
}

void mark_drawn(const ImDrawList& list, DrawnGrid& grid) {
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.UserCallback) continue;
    const Box clip{{command.ClipRect.x, command.ClipRect.y}, {command.ClipRect.z, command.ClipRect.w}};
    for (unsigned int i = 0; i + 2 < command.ElemCount; i += 3)
      grid.mark(intersection(triangle_box(list, command, command.IdxOffset + i), clip));
  }
}

/// ImGui names a child window "PARENT/NAME_ID".
bool is_panel(const ImGuiWindow& window, const std::string& mark) {
  return std::string_view(window.Name).find(mark) != std::string_view::npos;
}

}  // namespace

std::optional<double> drawn_share(std::string_view panel) {
  const std::string mark = "/" + std::string(panel) + "_";
  std::optional<DrawnGrid> grid;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!window->WasActive && !window->Active) continue;
    if (window->Hidden || !is_panel(*window, mark)) continue;
    if (!grid) grid = DrawnGrid{box_at(window->Pos, window->Size), {}};
    mark_drawn(*window->DrawList, *grid);
  }
  if (!grid) return std::nullopt;
  return grid->share();
}

}  // namespace attnlab
