// Experiments on attention by hand: its rows in another order, and cosines with a growing sharpness.
#pragma once

#include <vector>

#include "core/trace/hand_pass.h"

namespace attnlab {

/// The keys with their values in another order: attention sums over them, so that its output stays. Where
/// there are as many queries, these too: then the output has the same rows in the other order.
struct HandOrder {
  std::vector<Index> order;    ///< [Tk]: place i has what place order[i] had
  bool with_queries = false;   ///< queries changed places like the keys
  TracePtr straight, ordered;  ///< the passes in the first order and in the other
  /// [Tq,values]: the ordered output, its rows brought back to their places, minus the straight one.
  std::vector<Real> difference;
  double largest = 0;  ///< largest magnitude in `difference`

  /// Whether the outputs are the same but for rounding.
  bool is_same() const;
};

/// The matrices of `hand` with their rows in another order. A mask does not move: it is of places.
/// Throws std::invalid_argument where `order` does not have every key once.
HandAttention in_order(const HandAttention& hand, const std::vector<Index>& order);

/// Both passes; `order` as for in_order(). Throws as validate() and in_order().
HandOrder hand_order(const HandAttention& hand, const std::vector<Index>& order);

/// The weights of a query at one sharpness.
struct SharpnessPoint {
  double sharpness = 1;         ///< β
  double entropy = 0;           ///< of the weights, in bits
  std::vector<double> weights;  ///< [Tk]
};

/// The weights of `query` for β from `least` to `most`, in `count` steps of one ratio: a soft look-up that
/// turns into a hard one. The score of `hand` counts as cosine. Throws as validate(), and std::out_of_range
/// for a query that is not there.
std::vector<SharpnessPoint> sharpness_curve(const HandAttention& hand, Index query, double least, double most,
                                            Index count);

}  // namespace attnlab
