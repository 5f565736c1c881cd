// The operation behind a tensor on the stage: its operands, and how they make the result.
#pragma once

#include "app/state/pass_walk.h"
#include "app/views/common/stage_frame.h"

namespace attnlab {

/// Draws the operation that makes the shown tensor, or the gradient NAME.grad. False, with nothing drawn,
/// where it has no operands to show: it is what the pass is given.
bool draw_operation(StageFrame& frame);

/// Its formula as the library states it, in a line; nothing for what the pass is given.
void draw_operation_formula(const ViewModel& model);

/// Token ids beside the rows of the table that they pick. Script names: stage.table, stage.result.
void draw_ids_stage(StageFrame& frame, const TraceTensor& embedding);
/// −log p of the right token as columns, and their mean. Script name: stage.loss[0,t].
void draw_loss_stage(StageFrame& frame, const TraceTensor& per_token);
/// One time step of a recurrent cell or an alignment: every gate's row with its formula. Script names:
/// stage.cell.NAME.
void draw_cell_stage(StageFrame& frame, const WalkStep& step, std::optional<Index> before);

/// The matrix of a tensor, a weight or a gradient by name, of the selected head, with words and colours.
StageMatrix tensor_matrix(const StageFrame& frame, std::string_view name);

}  // namespace attnlab
