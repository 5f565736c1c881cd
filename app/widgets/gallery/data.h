// What the gallery shows: one small attention, computed here from seeded random inputs, and curves.
#pragma once

#include <string>
#include <vector>

#include "app/widgets/heat_map/matrix_view.h"

namespace attnlab {

/// A row-major matrix that owns its numbers.
struct GalleryMatrix {
  int rows = 0, cols = 0;
  std::vector<float> values;
  MatrixView view() const { return matrix_view(values.data(), rows, cols); }
  float& at(int r, int c) { return values[r * cols + c]; }
  float at(int r, int c) const { return values[r * cols + c]; }
};

/// Causal self-attention of one head over `tokens`: T = 7, D = 8.
struct GalleryData {
  GalleryData();

  std::vector<std::string> tokens;
  std::vector<unsigned char> unknown;
  GalleryMatrix query, key, value, scores, scaled, masked, weights, context;
  GalleryMatrix large;        ///< 256 × 256, a causal pattern
  GalleryMatrix tall;         ///< 1024 × 16
  GalleryMatrix wide_scores;  ///< 256 × 256, masked above the diagonal
  std::vector<float> near_zero;
  std::vector<GalleryMatrix> heads;
  std::vector<double> steps, loss, validation, rate, wave_at, wave_slow, wave_fast;
};

}  // namespace attnlab
