// The online softmax by plain loops.
#include "core/ops/attention/online_softmax.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "core/autograd/cells.h"
#include "core/tensor/exponent.h"

namespace attnlab {

namespace {

constexpr float kNothing = -std::numeric_limits<float>::infinity();

/// The greatest of `most` and the scores; NaN where one of them is NaN.
float highest_of(float most, std::span<const float> scores) {
  for (const float score : scores) {
    if (std::isnan(score)) return score;
    most = std::max(most, score);
  }
  return most;
}

/// One query's state, and where a step of it is recorded.
struct SoftmaxRow {
  float m = kNothing, l = 0;
  std::vector<float> o;

  /// Adds a block to the state; returns e^{m−m'}.
  float take(std::span<const float> scores, const float* values) {
    const float highest = highest_of(m, scores);
    if (highest == kNothing) return 1;
    const float rescale = std::exp(m - highest);
    l *= rescale;
    for (float& x : o) x *= rescale;
    for (std::size_t k = 0; k < scores.size(); ++k) {
      const float weight = std::exp(scores[k] - highest);
      if (weight == 0 || scores[k] == kNothing) continue;  // even where the value is NaN
      l += weight;
      for (std::size_t d = 0; d < o.size(); ++d) o[d] += weight * values[k * o.size() + d];
    }
    m = highest;
    return rescale;
  }
};

struct BlockSizes {
  Index keys, size;

