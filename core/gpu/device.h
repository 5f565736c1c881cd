// GpuDevice: a context with a thread of its own; buffers, programs and dispatches, called from any thread.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/gpu/buffers.h"
#include "core/gpu/context.h"
#include "core/gpu/dispatch.h"

namespace attnlab {

/// An OpenGL context and the one thread on which it is current. Every function may be called from any thread:
/// it is queued, and the caller waits for its own result. A call of several functions in one `run` goes
/// through the queue once.
///
/// Where the driver gives the context up, reports an error or does not finish, the call throws GpuError, as
/// does every later one, and `lost()` is true: make another device, or go on without.
class GpuDevice {
 public:
  /// Throws GpuError where `context` cannot be used or has no OpenGL 4.3. The device gets at most
  /// `operations` at a time, and at most two such pieces before the first of them is done.
  explicit GpuDevice(std::unique_ptr<GpuContext> context, double operations = kGpuOperationsAtOnce);
  ~GpuDevice();
  GpuDevice(const GpuDevice&) = delete;
  GpuDevice& operator=(const GpuDevice&) = delete;

  /// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5".
  const std::string& description() const;
  /// Whether it runs on the processor.
  bool software() const { return is_software_renderer(description()); }
  bool lost() const;
  const GpuLimits& limits() const;
  /// Pieces that the device has been given so far, see GpuLimits.
  Index pieces() const;
  GpuMemory memory() const;
  void reset_peak_memory();

  /// Runs `work` on the device's thread and waits until the device has finished it. What `work` throws is
  /// thrown here.
  void run(const std::function<void()>& work);

  /// Uninitialised floats; those of `values`. Throws GpuError where they are more than a shader can see.
  GpuBuffer buffer(Index floats);
  GpuBuffer upload(std::span<const float> values);
  /// Writes floats first … first + values.size() − 1.
  void write(const GpuBuffer& to, std::span<const float> values, Index first = 0);
  /// Reads floats first … first + to.size() − 1.
  void read(const GpuBuffer& from, std::span<float> to, Index first = 0);

  /// Starts a shader, which is compiled when it is first met. Throws GpuError with FILE:LINE where it does
  /// not compile, and where the device's limits are exceeded.
  void dispatch(const GpuDispatch& work);

 private:
  struct Worker;
  std::unique_ptr<Worker> worker_;
};

}  // namespace attnlab
