// GpuCommands: what is done with a context, on the thread of the device that it is current on.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "core/gpu/buffers.h"
#include "core/gpu/context.h"
#include "core/gpu/dispatch.h"
#include "core/gpu/pieces.h"

namespace attnlab {

/// All but `health`, `pieces.count()`, `limits` and `pool` is for the device's thread alone. See GpuDevice
/// for what the functions do.
class GpuCommands {
 public:
  GpuCommands(std::unique_ptr<GpuContext> context, double operations);

  /// Makes the context current. Throws GpuError where it cannot be used; it is not current then.
  void begin();
  /// Gives back what the context has made, and the context.
  void end();
  /// Does `work` and waits until the GPU has done it.
  void run(const std::function<void()>& work);

  GpuBuffer buffer(Index floats);
  void write(const GpuBuffer& to, std::span<const float> values, Index first);
  void read(const GpuBuffer& from, std::span<float> to, Index first);
  void dispatch(const GpuDispatch& work);

  GpuHealth health;
  GpuPieces pieces;
  GpuLimits limits;
  const std::shared_ptr<BufferPool> pool = std::make_shared<BufferPool>();

 private:
  void prepare();
  void finish();
  void require_no_error();
  unsigned program(const GpuDispatch& work);

  std::unique_ptr<GpuContext> context_;
  std::map<std::string, unsigned> programs_;
  unsigned call_ = 0;    ///< the uniform block
  unsigned unused_ = 0;  ///< for bindings that a shader does not use: it may not see an empty one
};

}  // namespace attnlab
