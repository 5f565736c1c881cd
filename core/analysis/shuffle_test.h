// Shuffle test: what becomes of a model's outputs when it reads its tokens in another order.
#pragma once

#include <string>
#include <vector>

#include "core/trace/tracer.h"

namespace attnlab {

/// Two passes, of the tokens as they are and in the other order. Matrices are [rows,columns].
struct ShuffledPasses {
  bool positions = true, mask = true;  ///< whether the model had them
  std::vector<Real> straight;          ///< outputs of the tokens as they are
  std::vector<Real> shuffled;          ///< outputs in the other order, row by row as it was read
  std::vector<Real> difference;        ///< of each token: shuffled − straight
  double largest = 0;                  ///< size in `difference`
};

struct ShuffleTest {
  std::string output;  ///< the tensor whose rows are compared: what the encoder or decoder hands on
  Index rows = 0, columns = 0;
  std::vector<Index> order;  ///< [rows]: row i of the other order is token order[i]
  /// With all that the model has first, and without any of it last.
  std::vector<ShuffledPasses> passes;

  const ShuffledPasses* find(bool positions, bool mask) const;
};

/// The `number`-th of the orders that are tried, drawn at random. Never the order as it is, where there are
/// two tokens or more.
std::vector<Index> shuffled_order(Index count, Index number);

/// Attention without positions and masks knows no order: then outputs are permuted as the tokens were. Passes
/// with and without the model's positions, and with and without its masks where they hide anything. The text
/// that is put in order is the encoder's, or the decoder's where there is no encoder; a class vector stays
/// first. `trace` as for with_same_target(); its edits are not made. Throws std::invalid_argument for a model
/// that is no Transformer.
ShuffleTest shuffle_test(const Tracer& tracer, const Trace& trace, TraceRequest request, Index order);

}  // namespace attnlab
