// Neighbors: cosines between rows of a table.
#include "core/models/neighbours.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/tensor/eigen_maps.h"

namespace attnlab {

namespace {

/// x·y and the two squared lengths.
struct Angle {
  double product = 0, xx = 0, yy = 0;
  double cosine() const {
    const double lengths = std::sqrt(xx * yy);
    return lengths > 0 ? product / lengths : 0;
  }
};

template <typename A>
Angle angle_between(std::span<const A> a, std::span<const Real> b) {
  const auto size = static_cast<Eigen::Index>(b.size());
  const auto x = Eigen::Map<const Eigen::Array<A, Eigen::Dynamic, 1>>(a.data(), size).template cast<double>();
  const auto y = ConstArrayMap(b.data(), size).cast<double>();
  return {(x * y).sum(), (x * x).sum(), (y * y).sum()};
}

/// The embedding table, after a check that it has this token.
VectorRows table_with(const Model& model, std::span<const Real> weights, TokenId token) {
  const VectorRows rows = rows_of(embedding_table(model), weights);
  if (token < 0 || token >= rows.count())
    throw std::invalid_argument("the model does not have an embedding for token ID " + std::to_string(token));
  return rows;
}

bool is_nearer(const Neighbour& a, const Neighbour& b) {
  return a.cosine != b.cosine ? a.cosine > b.cosine : a.id < b.id;
}

}  // namespace

double cosine(const VectorRows& rows, Index a, Index b) {
  return angle_between<Real>(rows.row(a), rows.row(b)).cosine();
}

std::vector<Neighbour> nearest_rows(const VectorRows& rows, std::span<const double> vector, Index count,
                                    std::span<const Index> left_out) {
  std::vector<Neighbour> all;
  all.reserve(rows.count());
  for (Index i = 0; i < rows.count(); ++i)
    if (std::ranges::find(left_out, i) == left_out.end())
      all.push_back({static_cast<TokenId>(i), angle_between<double>(vector, rows.row(i)).cosine()});
  const Index kept = std::clamp<Index>(count, 0, count_of(all));
  std::ranges::partial_sort(all, all.begin() + as_offset(kept), is_nearer);
  all.resize(kept);
  return all;
}

std::vector<Neighbour> nearest_rows(const VectorRows& rows, Index of, Index count) {
  const std::span<const Real> row = rows.row(of);
  return nearest_rows(rows, std::vector<double>(row.begin(), row.end()), count, {&of, 1});
}

std::vector<double> analogy(const VectorRows& rows, Index a, Index b, Index c) {
  std::vector<double> vector;
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows.width); ++i)
    vector.push_back(double(rows.row(a)[i]) - double(rows.row(b)[i]) + double(rows.row(c)[i]));
  return vector;
}

std::vector<float> similarity_matrix(const VectorRows& rows, std::span<const Index> chosen) {
  std::vector<float> cosines;
  cosines.reserve(chosen.size() * chosen.size());
  for (const Index a : chosen)
    for (const Index b : chosen) cosines.push_back(float(cosine(rows, a, b)));
  return cosines;
}

const Parameter& embedding_table(const Model& model) {
  for (const char* name : {"source.embedding.weight", "target.embedding.weight"})
    if (const auto found = model.parameters().find(name)) return model.parameters()[*found];
  throw std::invalid_argument("a model of architecture " + model.config().architecture +
                              " does not have word embeddings");
}

VectorRows rows_of(const Parameter& table, std::span<const Real> weights) {
  return {weights.subspan(table.offset, table.shape.size()), table.shape.last()};
}

double cosine(const Model& model, std::span<const Real> weights, TokenId a, TokenId b) {
  table_with(model, weights, a);
  return cosine(table_with(model, weights, b), a, b);
}

std::vector<Neighbour> nearest_tokens(const Model& model, std::span<const Real> weights, TokenId token,
                                      Index count) {
  return nearest_rows(table_with(model, weights, token), static_cast<Index>(token), count);
}

}  // namespace attnlab
