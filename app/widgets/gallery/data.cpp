// Computes the gallery's numbers.
#include "app/widgets/gallery/data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace attnlab {
namespace {

GalleryMatrix empty(int rows, int cols) {
  return {rows, cols, std::vector<float>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols))};
}

GalleryMatrix random(int rows, int cols, unsigned seed, float scale) {
  GalleryMatrix m = empty(rows, cols);
  std::mt19937 source(seed);
  std::normal_distribution<float> normal(0.0f, scale);
  for (float& v : m.values) v = normal(source);
  return m;
}

GalleryMatrix product(const GalleryMatrix& a, const GalleryMatrix& b, bool transpose_b) {
  const int n = transpose_b ? b.rows : b.cols;
  GalleryMatrix out = empty(a.rows, n);
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < a.cols; ++k) out.at(i, j) += a.at(i, k) * (transpose_b ? b.at(j, k) : b.at(k, j));
    }
  }
  return out;
}

GalleryMatrix causal(GalleryMatrix m) {
  for (int i = 0; i < m.rows; ++i) {
    for (int j = i + 1; j < m.cols; ++j) m.at(i, j) = -std::numeric_limits<float>::infinity();
  }
  return m;
}

GalleryMatrix softmax(GalleryMatrix m) {
  for (int i = 0; i < m.rows; ++i) {
    float largest = -std::numeric_limits<float>::infinity(), sum = 0;
    for (int j = 0; j < m.cols; ++j) largest = std::max(largest, m.at(i, j));
    for (int j = 0; j < m.cols; ++j) sum += m.at(i, j) = std::exp(m.at(i, j) - largest);
    for (int j = 0; j < m.cols; ++j) m.at(i, j) /= sum;
  }
  return m;
}

GalleryMatrix times(GalleryMatrix m, float factor) {
  for (float& v : m.values) v *= factor;
  return m;
}

GalleryMatrix head_pattern(int kind, int size) {
  GalleryMatrix scores = random(size, size, 40u + static_cast<unsigned>(kind), 0.8f);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      if (kind % 4 == 0 && j == i - 1) scores.at(i, j) += 5;
      if (kind % 4 == 1 && j == 0) scores.at(i, j) += 4;
      if (kind % 4 == 2 && j == i) scores.at(i, j) += 5;
    }
  }
  return softmax(causal(scores));
}

void make_curves(GalleryData& d) {
  std::mt19937 source(7);
  std::normal_distribution<double> noise(0.0, 1.0);
  for (int step = 1; step <= 1200; ++step) {
    const double s = step, expected = 0.35 + 3.4 * std::exp(-s / 190);
    d.steps.push_back(s);
    d.loss.push_back(expected * std::exp(0.06 * noise(source)));
    d.validation.push_back(step % 50 == 0 ? expected + 0.05 + s / 9000
                                          : std::numeric_limits<double>::quiet_NaN());
    d.rate.push_back(1e-3 * std::min(s / 100, std::pow(s / 100, -0.5)));
  }
  for (int p = 0; p < 64; ++p) {
    d.wave_at.push_back(p);
    d.wave_slow.push_back(std::sin(p / 10.0));
    d.wave_fast.push_back(std::cos(p / 2.2));
  }
}

}  // namespace

GalleryData::GalleryData()
    : tokens{"<s>", "the", "black", "cat", "does", "qzx", " sleeps"}, unknown{0, 0, 0, 0, 0, 1, 0} {
  query = random(7, 8, 1, 1.2f);
  key = random(7, 8, 2, 1.2f);
  value = random(7, 8, 3, 1.0f);
  scores = product(query, key, true);
  scaled = times(scores, 1.0f / std::sqrt(8.0f));
  masked = causal(scaled);
  weights = softmax(masked);
  context = product(weights, value, false);
  large = head_pattern(0, 256);
  tall = random(1024, 16, 5, 1.0f);
  wide_scores = causal(random(256, 256, 6, 1.0f));
  near_zero = random(64, 64, 8, 0.4f).values;
  for (int i = 0; i < 8; ++i) heads.push_back(head_pattern(i, 12));
  make_curves(*this);
}

}  // namespace attnlab
