// Each term's two cells leave their places and meet in the result.
#include "app/widgets/product/motion.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/base/context.h"
#include "app/widgets/heat_map/cells.h"

namespace attnlab {
namespace {

/// The most terms that are animated; more terms are sampled.
constexpr int kFlyers = 24;

struct Flight {
  Canvas canvas;
  ImVec2 goal;
  float side;

  void one(const Box& from, Colour colour, float progress) const {
    const ImVec2 start = from.centre();
    const float arc = std::sin(progress * 3.1416f) * side * 0.8f;
    const ImVec2 at{std::lerp(start.x, goal.x, progress), std::lerp(start.y, goal.y, progress) - arc};
    const float half = side * (1.0f - 0.45f * progress) / 2;
    const Box box{{at.x - half, at.y - half}, {at.x + half, at.y + half}};
    canvas.fill(grown(box, 1), theme().palette.panel, half * 0.4f);
    canvas.fill(box, colour, half * 0.4f);
  }
};

}  // namespace

void fly_products(Canvas canvas, const ProductOptions& p, const ProductResult& r) {
  const ImGuiID trigger = static_cast<ImGuiID>(p.selected.row * 65536 + p.selected.col + 1);
  const float progress = motion(ImGui::GetID("fly"), trigger);
  if (progress >= 1.0f || seen_cell_box(r.result, p.selected).empty()) return;
  const int k = p.left.matrix.cols, step = std::max(1, k / kFlyers);
  const MatrixFacts& left = matrix_facts(ImGui::GetID("left"), p.left.matrix, p.left.scale);
  const MatrixFacts& right = matrix_facts(ImGui::GetID("right"), p.right.matrix, p.right.scale);
  const Flight flight{canvas, cell_box(r.result, p.selected).centre(),
                      std::min(em() * 1.1f, r.result.cell_width)};
  for (int i = 0; i < k; i += step) {
    // Later terms start later; all arrive at the end.
    const float delay = 0.35f * static_cast<float>(i) / static_cast<float>(k);
    const float t = std::clamp((progress - delay) / (1.0f - delay), 0.0f, 1.0f);
    const Cell a{p.selected.row, i}, b{i, p.selected.col};
    if (seen_cell_box(r.left, a).empty() || seen_cell_box(r.right, b).empty()) continue;
    flight.one(cell_box(r.left, a),
               value_colour(p.left.matrix.at(a.row, a.col), left.range(a.row), p.left.scale.scale), t);
    flight.one(cell_box(r.right, b),
               value_colour(p.right.matrix.at(b.row, b.col), right.range(b.row), p.right.scale.scale), t);
  }
}

}  // namespace attnlab
