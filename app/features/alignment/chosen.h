// Aligned place: which position of a recurrent decoder, and which state of its encoder, is selected.
#pragma once

#include "app/state/app_state.h"
#include "core/analysis/recurrence/alignment.h"

namespace attnlab {

/// Positions in what the decoder and what the encoder read.
struct AlignedPlace {
  Index target = 0, source = 0;
  friend bool operator==(const AlignedPlace&, const AlignedPlace&) = default;
};

/// The tokens of the cell on the stage, where its tensor has them; else those that were selected last. For
/// passes of is_recurrent_pair().
AlignedPlace aligned_place(const AppState& state, const Trace& trace);

/// Selects a place, which is clamped to the pass. The tensor on the stage stays where it has both tokens or
/// that which changes; else the alignment weights come, or the decoder's states where nothing looks back.
void select_aligned(AppState& state, const Trace& trace, AlignedPlace place);

/// Puts the cell of the place in the alignment weights on the stage, or that of the decoder's states.
void show_aligned(AppState& state, const Trace& trace, AlignedPlace place);

}  // namespace attnlab
