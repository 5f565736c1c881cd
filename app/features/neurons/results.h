// Neuron results: what the units of the network on the stage add to logits, and what they do over held-out
// texts.
#pragma once

#include <string>

#include "app/state/at_step.h"
#include "core/analysis/neurons/unit_order.h"

namespace attnlab {

/// Held-out positions that are read to describe units; see held_out_batches().
inline constexpr Index kReadByUnits = 4096;

/// What the units of one network add to one logit a position of a pass.
struct TextUnits {
  TracePtr trace;
  Place place;
  bool right_answer = false;
  UnitContributions contributions;  ///< empty where there is no straight way
  std::string no_way;               ///< why there is none; "" where there is
};

/// The words that one unit promotes and suppresses, at the weights of a pass.
struct UnitWords {
  Place place;
  Index unit = 0;
  SaidWords said;      ///< empty where there is no straight way
  std::string no_way;  ///< why there is none; "" where there is
};
/// So many words of a unit are listed, of each kind.
inline constexpr std::size_t kMostSaidWords = 20;

/// The newest of each; values are null before the first. The pass and the network on screen may be others.
struct NeuronResults {
  std::shared_ptr<const TextUnits> text;
  std::shared_ptr<const UnitWords> words;
  AtStep<DescribedUnits> held_out;  ///< without edits
  bool has_held_out = false;        ///< whether the model's task is at hand
  double progress = 0;              ///< of the work on held-out texts, 0 to 1
  std::string error;                ///< why the newest work failed
  friend bool operator==(const NeuronResults&, const NeuronResults&) = default;
};

}  // namespace attnlab
