// Patch filters: found by their sites.
#include "core/analysis/pictures/patch_filters.h"

#include <algorithm>
#include <cmath>

#include "core/layers/input_sites.h"
#include "core/models/model_sites.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

namespace {

const TraceTensor* tensor_of(const std::vector<TraceTensor>& all, const Site& site) {
  const auto found = std::ranges::find_if(all, [&](const TraceTensor& tensor) { return tensor.is(site); });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::span<const Real> PatchFilters::plane(Index filter, Index channel) const {
  return weights->value.subspan((filter * channels + channel) * pixels(), pixels());
}

std::vector<Real> PatchFilters::answers_of(Index filter) const {
  std::vector<Real> all;
  for (Index patch = 0; patch < grid.patches(); ++patch)
    all.push_back(answers->value[patch * filters() + filter]);
  return all;
}

double PatchFilters::length(Index filter) const {
  double squares = 0;
  for (Index channel = 0; channel < channels; ++channel)
    for (const Real w : plane(filter, channel)) squares += double(w) * double(w);
  return std::sqrt(squares);
}

double PatchFilters::largest() const {
  double most = 0;
  for (const Real w : weights->value) most = std::max(most, std::abs(double(w)));
  return most;
}

std::optional<PatchFilters> patch_filters(const Trace& trace) {
  const std::optional<PatchGrid> grid = patch_grid(trace);
  PatchFilters filters{.weights = tensor_of(trace.parameters(), model_sites::kProjectionWeight),
                       .biases = tensor_of(trace.parameters(), model_sites::kProjectionBias),
                       .answers = tensor_of(trace.tensors(), model_sites::kProjection),
                       .channels = trace.batch().channels};
  if (!grid || !filters.weights || !filters.answers) return {};
  filters.grid = *grid;
  return filters;
}

const TraceTensor* patch_positions(const Trace& trace) {
  for (const TraceTensor& tensor : trace.tensors())
    if (tensor.is(input_sites::kPositions) && runs_over_patches(trace, tensor, 0)) return &tensor;
  return nullptr;
}

std::vector<Real> cosines(std::span<const Real> rows, Index width) {
  const auto w = static_cast<std::size_t>(width), count = rows.size() / w;
  std::vector<double> unit(rows.begin(), rows.end());
  for (std::size_t r = 0; r < count; ++r) {
    const std::span<double> row = std::span(unit).subspan(r * w, w);
    double squares = 0;
    for (const double x : row) squares += x * x;
    for (double& x : row) x = squares > 0 ? x / std::sqrt(squares) : 0;
  }
  std::vector<Real> all(count * count);
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      double sum = 0;
      for (std::size_t c = 0; c < w; ++c) sum += unit[a * w + c] * unit[b * w + c];
      all[a * count + b] = all[b * count + a] = Real(sum);
    }
  return all;
}

}  // namespace attnlab
