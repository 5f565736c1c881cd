// The columns of a softmax table: as wide as their numbers.
#pragma once

#include <array>
#include <numeric>

#include "app/widgets/product/softmax_table.h"

namespace attnlab {

/// Score, score − largest, exponential, share.
inline constexpr std::size_t kSoftmaxColumns = 4;

/// The name of the line below the keys.
inline constexpr const char* kSoftmaxSums = "max, sum";

/// Widths in pixels.
struct SoftmaxWidths {
  float names = 0;
  std::array<float, kSoftmaxColumns> columns{};  ///< 0: not drawn
  int digits = 3;

  /// Where a column begins, from the table's left edge.
  float before(std::size_t column) const {
    return std::accumulate(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(column), names);
  }
  float all() const { return before(kSoftmaxColumns); }
};

/// Divides `room`: numbers have priority over complete names, which want `names`, and all columns over wide
/// ones; at last numbers have fewer decimals than the program's.
SoftmaxWidths softmax_widths(float room, float names, const SoftmaxSteps& steps,
                             std::span<const float> scores);

}  // namespace attnlab
