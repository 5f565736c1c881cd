// Neuron choice: the feed-forward network on the stage, its selected unit, and the edit that takes it out.
#pragma once

#include <vector>

#include "app/state/app_state.h"
#include "core/analysis/neurons/unit_order.h"
#include "core/trace/edit.h"

namespace attnlab {

/// The network of the layer on the stage; of a mixture, the selected expert. A place that no network of the
/// pass has, where the model has none.
Place neurons_on_stage(const AppState& state, const Trace& trace);

/// The selected unit, of `units`.
Index selected_unit(const AppState& state, Index units);

/// "decoder.layers.0.feed_forward.activated[0,*,5]=0".
Edit unit_edit(const TraceTensor& activations, Index unit);

/// The position at which units are compared; none: all.
std::optional<Index> compared_position(const AppState& state, const UnitLayer& layer);

}  // namespace attnlab
