// Bucket bias: a learned number for each bucket of distances, to be added to scores.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// On which sides of a query keys are told apart by their distance.
enum class BucketSides {
  Before,  ///< before it alone: all keys after it share the bucket of distance 0
  Both,    ///< half of the buckets are for keys after it
};

/// How distances from queries to keys share buckets (Raffel et al. 2020, section 2.1, and their model's
/// code).
struct DistanceBuckets {
  BucketSides sides = BucketSides::Both;
  Index count = 32;     ///< in all; even, at least 4
  Index largest = 128;  ///< distances from here on share the last bucket of their side; above count/2

  /// The bucket of a key that stands `distance` positions after its query, before it where negative. The
  /// first half of a side's buckets have one distance each, the others ranges of distances that widen by one
  /// factor.
  Index of(Index distance) const;
};

/// bias[h,q,k] = table[b,h], b the bucket of k − (start + q): [H,Tq,Tk], to be added to scores. `table` is
/// [buckets.count,H], `start` the position of the first query among the keys. Throws std::invalid_argument
/// for a table of another number of rows.
Variable bucket_bias(Tape& tape, Variable table, const DistanceBuckets& buckets, Index queries, Index keys,
                     Index start = 0);

}  // namespace attnlab
