// Limits: what selections must stay within.
#pragma once

#include "app/state/app_state.h"
#include "core/trace/trace.h"
#include "core/training/timeline.h"

namespace attnlab {

/// Sizes from the model and the trace on screen.
struct Limits {
  bool has_encoder = false, has_decoder = true;
  Index layers = 1, heads = 1, head_size = 1, width = 1;
  Index source_tokens = 1, target_tokens = 1;  ///< positions in the trace
  Index pictures = 0;                          ///< that can be looked at
  bool has_attention = true;
  const ModelConfig* config = nullptr;  ///< of the open model; null while there is none
  const Timeline* timeline = nullptr;   ///< of the run on screen; null where nothing is kept
  Index step = 0;                       ///< the newest one
  const Trace* trace = nullptr;  ///< on screen, whose tensors can be shown; null until the first one is there
};

/// How many there are to choose from in the attention that `selection` means.
Index query_count(const Selection& selection, const Limits& limits);
Index key_count(const Selection& selection, const Limits& limits);
Index feature_count(Stage stage, const Limits& limits);

/// 0 to count − 1; 0 where there is nothing.
Index clamp_index(Index value, Index count);
/// The selected head and tokens stay within the model, the feature within the matrix of the stage.
void clamp_selection(Selection& selection, const ChosenCell& chosen, const Limits& limits);
/// A past step that is not kept any more becomes the one nearest to it that is; the newest is none.
void clamp_rewound(std::optional<Index>& rewound, const Limits& limits);
/// Views that the open model does not have leave the stage.
void clamp_views(AppState& state, const Limits& limits);
/// The shown cell stays within its tensor.
void clamp_chosen(ChosenCell& chosen, const Limits& limits);

}  // namespace attnlab
