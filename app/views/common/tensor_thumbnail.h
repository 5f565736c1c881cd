// A tensor as a small picture.
#pragma once

#include <string>

#include "app/views/common/views.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// Draws a thumbnail; a press puts the tensor on the stage.
void draw_tensor_thumbnail(const ViewModel& model, const TraceTensor& tensor, const std::string& target,
                           ImVec2 size, const Emit& emit);

}  // namespace attnlab
