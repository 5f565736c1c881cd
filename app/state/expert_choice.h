// Expert choice: the mixture of experts on the stage, its selected expert, and the edit that leaves it out.
#pragma once

#include "app/state/app_state.h"
#include "core/trace/edit.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Experts: which experts a router sends each token to.
struct ExpertsChoice {
  std::string part = "text";    ///< text, shares, words or without
  Index expert = 0;             ///< the selected expert of every layer
  std::string order = "often";  ///< of the tokens that an expert takes: often or mostly

  /// What is computed beyond the trace for the part that is shown.
  enum class Needs { Nothing, HeldOut, Effects };
  Needs needs() const;
  friend bool operator==(const ExpertsChoice&, const ExpertsChoice&) = default;
};

/// The feed-forward network of the layer on the stage: that of the shown tensor, or that of the selected
/// attention. Outside of layers it is that of the selected attention too.
Place feed_forward_on_stage(const AppState& state, const Trace& trace);

/// The selected expert, of `experts`.
Index selected_expert(const AppState& state, Index experts);

/// "no expert decoder.layers.0.feed_forward#2".
Edit expert_edit(const Place& feed_forward, Index expert);

}  // namespace attnlab
