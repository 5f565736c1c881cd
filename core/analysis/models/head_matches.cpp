// Head matches: attention weights of each two heads laid over each other.
#include "core/analysis/models/head_matches.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/layers/attention_sites.h"

namespace attnlab {

namespace {

constexpr double kNoOverlap = std::numeric_limits<double>::quiet_NaN();

std::vector<MatchedHead> heads_in(const Trace& trace) {
  std::vector<MatchedHead> heads;
  for (const TraceTensor& tensor : trace.tensors()) {
    if (!tensor.is(attention_sites::kWeights)) continue;
    const Index queries = tensor.shape[2], keys = tensor.shape[3];
    for (Index h = 0; h < tensor.shape[1]; ++h)
      heads.push_back(
          {tensor.place.name(), tensor.place, h, tensor.value.data() + h * queries * keys, queries, keys});
  }
  return heads;
}

/// The texts that a head reads are those of the other head.
bool read_the_same(const MatchedHead& a, const MatchedHead& b) {
  return a.place.text() == b.place.text() && a.place.key_text() == b.place.key_text() &&
         a.queries == b.queries && a.keys == b.keys;
}

/// Whether the row gives weight to more than one key.
bool chooses(const Real* row, Index keys) {
  return std::count_if(row, row + keys, [](Real w) { return w > 0; }) > 1;
}

double shared_weight(const Real* a, const Real* b, Index keys) {
  double shared = 0;
  for (Index k = 0; k < keys; ++k) shared += std::min(double(a[k]), double(b[k]));
  return shared;
}

/// The place of the greatest of `count` numbers; −1 where none is a number.
template <typename At>
Index greatest(Index count, const At& at) {
  Index best = -1;
  for (Index i = 0; i < count; ++i)
    if (!std::isnan(at(i)) && (best < 0 || at(i) > at(best))) best = i;
  return best;
}

}  // namespace

Index HeadMatches::best_other(Index my_head) const {
  return greatest(count_of(others), [&](Index i) { return at(my_head, i); });
}

Index HeadMatches::best_mine(Index other_head) const {
  return greatest(count_of(mine), [&](Index i) { return at(i, other_head); });
}

Index HeadMatches::same_other(Index my_head) const {
  const MatchedHead& head = mine[my_head];
  const auto found = std::ranges::find_if(
      others, [&](const MatchedHead& o) { return o.place == head.place && o.head == head.head; });
  return found == others.end() ? -1 : found - others.begin();
}

double pattern_overlap(const Real* a, const Real* b, Index queries, Index keys) {
  double sum = 0;
  Index counted = 0;
  for (Index q = 0; q < queries; ++q) {
    const Real *const x = a + q * keys, *const y = b + q * keys;
    if (!chooses(x, keys) && !chooses(y, keys) && shared_weight(x, y, keys) > 0.5) continue;
    sum += shared_weight(x, y, keys);
    ++counted;
  }
  return counted > 0 ? std::min(sum / double(counted), 1.0) : kNoOverlap;
}

HeadMatches match_heads(const Trace& mine, const Trace& other) {
  HeadMatches matches{heads_in(mine), heads_in(other), {}};
  for (const MatchedHead& a : matches.mine)
    for (const MatchedHead& b : matches.others)
      matches.overlap.push_back(read_the_same(a, b) ? pattern_overlap(a.weights, b.weights, a.queries, a.keys)
                                                    : kNoOverlap);
  return matches;
}

}  // namespace attnlab
