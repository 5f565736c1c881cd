// Requests to a GPU, their limits, and its errors.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/gpu/buffers.h"
#include "core/gpu/shader_source.h"

namespace attnlab::gpu {

/// An error of the GPU, in one line: too little memory, a size beyond its limits, a shader that does not
/// compile, a context that is lost.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A request beyond what this GPU can hold or do at once; smaller work can still be done.
class TooLarge : public Error {
 public:
  using Error::Error;
};

/// The limits of a device.
struct Limits {
  Index buffer_bytes = 0;    ///< of one buffer in a shader
  Index groups = 0;          ///< in each direction of a dispatch
  Index shader_buffers = 0;  ///< that a shader sees at once
  double operations = 0;     ///< handed over at once; more goes in pieces
};

/// A quarter of a second at 0.2 TFLOP/s, the speed of these kernels on a weak integrated GPU: drivers
/// end what takes a desktop's GPU about 2 s.
inline constexpr double kOperationsAtOnce = 5e10;

/// One run of a compute shader.
struct Dispatch {
  std::string_view shader;  ///< file in shaders/
  ShaderDefines defines;
  std::span<const std::byte> call;  ///< the uniform block at binding 0
  std::span<const Buffer> buffers;  ///< storage buffers at bindings 0, 1, …; empty ones are left out
  std::array<Index, 2> groups = {1, 1};
  double operations = 0;  ///< estimated number, see Limits
  bool last = true;       ///< false: the next dispatch reads nothing that this one writes, nor writes there
  std::string_view kind = {};  ///< under which its time is counted; "": the shader's name
};

/// Time that dispatches of one kind took on the device.
struct KernelTime {
  std::string kind;
  Index dispatches = 0;
  double seconds = 0;
  double operations = 0;  ///< as the dispatches estimate them
};

}  // namespace attnlab::gpu