  BlockSizes(std::span<const float> masked, std::span<const float> values, Index queries)
      : keys(queries > 0 ? count_of(masked) / queries : 0), size(keys > 0 ? count_of(values) / keys : 0) {
    if (queries * keys != count_of(masked) || keys * size != count_of(values))
      throw std::invalid_argument("online softmax: " + std::to_string(masked.size()) + " scores of " +
                                  std::to_string(queries) + " queries do not match " +
                                  std::to_string(values.size()) + " numbers in the values");
  }
};

/// Calls note(block, state, e^{m−m'}) after each block of query q.
template <typename Note>
void walk_row(std::span<const float> masked, std::span<const float> values, const BlockSizes& s, Index q,
              Index block_keys, Note note) {
  SoftmaxRow row{.o = std::vector<float>(s.size)};
  for (Index first = 0; first < s.keys; first += block_keys) {
    const auto scores = masked.subspan(q * s.keys + first, std::min(block_keys, s.keys - first));
    const float rescale = row.take(scores, values.data() + first * s.size);
    note(first / block_keys, row, rescale);
  }
}

/// Every run of keys that some query sees.
std::vector<KeyRange> seen_ranges(std::span<const float> masked, Index queries) {
  const Index keys = queries > 0 ? count_of(masked) / queries : 0;
  std::vector<KeyRange> ranges;
  for (Index k = 0; k < keys; ++k) {
    bool seen = false;
    for (Index q = 0; q < queries; ++q) seen |= masked[q * keys + k] != kNothing;
    if (!seen) continue;
    if (ranges.empty() || ranges.back().end < k) ranges.push_back({k, k});
    ranges.back().end = k + 1;
  }
  return ranges;
}

void require_block(Index rows) {
  if (rows < 1) throw std::invalid_argument("online softmax: a block needs at least one row");
}

}  // namespace

OnlineSoftmaxWalk empty_walk(Index queries, Index keys, Index size, Index block_queries, Index block_keys) {
  require_block(std::min(block_queries, block_keys));
  OnlineSoftmaxWalk walk;
  walk.queries = queries;
  walk.keys = keys;
  walk.size = size;
  walk.block_queries = block_queries;
  walk.block_keys = block_keys;
  const auto steps = static_cast<std::size_t>(walk.blocks() * queries);
  walk.maximum.assign(steps, kNothing);
  walk.sum.assign(steps, 0);
  walk.rescale.assign(steps, 1);
  walk.output.assign(steps * static_cast<std::size_t>(size), 0);
  walk.skipped.assign(walk.blocks() * walk.tiles(), 0);
  return walk;
}

OnlineSoftmaxWalk online_softmax(std::span<const float> masked, std::span<const float> values, Index queries,
                                 Index block_queries, Index block_keys) {
  const BlockSizes s(masked, values, queries);
  OnlineSoftmaxWalk walk = empty_walk(queries, s.keys, s.size, block_queries, block_keys);
  for (Index q = 0; q < queries; ++q)
    walk_row(masked, values, s, q, block_keys, [&](Index block, const SoftmaxRow& row, float rescale) {
      const auto step = static_cast<std::size_t>(block * queries + q);
      walk.rescale[step] = rescale;
      walk.maximum[step] = row.m;
      walk.sum[step] = row.l;
      std::copy(row.o.begin(), row.o.end(),
                walk.output.begin() + as_offset(static_cast<Index>(step) * s.size));
    });
  walk.skipped = hidden_blocks(masked, queries, block_queries, block_keys);
  return walk;
}

SoftmaxEnd online_softmax_end(std::span<const float> masked, std::span<const float> values, Index queries,
                              Index block_keys) {
  const BlockSizes s(masked, values, queries);
  require_block(block_keys);
  SoftmaxEnd end{std::vector<float>(queries, kNothing), std::vector<float>(queries),
                 std::vector<float>(queries * s.size)};
  for (Index q = 0; q < queries; ++q)
    walk_row(masked, values, s, q, block_keys, [&](Index, const SoftmaxRow& row, float) {
      end.maximum[q] = row.m;
      end.sum[q] = row.l;
      std::copy(row.o.begin(), row.o.end(), end.output.begin() + as_offset(q * s.size));
    });
  return end;
}

std::vector<std::uint8_t> hidden_blocks(std::span<const float> masked, Index queries, Index block_queries,
                                        Index block_keys) {
  const Index keys = queries > 0 ? count_of(masked) / queries : 0;
  const Index tiles = (queries + block_queries - 1) / block_queries,
              blocks = (keys + block_keys - 1) / block_keys;
  std::vector<std::uint8_t> hidden(blocks * tiles, 1);
  for (Index q = 0; q < queries; ++q)
    for (Index k = 0; k < keys; ++k)
      if (masked[q * keys + k] != kNothing) hidden[k / block_keys * tiles + q / block_queries] = 0;
  return hidden;
}

KeyRanges seen_keys(std::span<const float> masked, Index queries) {
  std::vector<KeyRange> ranges = seen_ranges(masked, queries);
  while (ranges.size() > KeyRanges::kMost) {
    const auto apart = [](const KeyRange& a, const KeyRange& b) { return b.first - a.end; };
    std::size_t nearest = 0;
    for (std::size_t i = 1; i + 1 < ranges.size(); ++i)
      if (apart(ranges[i], ranges[i + 1]) < apart(ranges[nearest], ranges[nearest + 1])) nearest = i;
    ranges[nearest].end = ranges[nearest + 1].end;
    ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(nearest) + 1);
  }
  KeyRanges seen;
  for (const KeyRange& range : ranges) seen.add(range);
  return seen;
}

SoftmaxEnd plain_softmax(std::span<const float> masked, std::span<const float> values, Index queries) {
  const Index keys = queries > 0 ? count_of(masked) / queries : 0;
  const Index size = keys > 0 ? count_of(values) / keys : 0;
  using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Rows weights = Eigen::Map<const Rows>(masked.data(), queries, keys);
  SoftmaxEnd plain;
  plain.output.resize(queries * size);
  for (Index q = 0; q < queries; ++q) {
    auto row = weights.row(q).array();
    const float highest = row.maxCoeff<Eigen::PropagateNaN>();
    if (highest == kNothing)
      row.setZero();
    else
      exp_or_zero(&weights(q, 0), keys, highest);
    plain.maximum.push_back(highest);
    plain.sum.push_back(row.sum());
  }
  Eigen::Map<Rows> output(plain.output.data(), queries, size);
  const Eigen::Map<const Rows> rows(values.data(), keys, size);
  output.noalias() = weights * rows;
  if (output.allFinite()) return plain;
  output.setZero();
  for (Index q = 0; q < queries; ++q)
    for (Index k = 0; k < keys; ++k)
      if (weights(q, k) != 0) output.row(q) += weights(q, k) * rows.row(k);
  return plain;
}

}  // namespace attnlab
