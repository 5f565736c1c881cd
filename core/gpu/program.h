// Compiled compute shaders.
#pragma once

#include "core/gpu/shader_source.h"

namespace attnlab::gpu {

/// OpenGL's name of the program made from `source`. Throws Error with the compiler's messages, each with
/// FILE:LINE of our sources. On the device's thread.
unsigned compile_compute_program(const ShaderSource& source);

}  // namespace attnlab::gpu
