// The stages of attention: each draws its operation with its real matrices.
#pragma once

#include "app/views/common/stage_frame.h"

namespace attnlab {

/// Height in em below which a stage has no room for its sentence, which is then the tooltip of its title.
inline constexpr float kLowStage = 22;

/// Selectors, title, formula, switches, sentence. Sets frame.lit.
void draw_stage_header(StageFrame& frame, std::string_view touched_before);

/// Each function draws its stages in the rest of the window.
void draw_projection_stage(StageFrame& frame);  // query, key, value, output
void draw_scores_stage(StageFrame& frame);
void draw_context_stage(StageFrame& frame);
void draw_scaled_stage(StageFrame& frame);
void draw_masked_stage(StageFrame& frame);
void draw_softmax_stage(StageFrame& frame);

/// Draws the softmax of the selected query's row as a table, its scores beside its weights. Returns the
/// selected key's line. Script name: stage.softmax.
Box draw_softmax_row(const StageFrame& frame, const MatrixView& masked, const MatrixView& weights);

}  // namespace attnlab
