// The operation behind a tensor on the stage: its operands, and how they make the result.
#pragma once

#include "app/state/walk/pass_walk.h"
#include "app/views/common/stage_frame.h"

namespace attnlab {

/// Draws the operation that makes the shown tensor, or the gradient NAME.grad. False, with nothing drawn,
/// where the tensor has no operands: it is an input of the pass.
bool draw_operation(StageFrame& frame);

/// Draws the operation's formula from the library, in a line; nothing for an input of the pass.
void draw_operation_formula(const ViewModel& model);

/// Draws token ids beside the rows of the table that they pick. Script names: stage.table, stage.result.
void draw_ids_stage(StageFrame& frame, const TraceTensor& embedding);
/// Draws −log p of each right token as columns, and their mean. Script name: stage.loss[0,t].
void draw_loss_stage(StageFrame& frame, const TraceTensor& per_token);
/// Draws one time step of a recurrent cell or an alignment: every gate's row with its formula. Script names:
/// stage.cell.NAME.
void draw_cell_stage(StageFrame& frame, const WalkStep& step, std::optional<Index> before);

/// The matrix of a tensor, a weight or a gradient by name, of the selected head, with words and colours.
StageMatrix tensor_matrix(const StageFrame& frame, std::string_view name);

}  // namespace attnlab
