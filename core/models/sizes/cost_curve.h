// Cost curves: along which size costs are counted, and at which values.
#pragma once

#include <string_view>
#include <vector>

#include "core/models/sizes/layer_complexity.h"

namespace attnlab {

/// Whole numbers from `first` to `last`, both among them, each about 2^(1/a_doubling) times the one before.
/// 1 ≤ first ≤ last; at least one number a doubling.
std::vector<Index> geometric_steps(Index first, Index last, Index a_doubling = 1);

/// A size, and the values that it goes through.
struct CostCurve {
  const LayerSizeKind* along = nullptr;
  std::vector<Index> values;
};

/// "n=64:8192", or with the values a doubling "n=64:8192:4". Throws std::invalid_argument with one line that
/// says what is wrong.
CostCurve parse_cost_curve(std::string_view text);

/// "k=5" set in `sizes`; throws as parse_cost_curve().
void set_layer_size(LayerSizes& sizes, std::string_view text);

/// Where self-attention and recurrence cost the same along a size: n = d by their orders. None where they
/// meet nowhere.
std::optional<Index> attention_meets_recurrence(const LayerSizeKind& along, const LayerSizes& sizes,
                                                double (*LayerComplexity::*cost)(const LayerSizes&));

}  // namespace attnlab
