// Shuffle test: how a model's outputs change when it reads its tokens in another order.
#pragma once

#include <string>
#include <vector>

#include "core/trace/tracer.h"

namespace attnlab {

/// Two passes: the tokens in their own order, and in the other order. Matrices are [rows,columns].
struct ShuffledPasses {
  bool positions = true, mask = true;  ///< whether the model had them
  std::vector<Real> straight;          ///< outputs in the tokens' own order
  std::vector<Real> shuffled;          ///< outputs in the other order, rows in reading order
  std::vector<Real> difference;        ///< of each token: shuffled − straight
  double largest = 0;                  ///< largest magnitude in `difference`
};

/// What of a model takes part in a pass.
struct ShuffledModel {
  bool positions = false, mask = false;
};

struct ShuffleTest {
  std::string output;  ///< the tensor whose rows are compared: the output of encoder or decoder
  Index rows = 0, columns = 0;
  std::vector<Index> order;  ///< [rows]: row i of the other order is token order[i]
  /// First with the model's positions and masks, last with neither.
  std::vector<ShuffledPasses> passes;

  const ShuffledPasses* find(const ShuffledModel& model) const;
};

/// The `number`-th of the orders that are tried, drawn at random. Never the tokens' own order, where there
/// are two tokens or more.
std::vector<Index> shuffled_order(Index count, Index number);

/// Attention without positions and masks knows no order: then outputs are permuted as the tokens were. Passes
/// with and without the model's positions, and with and without its masks where they hide anything. The text
/// that is put in order is the encoder's, or the decoder's where there is no encoder; a class vector stays
/// first. `trace` as for with_same_target(); its edits are left out. Throws std::invalid_argument for a model
/// that is no Transformer.
ShuffleTest shuffle_test(const Tracer& tracer, const Trace& trace, TraceRequest request, Index order);

}  // namespace attnlab
