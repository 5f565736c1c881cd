// Neighbours: which tokens have vectors that point the same way.
#pragma once

#include <span>
#include <vector>

#include "core/models/model.h"

namespace attnlab {

struct Neighbour {
  TokenId id = 0;
  double cosine = 0;  ///< of the angle between the two vectors
};

/// The embedding table [V,C] of the model's source, or of its target where it has no source.
/// Throws std::invalid_argument for a model of pictures.
const Parameter& embedding_table(const Model& model);

/// a·b / (|a||b|) of the embeddings of two tokens; 0 where one is all zeros.
double cosine(const Model& model, std::span<const Real> weights, TokenId a, TokenId b);

/// The `count` tokens nearest to `token` by cosine, `token` itself left out, nearest first. `weights` is laid
/// out as model.parameters(). Throws std::invalid_argument for a token outside the table.
std::vector<Neighbour> nearest_tokens(const Model& model, std::span<const Real> weights, TokenId token,
                                      Index count);

}  // namespace attnlab
