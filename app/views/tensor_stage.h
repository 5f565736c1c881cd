// Any tensor of the trace on the stage, and the parts of a model without attention as a map.
#pragma once

#include <string>

#include "app/views/views.h"
#include "app/widgets/draw.h"

namespace attnlab {

/// The chosen tensor as one large matrix with its tokens. Script names: stage.tensor (its cells),
/// stage.attention.back.
void draw_tensor_stage(const ViewModel& model, const Emit& emit);

/// A model that is no Transformer, part by part from its input at the bottom to its output. Script names:
/// map.TENSOR.
void draw_tensor_map(const ViewModel& model, const Emit& emit);

/// A tensor as a small picture that puts it on the stage when pressed.
void draw_tensor_thumbnail(const ViewModel& model, const TraceTensor& tensor, const std::string& target,
                           ImVec2 size, const Emit& emit);

/// select.tensor NAME i,j,…
Command show_command(const CellName& cell);

}  // namespace attnlab
