// Hand model: attention by hand as the pass on screen, so that stages and inspector show it like a model's.
#pragma once

#include <string_view>

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "core/trace/hand_pass.h"

namespace attnlab {

/// The pass of the typed numbers, computed again when they change.
const TracePtr& hand_pass(const ViewModel& model);

/// `model` with the pass by hand for its trace, and its selected cell for the chosen one. It has a
/// memory of its own, which lives as long as the model's.
ViewModel hand_model(const ViewModel& model);

/// Where stages and the inspector of hand_model() send commands: commands that choose, explain and go back
/// become their counterparts by hand; any other command goes to `emit`.
Emit hand_emit(const Emit& emit);

}  // namespace attnlab
