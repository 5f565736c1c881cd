// GpuBuffer: floats on the device; and the pool that lends them.
#pragma once

#include <memory>

#include "core/tensor/real.h"

namespace attnlab {

class BufferPool;

/// Floats on a device, uninitialised at first. Copies share them; the last one gives the memory back to the
/// device's pool, on any thread, also after the device is gone. Empty by default.
class GpuBuffer {
 public:
  GpuBuffer() = default;
  explicit operator bool() const { return lent_ != nullptr; }
  /// Number of floats.
  Index size() const;
  /// OpenGL's name of the memory.
  unsigned id() const;

 private:
  friend class BufferPool;
  struct Lent;
  explicit GpuBuffer(std::shared_ptr<Lent> lent) : lent_(std::move(lent)) {}
  std::shared_ptr<Lent> lent_;
};

/// Bytes of a device's buffers.
struct GpuMemory {
  Index alive = 0;  ///< of buffers that somebody holds
  Index peak = 0;   ///< most that `alive` has been
  Index kept = 0;   ///< of memory that is free to be lent again
};

/// Lends buffers and keeps what comes back, until that is more than was lent at once (see `peak`) and than
/// kKept. Only `take` and `clear` call OpenGL, on the device's thread.
class BufferPool : public std::enable_shared_from_this<BufferPool> {
 public:
  static constexpr Index kKept = Index(256) << 20;  ///< bytes that are kept in any case
  BufferPool();
  ~BufferPool();
  /// Throws GpuError where the device has no memory left.
  GpuBuffer take(Index floats);
  /// Deletes what is not lent.
  void clear();
  GpuMemory memory() const;
  void reset_peak();

 private:
  friend struct GpuBuffer::Lent;
  struct State;
  bool keeps_too_much() const;
  std::unique_ptr<State> state_;
};

}  // namespace attnlab
