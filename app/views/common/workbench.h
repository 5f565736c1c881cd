// The views of the stage: each fills the window that it is drawn in, from a ViewModel that has a trace.
#pragma once

#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// The forward pass operation by operation, with its real matrices; or any one tensor.
void draw_steps(const ViewModel& model, const Emit& emit);
/// Every attention head, or one of them.
void draw_heads(const ViewModel& model, const Emit& emit);
/// How the model knows where a token is.
void draw_positions(const ViewModel& model, const Emit& emit);
/// What may be seen, and what follows.
void draw_masks(const ViewModel& model, const Emit& emit);
/// What normalization does to each token.
void draw_norms(const ViewModel& model, const Emit& emit);
/// How the next token is chosen.
void draw_generation(const ViewModel& model, const Emit& emit);
/// Every block of the model, as in the figure of a paper, with its live numbers; and another model in draft.
void draw_architecture(const ViewModel& model, const Emit& emit);
/// This pass and another: without edits, of another text, or with other weights.
void draw_compare(const ViewModel& model, const Emit& emit);
/// Metrics of all runs over each other, experiments, and how the run on screen learns.
void draw_training_view(const ViewModel& model, const Emit& emit);
/// Attention a block of keys at a time.
void draw_tiles(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
