// A tensor as a small picture.
#pragma once

#include <string>

#include "app/views/common/views.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// Puts the tensor on the stage when it is pressed.
void draw_tensor_thumbnail(const ViewModel& model, const TraceTensor& tensor, const std::string& target,
                           ImVec2 size, const Emit& emit);

}  // namespace attnlab
