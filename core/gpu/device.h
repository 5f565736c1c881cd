// Device: a context with a thread of its own; buffers, programs and dispatches, called from any thread.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/gpu/buffers.h"
#include "core/gpu/context.h"
#include "core/gpu/dispatch.h"

namespace attnlab::gpu {

/// An OpenGL context and the one thread on which it is current. Every function may be called from any thread:
/// it is queued, and the caller waits for its own result. A call of several functions in one `run` goes
/// through the queue once.
///
/// Where the driver gives the context up, reports an error or does not finish, the call throws Error, as
/// does every later one, and `lost()` is true: make another device, or go on without.
class Device {
 public:
  /// Throws Error where `context` cannot be used or has no OpenGL 4.3. The device gets at most
  /// `operations` at a time, and at most two such pieces before the first of them is done.
  explicit Device(std::unique_ptr<Context> context, double operations = kOperationsAtOnce);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  /// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5".
  const std::string& description() const;
  /// The description, and whether the device runs on the processor. For people.
  std::string title() const { return description() + (software() ? ", in software on the processor" : ""); }
  /// Whether the device runs on the processor.
  bool software() const { return is_software_renderer(description()); }
  bool lost() const;
  const Limits& limits() const;
  /// Pieces of work given to the device so far, see Limits.
  Index pieces() const;
  Memory memory() const;
  void reset_peak_memory();

  /// Runs `work` on the device's thread and waits until the device has finished it. What `work` throws is
  /// thrown here.
  void run(const std::function<void()>& work);

  /// A buffer of uninitialised floats, or of `values`. Throws Error for more floats than a shader can see.
  Buffer buffer(Index floats);
  Buffer upload(std::span<const float> values);
  /// Writes floats first … first + values.size() − 1.
  void write(const Buffer& to, std::span<const float> values, Index first = 0);
  /// Reads floats first … first + to.size() − 1.
  void read(const Buffer& from, std::span<float> to, Index first = 0);

  /// Starts a shader, which is compiled on its first use. Throws Error with FILE:LINE where it does
  /// not compile, and where the device's limits are exceeded.
  void dispatch(const Dispatch& work);
  /// Lets the device begin what it was given so far, while more is being prepared.
  void flush();

  /// Begins, or ends, to measure how long each dispatch takes on the device, which takes time itself.
  void measure_kernels(bool on);
  /// The times since the last call, by kind.
  std::vector<KernelTime> take_kernel_times();

 private:
  struct Worker;
  std::unique_ptr<Worker> worker_;
};

}  // namespace attnlab::gpu
