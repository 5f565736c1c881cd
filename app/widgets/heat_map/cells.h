// The coloured cells of a matrix: the common part of heat maps, products and thumbnails.
#pragma once

#include <vector>

#include "app/widgets/base/draw.h"
#include "app/widgets/heat_map/value_range.h"

namespace attnlab {

/// The measured values of a matrix; cached until its content changes.
struct MatrixFacts {
  std::vector<ValueRange> ranges;  ///< one per row for RangeMode::PerRow, else one
  float largest = 0;               ///< largest finite absolute value
  bool any_masked = false, any_negative = false, all_whole = true;
  const ValueRange& range(int row) const {
    return ranges[ranges.size() > 1 ? static_cast<std::size_t>(row) : 0];
  }
};

/// Facts of a matrix shown by the widget `id`, measured anew only when content or scale changed. Those of a
/// large one are of the content before, or of its first rows, until some frames have measured the others.
const MatrixFacts& matrix_facts(ImGuiID id, const MatrixView& matrix, const ColourScale& scale);

/// The cells alone, into `box`: colours, hatching for masked cells, thin gaps between large cells; no labels.
/// `id` keys the texture. The box may reach beyond the clip rectangle: hidden cells cost nothing. A large
/// matrix takes some frames, in which the one before is seen.
void draw_cells(Canvas canvas, ImGuiID id, const MatrixView& matrix, const ColourScale& scale,
                const Box& box);

/// Prints numbers into the cells if they are large enough for at least two digits.
void draw_numbers(Canvas canvas, ImGuiID id, const MatrixView& matrix, const ColourScale& scale,
                  const Box& box);

/// Smallest cell that gets a number of usual size, in pixels; with larger text, smaller ones get a tiny one.
float smallest_numbered_cell();
/// The least height of a numbered cell, as a fraction of smallest_numbered_cell().
inline constexpr float kNumberedHeight = 0.4f;

}  // namespace attnlab
