// The view Neurons: its row, its options and what it finds.
#pragma once

#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/app_state.h"
#include "app/state/at_step.h"
#include "core/analysis/neurons/unit_order.h"
#include "core/trace/edit.h"

namespace attnlab {

/// Neurons: the units of a feed-forward network, the examples that activate each, and the tokens that it
/// promotes.
struct NeuronsChoice {
  std::string part = "text";      ///< text, examples, words or weights
  std::string by = "activation";  ///< of kUnitOrders: what orders the units
  std::string over = "text";      ///< text: the largest value over all positions; token: at the selected one
  std::string answer = "predicted";  ///< whose logit: predicted or right
  std::string feature = "position";  ///< of text_features()
  Index unit = 0;                    ///< the selected unit of every network

  bool right_answer() const { return answer == "right"; }
  bool at_token() const { return over == "token"; }
  friend bool operator==(const NeuronsChoice&, const NeuronsChoice&) = default;
};

/// Held-out positions that are read to describe units; see held_out_batches().
inline constexpr Index kReadByUnits = 4096;

/// What the units of one network add to one logit at each position of a pass.
struct TextUnits {
  TracePtr trace;
  Place place;
  bool right_answer = false;
  UnitContributions contributions;  ///< empty if there is no direct path to the logits
  std::string no_way;               ///< why there is none; "" if there is one
};

/// The tokens that one unit promotes and suppresses, at the weights of a pass.
struct UnitWords {
  Place place;
  Index unit = 0;
  SaidWords said;      ///< empty if there is no direct path to the logits
  std::string no_way;  ///< why there is none; "" if there is one
};
/// The number of promoted, and of suppressed, tokens that are listed.
inline constexpr std::size_t kMostSaidWords = 20;

/// The newest of each; values are null before the first. The pass and the network on screen may be others.
struct NeuronResults {
  std::shared_ptr<const TextUnits> text;
  std::shared_ptr<const UnitWords> words;
  AtStep<DescribedUnits> held_out;  ///< without edits
  bool has_held_out = false;        ///< whether the model's task is known
  double progress = 0;              ///< of the work on held-out texts, 0 to 1
  std::string error;                ///< why the newest work failed
  friend bool operator==(const NeuronResults&, const NeuronResults&) = default;
};

/// The network of the layer on the stage; in a mixture, the selected expert. A place that is not in the pass
/// if the model has no such network.
Place neurons_on_stage(const AppState& state, const Trace& trace);

/// The selected unit, of `units`.
Index selected_unit(const AppState& state, Index units);

/// "decoder.layers.0.feed_forward.activated[0,*,5]=0".
Edit unit_edit(const TraceTensor& activations, Index unit);

/// The position at which units are compared; none: all.
std::optional<Index> compared_position(const AppState& state, const UnitLayer& layer);

}  // namespace attnlab

namespace attnlab::neurons {

extern const Feature kFeature;

}  // namespace attnlab::neurons
