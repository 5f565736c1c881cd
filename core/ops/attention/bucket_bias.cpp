// Bucket bias: the rule of buckets, and the look-up of each query and key.
#include "core/ops/attention/bucket_bias.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

/// Of the `buckets` on one side of a query. Powers of two have whole logarithms, so that no bucket begins a
/// distance late.
Index bucket_on_side(Index length, Index buckets, Index largest) {
  const Index exact = buckets / 2;
  if (length < exact) return length;
  const auto doublings = [&](Index to) { return std::log2(double(to) / double(exact)); };
  const double shared = double(buckets - exact) * doublings(length);
  return std::min(exact + static_cast<Index>(shared / doublings(largest)), buckets - 1);
}

std::string signed_text(Index number) { return (number < 0 ? "−" : "") + std::to_string(std::abs(number)); }

/// Which cell of the table [buckets,H] each cell of a bias [H,Tq,Tk] is.
struct BucketPlaces {
  const Index* buckets;  ///< of the distances from the last query's to its first key on: [Tq + Tk − 1]
  Index heads, queries, keys;

  Index of(Index h, Index q, Index k) const { return buckets[queries - 1 - q + k] * heads + h; }
  Index of(Index offset) const {
    return of(offset / (queries * keys), offset / keys % queries, offset % keys);
  }
  /// Calls `visit` with the offset of each cell of the bias, and its cell of the table.
  template <typename Visit>
  void each(Visit visit) const {
    Index offset = 0;
    for (Index h = 0; h < heads; ++h)
      for (Index q = 0; q < queries; ++q)
        for (Index k = 0; k < keys; ++k) visit(offset++, of(h, q, k));
  }
};

class BucketBias final : public Operation {
 public:
  BucketBias(BucketPlaces places, const DistanceBuckets& rule, Index start)
      : places_(places), rule_(rule), start_(start) {}
  std::string_view kind() const override { return "bucket_bias"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂B[b,h] = Σ ∂L/∂bias[h,q,k] over all q, k with distance k − q in bucket b";
  }
  CallArguments arguments() const override {
    CallArguments all = inputs_and({{"queries", places_.queries},
                                    {"keys", places_.keys},
                                    {"both_sides", rule_.sides == BucketSides::Both},
                                    {"largest", rule_.largest}});
    if (start_ > 0) all.push_back({"start", start_});
    return all;
  }

  void backward(Tape& tape) override {
    Real* const sums = tape.gradient_to_add_to(input(0));
    if (!sums) return;
    places_.each([&](Index offset, Index place) { sums[place] += output_gradient()[offset]; });
  }

  CellSpan affected(int, Index offset) const override {
    const Index cells = places_.queries * places_.keys;
    return {offset % places_.heads * cells, 1, cells};
  }

  std::optional<Expression> slope(int, Index from, Index to) const override {
    return number(places_.of(to) == from ? 1 : 0);
  }

  Explanation explain(Index offset) const override {
    const Index place = places_.of(offset), q = start_ + offset / places_.keys % places_.queries;
    return {"bias[h,q,k] = B[b,h], b = " + std::to_string(place / places_.heads) +
                " is the bucket of distance k − q = " + signed_text(offset % places_.keys - q),
            cell(input(0).node(), place)};
  }

 private:
  BucketPlaces places_;
  DistanceBuckets rule_;
  Index start_;
};

}  // namespace

Index DistanceBuckets::of(Index distance) const {
  if (sides == BucketSides::Before) return bucket_on_side(std::max<Index>(-distance, 0), count, largest);
  const Index side = count / 2;
  return (distance > 0 ? side : 0) + bucket_on_side(std::abs(distance), side, largest);
}

Variable bucket_bias(Tape& tape, Variable table, const DistanceBuckets& buckets, Index queries, Index keys,
                     Index start) {
  require_equal("bucket bias: rows of the table", table.shape()[0], "buckets", buckets.count);
  Index* const of_distances = tape.arena().array<Index>(queries + keys);
  const Index first = 1 - queries - start;
  for (Index i = 0; i < queries + keys - 1; ++i) of_distances[i] = buckets.of(first + i);
  const BucketPlaces places{of_distances, table.shape()[1], queries, keys};
  const Variable bias = tape.make({places.heads, queries, keys});
  places.each([&](Index offset, Index place) { bias.data()[offset] = table.data()[place]; });
  tape.record<BucketBias>(bias, {table}, places, buckets, start);
  return bias;
}

}  // namespace attnlab
