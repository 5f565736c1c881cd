// Neighbors: which vectors point the same way: cosines, analogies, matrices of similarity.
#pragma once

#include <span>
#include <vector>

#include "core/models/model.h"

namespace attnlab {

/// Vectors below each other, [N,C]; borrowed.
struct VectorRows {
  std::span<const Real> values{};
  Index width = 0;  ///< C

  Index count() const { return width > 0 ? count_of(values) / width : 0; }
  std::span<const Real> row(Index i) const { return values.subspan(i * width, width); }
};

/// One of the vectors near another.
struct Neighbour {
  TokenId id = 0;     ///< its row
  double cosine = 0;  ///< of the angle between the two vectors
};

/// a·b / (|a||b|) of rows `a` and `b`; 0 where one is all zeros.
double cosine(const VectorRows& rows, Index a, Index b);

/// The `count` rows nearest to `vector` [C] by cosine, without those in `left_out`, nearest first; of equally
/// near ones the earlier row first.
std::vector<Neighbour> nearest_rows(const VectorRows& rows, std::span<const double> vector, Index count,
                                    std::span<const Index> left_out = {});
/// Those nearest to row `of`, which is left out itself.
std::vector<Neighbour> nearest_rows(const VectorRows& rows, Index of, Index count);

/// a − b + c of three rows: what a is to b, the rows nearest to this are to c (Mikolov et al. 2013,
/// "Linguistic regularities in continuous space word representations"; there of vectors of length 1, here of
/// the vectors as they are).
std::vector<double> analogy(const VectorRows& rows, Index a, Index b, Index c);

/// The cosines of the chosen rows with each other: [n,n], row by row.
std::vector<float> similarity_matrix(const VectorRows& rows, std::span<const Index> chosen);

/// The embedding table [V,C] of the model's source, or of its target where it has no source.
/// Throws std::invalid_argument for a model of pictures.
const Parameter& embedding_table(const Model& model);

/// The cells of a parameter [N,C] in `weights`, which are laid out as the model's parameters.
VectorRows rows_of(const Parameter& table, std::span<const Real> weights);

/// cosine() of the embeddings of two tokens. Throws std::invalid_argument for a token outside the table.
double cosine(const Model& model, std::span<const Real> weights, TokenId a, TokenId b);

/// nearest_rows() of the embedding table. Throws std::invalid_argument for a token outside the table.
std::vector<Neighbour> nearest_tokens(const Model& model, std::span<const Real> weights, TokenId token,
                                      Index count);

}  // namespace attnlab
