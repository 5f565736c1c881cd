// Head matrices: sums over the axis of heads.
#include "core/analysis/heads/head_matrices.h"

#include <algorithm>
#include <cmath>

namespace attnlab {

std::vector<float> mean_over_heads(const TraceTensor& weights) {
  const Index heads = weights.shape[1];
  const auto size = static_cast<std::size_t>(weights.shape[2] * weights.shape[3]);
  std::vector<float> mean(size, 0);
  for (std::size_t i = 0; i < size * static_cast<std::size_t>(heads); ++i)
    mean[i % size] += float(weights.value[i]);
  for (float& cell : mean) cell /= float(heads);
  return mean;
}

std::vector<float> difference(std::span<const float> a, std::span<const float> b) {
  std::vector<float> cells(a.size());
  std::ranges::transform(a, b, cells.begin(), [](float x, float y) {
    return x == y || (std::isnan(x) && std::isnan(y)) ? 0.0f : x - y;
  });
  return cells;
}

}  // namespace attnlab
