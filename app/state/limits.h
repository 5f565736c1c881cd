// Limits: the bounds of what can be selected.
#pragma once

#include <span>

#include "app/state/app_state.h"
#include "core/language/messages.h"
#include "core/models/model.h"
#include "core/tasks/base/context_windows.h"
#include "core/tasks/base/task.h"
#include "core/trace/trace.h"
#include "core/training/run/timeline.h"

namespace attnlab {

class Results;

/// Sizes from the model and the trace on screen.
struct Limits {
  bool has_encoder = false, has_decoder = true;
  Index layers = 1;  ///< of the deepest stack
  Index heads = 1, head_size = 1, width = 1;
  Index source_tokens = 1, target_tokens = 1;  ///< positions in the trace
  std::span<const Example> pictures{};         ///< that the model can read, with what is right for them
  bool has_attention = true;
  const ModelConfig* config = nullptr;         ///< of the open model; null while there is none
  const Model* model = nullptr;                ///< the open one
  const AppState* start = nullptr;             ///< the choices that it was opened with
  const ContextWindows* windows = nullptr;     ///< of the open model's task; null where it has none
  const Timeline* timeline = nullptr;          ///< of the run on screen; null where no steps are kept
  Index step = 0;                              ///< the newest step
  std::span<const Example> examples{};         ///< of the task, with texts as the state has them: see Example
  const Trace* trace = nullptr;                ///< on screen; its tensors can be shown; null before the first
  const Vocabularies* vocabularies = nullptr;  ///< of the open model
  const Results* results = nullptr;            ///< of the analyses; null before the first pass
};

/// The error before the first pass.
inline constexpr const char* kNoPassYet =
    tr_mark("there is no forward pass on screen yet: wait until the model has read the text");
/// Throws std::invalid_argument if there is none yet.
const Trace& trace_on_screen(const Limits& limits);

/// The number of queries, keys or features in the selected attention.
Index query_count(const Selection& selection, const Limits& limits);
Index key_count(const Selection& selection, const Limits& limits);
Index feature_count(Stage stage, const Limits& limits);

/// `value` within 0 to count − 1; 0 where `count` is 0.
Index clamp_index(Index value, Index count);
/// Brings the selected head and tokens within the model, and the feature within the matrix on the stage.
void clamp_selection(Selection& selection, const ChosenCell& chosen, const Limits& limits);
/// Replaces a past step that is no longer stored by the nearest stored step; the newest step becomes none.
void clamp_rewound(std::optional<Index>& rewound, const Limits& limits);
/// Takes views that the open model does not have off the stage.
void clamp_views(AppState& state, const Limits& limits);
/// Brings the shown cell within its tensor.
void clamp_chosen(ChosenCell& chosen, const Limits& limits);

}  // namespace attnlab
