// The input method of the desktop.
#pragma once

#include <memory>

#include "app/widgets/base/input_method.h"

namespace attnlab {

/// The input method, where the window must speak to it itself; null: where there is none, or GLFW and the
/// system do that. Call before GLFW begins.
std::unique_ptr<InputMethod> make_input_method();

}  // namespace attnlab
