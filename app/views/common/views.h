// The views: each draws its part of the frame from one ViewModel and emits commands.
#pragma once

#include <vector>

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/box.h"
#include "app/widgets/base/figure.h"

namespace attnlab {

/// The whole window: menu, token bar, panels and dividers. Called once a frame.
void draw_frame(const ViewModel& model, const Emit& emit);

/// Left: the open lesson, as a column; or below, as a bar. Both need one.
void draw_lesson(const ViewModel& model, const Emit& emit);
void draw_lesson_bar(const ViewModel& model, const Emit& emit);
/// Over everything: a ring around the widget that the open lesson means. Called last. A widget that is
/// scrolled away or in another view is brought into sight.
void draw_halo(const ViewModel& model, const Emit& emit);
/// Over the stage, in the frame's window: asks where to begin.
void draw_welcome(const ViewModel& model, const Box& stage, const Emit& emit);
/// Menu bar with presets, open, save, undo, view and help.
void draw_menu(const ViewModel& model, const Emit& emit);
/// Top: the sentence, typed or chosen, as tokens; source ▸ target; model, step and loss at the right.
void draw_token_bar(const ViewModel& model, const Emit& emit);
/// Below the token bar, while there are edits: each edit with a button to remove it, a field for another, and
/// their effect on the loss and the predictions.
void draw_edits_bar(const ViewModel& model, const Emit& emit);
/// Shows the bar of edits with the caret in its field, or hides it.
void toggle_edits_bar(const ViewModel& model, const Emit& emit);
/// Left: the model's blocks with live thumbnails of every head.
void draw_model_map(const ViewModel& model, const Emit& emit);
/// Middle: the chosen operation of the chosen head with its real matrices.
void draw_stage(const ViewModel& model, const Emit& emit);
/// Widgets of the last drawn stage that can be figures by themselves.
const std::vector<FigurePart>& stage_parts();
/// Right: the derivation of the chosen number.
void draw_inspector(const ViewModel& model, const Emit& emit);
/// Bottom left: the operations of the forward pass, in order.
void draw_filmstrip(const ViewModel& model, const Emit& emit);
/// Bottom right: training controls and the loss.
void draw_training(const ViewModel& model, const Emit& emit);

/// Keys: ←/→ operation, ↑/↓ query token, [ ] head, PgUp/PgDn layer, space plays. Called once a frame.
void handle_keys(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
