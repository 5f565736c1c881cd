// Positions: waves, and similarity by distance.
#include "core/analysis/positions.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "core/ops/attention/distance_bias.h"
#include "core/ops/attention/rotary.h"

namespace attnlab {

namespace {

double dot(std::span<const Real> a, std::span<const Real> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double(a[i]) * double(b[i]);
  return sum;
}

/// The rows of a table, compared two by two.
class ComparedRows {
 public:
  ComparedRows(std::span<const Real> table, Index width, SimilarityMeasure measure)
      : table_(table), width_(static_cast<std::size_t>(width)) {
    for (std::size_t t = 0; t < count(); ++t)
      sizes_.push_back(measure == SimilarityMeasure::Cosine ? std::sqrt(dot(row(t), row(t))) : 1);
  }

  std::size_t count() const { return table_.size() / width_; }
  /// 0 for the cosine with a row of nothing but zeros.
  double compare(std::size_t a, std::size_t b) const {
    const double sizes = sizes_[a] * sizes_[b];
    return sizes > 0 ? dot(row(a), row(b)) / sizes : 0;
  }

 private:
  std::span<const Real> row(std::size_t t) const { return table_.subspan(t * width_, width_); }

  std::span<const Real> table_;
  std::size_t width_;
  std::vector<double> sizes_;
};

struct OfDistance {
  double mean = 0, lowest = 0, highest = 0;
};

std::vector<OfDistance> by_distance(const ComparedRows& rows) {
  std::vector<OfDistance> all(rows.count());
  for (std::size_t d = 0; d < rows.count(); ++d) {
    double sum = 0, lowest = HUGE_VAL, highest = -HUGE_VAL;
    for (std::size_t a = 0; a + d < rows.count(); ++a) {
      const double value = rows.compare(a, a + d);
      sum += value;
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
    all[d] = {sum / double(rows.count() - d), lowest, highest};
  }
  return all;
}

}  // namespace

double wavelength(Index column, Index width) {
  return 2 * std::numbers::pi * std::pow(10000.0, double(column / 2 * 2) / double(width));
}

double sinusoidal_wave(double position, Index column, Index width) {
  const double angle = 2 * std::numbers::pi * position / wavelength(column, width);
  return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

Similarity similarity(std::span<const Real> table, Index width, Index position, SimilarityMeasure measure) {
  const ComparedRows rows(table, width, measure);
  const std::vector<OfDistance> distances = by_distance(rows);
  Similarity result;
  for (std::size_t k = 0; k < rows.count(); ++k) {
    const Index distance = static_cast<Index>(k) - position;
    result.distance.push_back(double(distance));
    result.value.push_back(rows.compare(static_cast<std::size_t>(position), k));
    result.mean.push_back(distances[std::abs(distance)].mean);
  }
  for (const OfDistance& d : distances)
    result.spread = std::max({result.spread, d.highest - d.mean, d.mean - d.lowest});
  return result;
}

double turned_product(std::span<const Real> query, std::span<const Real> key, double distance,
                      const RotaryTurns& turns) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < query.size(); i += 2) {
    const auto q0 = double(query[i]), q1 = double(query[i + 1]);
    const auto k0 = double(key[i]), k1 = double(key[i + 1]);
    const double angle = distance * rotary_angle(1, static_cast<Index>(i / 2), turns);
    const double gain = rotary_gain(static_cast<Index>(i / 2), turns);
    sum += gain * gain * ((q0 * k0 + q1 * k1) * std::cos(angle) + (q1 * k0 - q0 * k1) * std::sin(angle));
  }
  return sum;
}

std::vector<Real> distance_biases(Index heads, Index position, Index keys) {
  std::vector<Real> bias(heads * keys, 0);
  const std::vector<Real> slopes = distance_slopes(heads);
  for (Index h = 0; h < heads; ++h) subtract_distances(slopes[h], position, 0, keys, bias.data() + h * keys);
  return bias;
}

}  // namespace attnlab
