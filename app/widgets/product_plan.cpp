// Cell sizes of a matrix product: pure arithmetic.
#include <algorithm>
#include <cmath>

#include "app/widgets/product_layout.h"

namespace attnlab {
namespace {

float cell_beside(float inner, int k, int outer, float room) {
  return (room - inner * static_cast<float>(k)) / static_cast<float>(outer);
}

float whole(float cell) { return cell >= 3.0f ? std::floor(cell) : std::max(cell, 0.25f); }

}  // namespace

ProductPlan plan_product(int m, int k, int n, float width, float height, float em) {
  const float legible = 2.3f * em, largest = 3.2f * em, least_inner = 0.3f * em;
  const float square = std::min(width / static_cast<float>(k + n), height / static_cast<float>(k + m));
  float cell = std::min(square, largest), inner = cell;
  // Give room of the inner axis to the result until its numbers can be read.
  while (cell < legible && inner > least_inner) {
    inner = std::max(inner * 0.93f, least_inner);
    cell = std::min({cell_beside(inner, k, n, width), cell_beside(inner, k, m, height), legible});
    if (inner < cell * 0.3f && square >= least_inner) break;
  }
  inner = std::min(inner, std::max(cell, 0.25f));
  return {whole(cell), whole(cell), whole(inner), whole(inner)};
}

}  // namespace attnlab
