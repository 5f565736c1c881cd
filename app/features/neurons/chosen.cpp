// Neuron choice: from the selection to a network and a unit.
#include "app/features/neurons/chosen.h"

#include <algorithm>

#include "app/features/neurons/choice.h"
#include "app/state/expert_choice.h"
#include "core/layers/feed_forward_sites.h"

namespace attnlab {

Place neurons_on_stage(const AppState& state, const Trace& trace) {
  const Place network = feed_forward_on_stage(state, trace);
  const Index experts = trace.config().experts;
  if (experts == 0) return network;
  return network.inside(expert_sites::kExperts, selected_expert(state, experts));
}

Index selected_unit(const AppState& state, Index units) {
  return std::clamp<Index>(state.choices.of<NeuronsChoice>().unit, 0, std::max<Index>(units - 1, 0));
}

Edit unit_edit(const TraceTensor& activations, Index unit) {
  return CellEdit{{activations.name, {0, AxisRange(CellRegion::kWhole), unit}}, CellEdit::How::Set, 0};
}

std::optional<Index> compared_position(const AppState& state, const UnitLayer& layer) {
  if (!state.choices.of<NeuronsChoice>().at_token()) return {};
  return std::clamp<Index>(current_row(state), 0, layer.tokens() - 1);
}

}  // namespace attnlab
