// The walk through the pass on screen: its steps in words and colours, shared by filmstrip and overview.
#pragma once

#include <string>

#include "app/state/command.h"
#include "app/state/pass_walk.h"
#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// The walk of the trace on screen; made anew only with the trace.
const PassWalk& walk_of(const ViewModel& model);

/// "softmax", "norm", "∂ scores": short enough for a thumbnail.
std::string step_label(const ViewModel& model, const WalkStep& step);
/// "decoder layer 1 · self-attention".
std::string step_part(const WalkStep& step);
/// "Attention weights", "∂loss/∂(Attention weights)".
std::string step_title(const WalkStep& step);
/// "masked self-attention": what a kind of part is called in the overview.
const char* kind_title(PartKind kind);
Colour kind_colour(PartKind kind);

/// The whole walk as a bar of parts: forward to the loss, then back. A click jumps. Script name:
/// walk.bar[0,i].
void draw_walk_bar(const ViewModel& model, std::optional<std::size_t> here, const Box& box, const Emit& emit);

/// Goes on by itself while the walk plays. Once a frame.
void play_walk(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
