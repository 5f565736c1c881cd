// Head metrics: sums over a head's weights.
#include "core/analysis/heads/head_metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/layers/attention_sites.h"
#include "core/layers/block_sites.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// A running mean.
struct Mean {
  double sum = 0;
  Index count = 0;
  void add(double value) {
    sum += value;
    ++count;
  }
  double value() const { return count == 0 ? kNone : sum / double(count); }
};

/// The row of weights of one query.
struct AttentionRow {
  const Real* weights;
  Index query, keys;

  double at(Index key) const { return double(weights[key]); }
  double total() const {
    double total = 0;
    for (Index k = 0; k < keys; ++k) total += at(k);
    return total;
  }
  double entropy() const {
    double bits = 0;
    for (Index k = 0; k < keys; ++k)
      if (at(k) > 0) bits -= at(k) * std::log2(at(k));
    return bits;
  }
  double distance() const {
    double sum = 0;
    for (Index k = 0; k < keys; ++k) sum += at(k) * double(std::abs(query - k));
    return sum;
  }
};

/// Adds the weight on what followed earlier occurrences of the query's token, where there are any.
void add_induction(const AttentionRow& row, std::span<const TokenId> tokens, Mean& induction) {
  double weight = 0;
  bool occurred = false;
  for (Index k = 1; k <= row.query; ++k) {
    if (tokens[k - 1] != tokens[row.query]) continue;
    occurred = true;
    weight += row.at(k);
  }
  if (occurred) induction.add(weight);
}

/// The tokens that self-attention in `trace` runs over; none for patches and pieces without ids.
std::vector<TokenId> tokens_along_keys(const Trace& trace, const TraceTensor& weights) {
  constexpr std::size_t kKeys = 3;
  const auto& pieces = axis_pieces(trace, weights, kKeys);
  std::vector<TokenId> ids;
  for (const Piece& piece : pieces) ids.push_back(piece.id);
  const bool known = std::ranges::none_of(ids, [](TokenId id) { return id < 0; });
  return known ? ids : std::vector<TokenId>();
}

}  // namespace

HeadMetrics measure_head(const Real* weights, Index queries, Index keys, std::span<const TokenId> tokens,
                         bool self_attention) {
  Mean entropy, distance, first, previous, same, induction;
  for (Index q = 0; q < queries; ++q) {
    const AttentionRow row{weights + q * keys, q, keys};
    if (row.total() == 0) continue;
    entropy.add(row.entropy());
    distance.add(row.distance());
    first.add(row.at(0));
    if (!self_attention) continue;
    same.add(row.at(q));
    if (q > 0) previous.add(row.at(q - 1));
    if (count_of(tokens) == keys) add_induction(row, tokens, induction);
  }
  return {"",
          0,
          entropy.value(),
          distance.value(),
          first.value(),
          previous.value(),
          same.value(),
          induction.value()};
}

std::vector<HeadMetrics> head_metrics(const Trace& trace) {
  std::vector<HeadMetrics> all;
  for (const TraceTensor& tensor : trace.tensors()) {
    if (!tensor.is(attention_sites::kWeights)) continue;
    const bool self = tensor.place.part() == &block_sites::kSelfAttention;
    const std::vector<TokenId> tokens = self ? tokens_along_keys(trace, tensor) : std::vector<TokenId>();
    const Index queries = tensor.shape[2], keys = tensor.shape[3];
    for (Index h = 0; h < tensor.shape[1]; ++h) {
      HeadMetrics metrics =
          measure_head(tensor.value.data() + h * queries * keys, queries, keys, tokens, self);
      metrics.attention = tensor.place.name();
      metrics.head = h;
      all.push_back(std::move(metrics));
    }
  }
  return all;
}

}  // namespace attnlab
