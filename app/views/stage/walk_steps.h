// The walk through the pass on screen: titles and colors of its steps, shared by filmstrip and overview.
#pragma once

#include <string>

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/state/walk/pass_walk.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// The walk of the trace on screen, cached with the trace.
const PassWalk& walk_of(const ViewModel& model);

/// "softmax", "norm", "∂ scores": short enough for a thumbnail.
std::string step_label(const ViewModel& model, const WalkStep& step);
/// "decoder layer 1 · self-attention".
std::string step_part(const WalkStep& step);
/// "Attention weights", "∂loss/∂(Attention weights)".
std::string step_title(const Trace& trace, const WalkStep& step);
/// The name of a kind of part in the overview: "masked self-attention".
const char* kind_title(PartKind kind);
Colour kind_colour(PartKind kind);

/// The whole walk as a bar of parts: forward to the loss, then back. A click jumps. Script name:
/// walk.bar[0,i].
void draw_walk_bar(const ViewModel& model, std::optional<std::size_t> here, const Box& box, const Emit& emit);

/// Once a frame: steps forward while the walk plays.
void play_walk(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
