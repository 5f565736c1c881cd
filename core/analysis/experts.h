// Experts: how the routers of a pass send its tokens to experts, and what the loss loses without an expert.
#pragma once

#include "core/ops/experts/expert_counts.h"
#include "core/trace/tracer.h"

namespace attnlab {

/// The routing of one mixture of experts in a pass. Points into the trace.
struct RoutedLayer {
  Place place;                                 ///< of the mixture: decoder, layer 0, feed-forward
  const TraceTensor* probabilities = nullptr;  ///< [1,T,E]
  const TraceTensor* selected = nullptr;       ///< [1,T,k] numbers of experts, the most probable first
  const TraceTensor* gates = nullptr;          ///< [1,T,E], 0 for experts that are not chosen

  Index tokens() const { return probabilities->shape[1]; }
  Index experts() const { return probabilities->shape.last(); }
  Index per_token() const { return selected->shape.last(); }
  double probability(Index token, Index expert) const { return at(*probabilities, token, expert); }
  /// How much the expert's output counts in the token's.
  double gate(Index token, Index expert) const { return at(*gates, token, expert); }
  /// The token's expert of this rank, from 0.
  Index chosen(Index token, Index rank) const { return static_cast<Index>(at(*selected, token, rank)); }
  bool is_chosen(Index token, Index expert) const;

 private:
  static double at(const TraceTensor& tensor, Index token, Index column) {
    return double(tensor.value[static_cast<std::size_t>(token * tensor.shape.last() + column)]);
  }
};

/// The mixtures of experts of a pass over one example, in order of computation; none where the model has
/// none. Edits count.
std::vector<RoutedLayer> routed_layers(const Trace& trace);

/// All tokens of the pass together.
ExpertCounts counts_of(const RoutedLayer& layer);

/// The pieces that the layer routes, token by token.
std::vector<Piece> routed_pieces(const Trace& trace, const RoutedLayer& layer);

/// What is lost without one expert.
struct ExpertEffect {
  std::string feed_forward;  ///< "decoder.layers.0.feed_forward"
  Index expert = 0;
  double loss = 0;    ///< without the expert; NaN where no target counts
  double effect = 0;  ///< `loss` minus the loss with the expert: positive where the expert helps
};

/// One entry for each expert that has others beside it, in order of computation: the loss of the same pass
/// with the router's probability of the expert at 0; see ExpertEdit. `request` must be the request of
/// `trace`, on its snapshot; its edits stay, and a generated target is reused.
std::vector<ExpertEffect> expert_effects(const Tracer& tracer, const Trace& trace, TraceRequest request);

}  // namespace attnlab
