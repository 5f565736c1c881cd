// The product of a one-hot row and the embedding table, as the parts of its page share it.
#pragma once

#include <optional>

#include "app/features/tokens/view_frame.h"
#include "app/views/common/trace_matrices.h"
#include "core/analysis/vectors/one_hot.h"

namespace attnlab {

/// The product of the last frame, and what is drawn of it.
struct OneHotCache {
  TraceKey trace;
  TextSide side = TextSide::Target;
  Index row = -1;
  std::optional<OneHotProduct> product;
  ColourScale scale;  ///< of the whole table
};

/// The text of an entry of the model's vocabulary, as people see it.
std::string entry_words(const TokensFrame& frame, TokenId id);

/// Draws x beside the rows of E, x E below them, and at the left all of E where there is room. There must be
/// a product.
void draw_one_hot_maps(const TokensFrame& frame, const OneHotCache& cache);

}  // namespace attnlab
