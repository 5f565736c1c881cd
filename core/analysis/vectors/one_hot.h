// One-hot: a token's embedding as a one-hot row times the embedding table.
#pragma once

#include <optional>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// x·E for one position of a pass, beside what the pass computed there.
struct OneHotProduct {
  const TraceTensor* table = nullptr;      ///< E [V,C]
  const TraceTensor* embedding = nullptr;  ///< [B,T,C], before any edit of it
  Index row = 0;                           ///< of the embedding: the position of the token
  TokenId id = kUnknownId;                 ///< negative: the vocabulary lacks the token, and x is all zeros
  double factor = 1;              ///< that the model scales embeddings by: √C in the Transformer of 2017
  std::vector<float> one_hot;     ///< x [V]: 1 at the id, 0 elsewhere
  std::vector<float> product;     ///< factor·x·E [C], summed over all V products in double
  double largest_difference = 0;  ///< between `product` and the row of the embedding
};

/// The embedding table of one text of the pass and the tensor of its embeddings; null where the model has
/// none.
struct EmbeddingTensors {
  const TraceTensor* table = nullptr;
  const TraceTensor* embedding = nullptr;
};
EmbeddingTensors embedding_tensors(const Trace& trace, Text side);

/// Nothing where this text has no embeddings, or not so many.
std::optional<OneHotProduct> one_hot_product(const Trace& trace, Text side, Index row);

}  // namespace attnlab
