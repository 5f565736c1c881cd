// Layer complexity: what one layer costs by its kind, as the table of the 2017 paper compares them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/tensor/real.h"

namespace attnlab {

/// The sizes that the cost of a layer depends on.
struct LayerSizes {
  Index n = 512;  ///< positions of the text
  Index d = 512;  ///< width of what a layer reads and makes at each position
  Index k = 3;    ///< positions that the kernel of a convolution reads
  Index r = 64;   ///< neighbors, the own position among them, that a query of restricted attention sees
  friend bool operator==(const LayerSizes&, const LayerSizes&) = default;
};

/// One kind of layer that maps n vectors of d numbers to n vectors of d numbers. The orders are those of
/// table 1 of Vaswani et al. 2017, without constant factors; the exact count is of all multiplications in the
/// layer's matrix products.
struct LayerComplexity {
  std::string_view name;               ///< "self-attention", as tables write it
  std::string_view title;              ///< on screen
  std::string_view work;               ///< the order of the multiplications: "n²·d"
  std::string_view exact;              ///< their count: "4·n·d² + 2·n²·d"
  std::string_view counted;            ///< the products in that count
  std::string_view steps;              ///< the order of the steps that wait for each other: "1"
  std::string_view path;               ///< the order of the longest path between two positions: "log_k n"
  double (*order)(const LayerSizes&);  ///< work, as a number
  double (*multiplications)(const LayerSizes&);  ///< exact, as a number
  double (*sequential_steps)(const LayerSizes&);
  double (*longest_path)(const LayerSizes&);  ///< in layers, or steps of a recurrence; rounded up
};

/// Self-attention, recurrence, convolution and restricted self-attention, in the order of the paper's table.
std::span<const LayerComplexity> layer_complexities();
/// Throws std::invalid_argument with near names.
const LayerComplexity& layer_complexity(std::string_view name);

/// One of the sizes, as the axis of a plot or an option.
struct LayerSizeKind {
  std::string_view name;   ///< "n"
  std::string_view title;  ///< "positions n"
  Index LayerSizes::*size;
  Index least;  ///< k begins at 2: a kernel of one position joins none
};
std::span<const LayerSizeKind> layer_size_kinds();
/// Throws std::invalid_argument with near names.
const LayerSizeKind& layer_size_kind(std::string_view name);

/// The largest size in plots, options and curves.
inline constexpr Index kLargestLayerSize = 1 << 20;

/// The least value of one size, up to kLargestLayerSize, at which `a` costs as much as `b` or more, the other
/// sizes as in `sizes`; none where it does so from the least value on, or never. `cost` is the order, or the
/// exact count. a must grow no slower than b.
std::optional<Index> crossing(const LayerComplexity& a, const LayerComplexity& b, const LayerSizeKind& along,
                              LayerSizes sizes, double (*LayerComplexity::*cost)(const LayerSizes&));

}  // namespace attnlab
