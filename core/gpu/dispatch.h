// What a GPU is asked for, how much of it at once, and the errors that say that it cannot.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string_view>

#include "core/gpu/buffers.h"
#include "core/gpu/shader_source.h"

namespace attnlab {

/// What the GPU cannot do, in one line: too little memory, a size beyond its limits, a shader that does not
/// compile, a context that is lost.
class GpuError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// More than this GPU can hold or do at once; smaller work can still be done.
class GpuTooLarge : public GpuError {
 public:
  using GpuError::GpuError;
};

/// What a device can do at most.
struct GpuLimits {
  Index buffer_bytes = 0;    ///< of one buffer in a shader
  Index groups = 0;          ///< in each direction of a dispatch
  Index shader_buffers = 0;  ///< that a shader sees at once
  double operations = 0;     ///< handed over together; more goes in pieces
};

/// A quarter of a second at 0.2 TFLOP/s, which is what a weak integrated GPU makes of these kernels: drivers
/// end what takes a desktop's GPU about 2 s.
inline constexpr double kGpuOperationsAtOnce = 5e10;

/// One run of a compute shader.
struct GpuDispatch {
  std::string_view shader;  ///< file in shaders/
  ShaderDefines defines;
  std::span<const std::byte> call;     ///< the uniform block at binding 0
  std::span<const GpuBuffer> buffers;  ///< storage buffers at bindings 0, 1, …; empty ones are left out
  std::array<Index, 2> groups = {1, 1};
  double operations = 0;  ///< about how many it is, see GpuLimits
  bool last = true;       ///< false: the next one needs nothing that this one writes
};

}  // namespace attnlab
