// Commands: the OpenGL commands of a device, on the thread where its context is current.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "core/gpu/buffers.h"
#include "core/gpu/context.h"
#include "core/gpu/dispatch.h"
#include "core/gpu/kernel_times.h"
#include "core/gpu/pieces.h"

namespace attnlab::gpu {

/// All but `health`, `pieces.count()`, `limits` and `pool` is for the device's thread alone. See Device
/// for what the functions do.
class Commands {
 public:
  Commands(std::unique_ptr<Context> context, double operations);

  /// Makes the context current. Throws Error where it cannot be used; it is not current then.
  void begin();
  /// Deletes the objects of the context, and releases the context.
  void end();
  /// Runs `work` and waits until the GPU has finished it.
  void run(const std::function<void()>& work);

  Buffer buffer(Index floats);
  void write(const Buffer& to, std::span<const float> values, Index first);
  void read(const Buffer& from, std::span<float> to, Index first);
  void dispatch(const Dispatch& work);
  static void flush();

  Health health;
  Pieces pieces;
  Limits limits;
  KernelTimes times;
  const std::shared_ptr<BufferPool> pool = std::make_shared<BufferPool>();

 private:
  void prepare();
  void finish();
  void require_no_error();
  unsigned program(const Dispatch& work);

  std::unique_ptr<Context> context_;
  std::map<std::string, unsigned> programs_;
  unsigned call_ = 0;    ///< the uniform block
  unsigned unused_ = 0;  ///< for bindings that a shader does not use, which must not be empty
};

}  // namespace attnlab::gpu
