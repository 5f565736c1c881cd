// Cell sizes of a matrix product: pure arithmetic.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/widgets/heat_map/whole_cells.h"
#include "app/widgets/product/layout.h"

namespace attnlab {
namespace {

/// Cells of the result and of the inner axis along one direction.
struct CellShare {
  float outer, inner;
};

/// Small matrices never shrink to specks: the product outgrows its space, and the window scrolls.
float least_cell(int count, float wanted, float most_in_all) {
  return visible_cell(std::min(most_in_all / float(count), wanted));
}

/// Fits `outer` cells of the result and `inner` cells of an operand into `room`. Where they cannot all be
/// `wanted` pixels, the inner cells shrink to `comfortable`; where that is not enough for the result's cells
/// to reach the first of two `goals` (a number, a label), then the second, they shrink on, but stay visible.
/// Where neither can be reached, the inner cells get a fair share.
CellShare share(int outer, int inner, float room, float wanted, std::pair<float, float> goals,
                float comfortable, float em) {
  const auto m = float(outer), k = float(inner);
  // Few inner cells must be distinct, many are a texture.
  const float equal = room / (m + k), thinnest = em * std::clamp(5 / k, 0.07f, 0.3f);
  if (equal >= wanted) return {equal, equal};
  const float most = (room - k * thinnest) / m, easy = (room - k * comfortable) / m;
  float cell = room / (m + 0.4f * k);
  // A few tokens between many features keep their names.
  if (most < goals.second && 4 * k <= m && k * comfortable <= 0.3f * room)
    return {(room - k * comfortable) / m, comfortable};
  if (most >= goals.first) {
    cell = std::max(goals.first, easy);
  } else if (most >= goals.second) {
    cell = std::max(cell, goals.second);
  }
  cell = std::clamp(cell, equal, wanted);
  return {cell, std::min((room - m * cell) / k, cell)};
}

}  // namespace

ProductPlan plan_product(int m, int k, int n, float width, float height, float em, float widest) {
  // A number needs 34 px by 20 px at 100 %, a label one em.
  const float legible_width = 2.3f * em, legible_height = 1.4f * em, label = 1.05f * em;
  const float largest = 3.2f * em * room_growth(height, em);
  const bool few_inner = 4 * k <= n;
  const CellShare across =
      share(n, k, width, legible_width, {legible_width, legible_width}, few_inner ? label : 0.5f * em, em);
  const CellShare down = share(m, k, height, legible_width, {legible_height, label}, label, em);
  const float row =
      std::max(visible_cell(std::min(down.outer, largest)), least_cell(m, 0.9f * em, 14.0f * em));
  const float column = std::max(visible_cell(std::min({across.outer, largest, widest * row})),
                                least_cell(n, 0.9f * em, 14.0f * em));
  const float least_inner = least_cell(k, 0.35f * em, 2.2f * em);
  const auto inner = [&](float planned, float room, int outer, float cell) {
    const bool few = 4 * k <= outer;
    const float left = (room - float(outer) * cell) / float(k);
    const float wanted = std::min(left, few ? label : planned), most = few ? std::max(cell, label) : cell;
    return visible_cell(std::min(std::max(wanted, std::min(least_inner, cell)), most));
  };
  float height_of_row = std::min(row, visible_cell(std::max(widest * column, label)));
  const float used = inner(down.inner, height, m, height_of_row) * float(k);
  const float fits = visible_cell((height - used) / float(m));
  if (fits < height_of_row) height_of_row = std::max(fits, least_cell(m, 0.9f * em, 14.0f * em));
  return {column, height_of_row, inner(across.inner, width, n, column),
          inner(down.inner, height, m, height_of_row)};
}

}  // namespace attnlab
