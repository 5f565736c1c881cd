// Experts: the routers' tensors of a trace, and one pass an expert that is left out.
#include "core/analysis/experts.h"

#include "core/layers/feed_forward_sites.h"
#include "core/trace/same_target.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

bool RoutedLayer::is_chosen(Index token, Index expert) const {
  for (Index rank = 0; rank < per_token(); ++rank)
    if (chosen(token, rank) == expert) return true;
  return false;
}

std::vector<RoutedLayer> routed_layers(const Trace& trace) {
  std::vector<RoutedLayer> layers;
  for (const TraceTensor& tensor : trace.tensors()) {
    if (!tensor.is(expert_sites::kProbabilities)) continue;
    layers.push_back({.place = tensor.place.outer(),
                      .probabilities = &tensor,
                      .selected = trace.find(tensor.place, expert_sites::kSelected),
                      .gates = trace.find(tensor.place, expert_sites::kGates)});
  }
  return layers;
}

ExpertCounts counts_of(const RoutedLayer& layer) {
  ExpertCounts counts(layer.experts());
  for (Index t = 0; t < layer.tokens(); ++t)
    counts.add(layer.probabilities->value.data() + t * layer.experts(),
               layer.selected->value.data() + t * layer.per_token(), layer.per_token());
  return counts;
}

std::vector<Piece> routed_pieces(const Trace& trace, const RoutedLayer& layer) {
  constexpr std::size_t kTokens = 1;
  const std::vector<Piece>& all = axis_pieces(trace, *layer.probabilities, kTokens);
  std::vector<Piece> pieces;
  for (Index t = 0; t < layer.tokens(); ++t) {
    const auto at = static_cast<std::size_t>(t + first_piece(trace, *layer.probabilities));
    pieces.push_back(at < all.size() ? all[at] : Piece{kUnknownId, std::to_string(t), true});
  }
  return pieces;
}

std::vector<ExpertEffect> expert_effects(const Tracer& tracer, const Trace& trace, TraceRequest request) {
  request = with_same_target(trace, std::move(request));
  const std::vector<Edit> given = request.edits;
  std::vector<ExpertEffect> effects;
  for (const RoutedLayer& layer : routed_layers(trace)) {
    const std::string name = layer.place.name();
    for (Index expert = 0; layer.experts() > 1 && expert < layer.experts(); ++expert) {
      request.edits = given;
      request.edits.push_back(ExpertEdit{name, {expert}});
      const double loss = tracer.trace(trace.snapshot(), request)->loss();
      effects.push_back({name, expert, loss, loss - trace.loss()});
    }
  }
  return effects;
}

}  // namespace attnlab
