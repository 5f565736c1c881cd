// Expert choice: from the selection to a layer's feed-forward network.
#include "app/state/expert_choice.h"

#include <algorithm>

#include "core/layers/block_sites.h"

namespace attnlab {

Place feed_forward_on_stage(const AppState& state, const Trace& trace) {
  Place layer = attention_place(state.selection.attention, state.selection.layer).outer();
  if (state.chosen.shown) {
    const TraceTensor* const shown = trace.find(value_name(state.chosen.shown->tensor));
    const Place around = shown ? layer_around(shown->place) : Place();
    if (!around.empty()) layer = around;
  }
  return layer.inside(block_sites::kFeedForward);
}

Index selected_expert(const AppState& state, Index experts) {
  return std::clamp<Index>(state.choices.of<ExpertsChoice>().expert, 0, std::max<Index>(experts - 1, 0));
}

Edit expert_edit(const Place& feed_forward, Index expert) {
  return ExpertEdit{feed_forward.name(), {expert}};
}

}  // namespace attnlab
