// Neighbours: cosines between rows of an embedding.
#include "core/models/neighbours.h"

#include <algorithm>
#include <stdexcept>

namespace attnlab {

namespace {

/// Row `token` of the model's table.
ConstArrayMap row_of(const Model& model, std::span<const Real> weights, TokenId token) {
  const Parameter& table = embedding_table(model);
  if (token < 0 || token >= table.shape[0])
    throw std::invalid_argument("the model has no embedding of token " + std::to_string(token));
  return {weights.data() + table.offset + token * table.shape[1], table.shape[1]};
}

}  // namespace

const Parameter& embedding_table(const Model& model) {
  for (const char* name : {"source.embedding.weight", "target.embedding.weight"})
    if (const auto found = model.parameters().find(name)) return model.parameters()[*found];
  throw std::invalid_argument("a model of architecture " + model.config().architecture +
                              " has no embedding of words");
}

double cosine(const Model& model, std::span<const Real> weights, TokenId a, TokenId b) {
  const auto x = row_of(model, weights, a).cast<double>(), y = row_of(model, weights, b).cast<double>();
  const double lengths = std::sqrt((x * x).sum() * (y * y).sum());
  return lengths > 0 ? (x * y).sum() / lengths : 0;
}

std::vector<Neighbour> nearest_tokens(const Model& model, std::span<const Real> weights, TokenId token,
                                      Index count) {
  std::vector<Neighbour> all;
  for (TokenId id = 0; id < embedding_table(model).shape[0]; ++id)
    if (id != token) all.push_back({id, cosine(model, weights, token, id)});
  const Index kept = std::clamp<Index>(count, 0, static_cast<Index>(all.size()));
  std::ranges::partial_sort(all, all.begin() + kept, std::greater{}, &Neighbour::cosine);
  all.resize(static_cast<std::size_t>(kept));
  return all;
}

}  // namespace attnlab
