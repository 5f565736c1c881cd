// Buffer: floats on the device; and the pool that lends them.
#pragma once

#include <memory>

#include "core/tensor/real.h"

namespace attnlab::gpu {

class BufferPool;

/// Floats on a device, uninitialised at first. Copies share them; the last one gives the memory back to the
/// device's pool, on any thread, also after the device is gone. Empty by default.
class Buffer {
 public:
  Buffer() = default;
  explicit operator bool() const { return lent_ != nullptr; }
  /// Number of floats.
  Index size() const;
  /// OpenGL's name of the memory.
  unsigned id() const;

 private:
  friend class BufferPool;
  struct Lent;
  explicit Buffer(std::shared_ptr<Lent> lent) : lent_(std::move(lent)) {}
  std::shared_ptr<Lent> lent_;
};

/// Bytes of a device's memory for buffers.
struct Memory {
  Index alive = 0;  ///< of buffers in use
  Index peak = 0;   ///< most that `alive` has been
  Index kept = 0;   ///< of free memory that can be lent again
};

/// Lends buffers and reuses returned ones. It holds at most as many free bytes as the greater of `peak` and
/// kKept. Only `take` and `clear` call OpenGL, on the device's thread.
class BufferPool : public std::enable_shared_from_this<BufferPool> {
 public:
  static constexpr Index kKept = Index(256) << 20;  ///< free bytes that are always allowed
  BufferPool();
  ~BufferPool();
  /// Throws Error where the device has no memory left.
  Buffer take(Index floats);
  /// Deletes the free buffers.
  void clear();
  Memory memory() const;
  void reset_peak();

 private:
  friend struct Buffer::Lent;
  struct State;
  bool keeps_too_much() const;
  std::unique_ptr<State> state_;
};

}  // namespace attnlab::gpu
