// The view Alignment: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"
#include "app/state/app_state.h"
#include "core/analysis/experiments/length_experiment.h"
#include "core/analysis/recurrence/alignment.h"

namespace attnlab {

/// Alignment: what a recurrent decoder takes from its source.
struct AlignmentChoice {
  std::string part = "figure";  ///< figure, map, fixed or length
  Index target = 0;             ///< the decoder's position, where the tensor on the stage has none
  Index source = 0;             ///< the encoder's position, likewise
  bool experiment = false;      ///< trains a fixed vector and attention, and compares them by length
  LengthSettings lengths{};     ///< of the two models
  friend bool operator==(const AlignmentChoice&, const AlignmentChoice&) = default;
};

/// Positions in what the decoder and what the encoder read.
struct AlignedPlace {
  Index target = 0, source = 0;
  friend bool operator==(const AlignedPlace&, const AlignedPlace&) = default;
};

/// The tokens of the cell on the stage if its tensor has tokens; otherwise the tokens selected last. For
/// passes of is_recurrent_pair().
AlignedPlace aligned_place(const AppState& state, const Trace& trace);

/// Puts the cell of the place on the stage: in the alignment weights, or in the decoder's states.
void show_aligned(AppState& state, const Trace& trace, AlignedPlace place);

}  // namespace attnlab

namespace attnlab::alignment {

extern const Feature kFeature;

}  // namespace attnlab::alignment
