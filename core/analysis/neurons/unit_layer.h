// Unit layer: the units of one feed-forward network of a pass, with the weights that go into and out of them.
#pragma once

#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// The units of a feed-forward network, or of one expert of a mixture. Points into the trace.
struct UnitLayer {
  Place place;                               ///< "decoder.layers.0.feed_forward", or an expert inside of it
  const TraceTensor* activations = nullptr;  ///< [1,T,F] what the last matrix reads: activated, or gated
  const TraceTensor* output = nullptr;       ///< [1,T,C] of this network alone
  const TraceTensor* shares = nullptr;  ///< [1,T,E] how much each expert's output counts; null: no experts
  Index expert = -1;                    ///< its number; −1: the network is no expert

  const TraceTensor* in = nullptr;         ///< [F,C] what makes the unit: expand, or up of a gated network
  const TraceTensor* in_bias = nullptr;    ///< [F]; null: there is none
  const TraceTensor* gate = nullptr;       ///< [F,C] of a gated network; null for others
  const TraceTensor* gate_bias = nullptr;  ///< [F]
  const TraceTensor* out = nullptr;        ///< [C,F]
  const TraceTensor* out_bias = nullptr;   ///< [C]

  Index tokens() const { return activations->shape.rows(); }
  Index units() const { return activations->shape.last(); }
  Index width() const { return output->shape.last(); }
  double activation(Index token, Index unit) const { return cell(*activations, token, unit); }
  /// How much the network's output counts at a token: 1, or the share of the expert, 0 where it is not
  /// chosen.
  double share(Index token) const { return shares ? cell(*shares, token, expert) : 1; }
  /// The weights of one unit out of the network, [C].
  std::vector<double> weights_out(Index unit) const;
  /// Its weights in, [C]: those of `matrix`, which is `in` or `gate`.
  static std::vector<double> weights_in(const TraceTensor& matrix, Index unit);

 private:
  static double cell(const TraceTensor& tensor, Index row, Index column) {
    return double(tensor.value[static_cast<std::size_t>(row * tensor.shape.last() + column)]);
  }
};

/// All networks of the pass in order of computation, each expert of a mixture by itself; empty where the
/// model has no feed-forward networks. Edits count.
std::vector<UnitLayer> unit_layers(const Trace& trace);

/// The tensor of the activations at `place`, as the names of a pass have it: gated networks end in "gated",
/// others in "activated". Null where there is no network.
const TraceTensor* unit_activations(const Trace& trace, const Place& place);

}  // namespace attnlab
