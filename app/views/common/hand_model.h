// Hand model: attention by hand as the pass on screen, so that stages and inspector show it like a model's.
#pragma once

#include <string_view>

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "core/trace/hand_pass.h"

namespace attnlab {

/// The pass of the typed numbers, computed again when they change.
const TracePtr& hand_pass(const ViewModel& model);

/// `model` with the pass by hand for its trace, and the selected cell of that for the chosen one. It has a
/// memory of its own, which lives as long as the model's.
ViewModel hand_model(const ViewModel& model);

/// Whether the inspector explains a number of attention by hand.
bool explains_hand(const ViewModel& model);

/// Where stages of hand_model() send commands: a choice of a tensor, a query or a key becomes one by hand,
/// any other command goes to `emit`.
Emit hand_emit(const Emit& emit);

}  // namespace attnlab
