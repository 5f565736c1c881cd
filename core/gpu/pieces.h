// Hands work to a device in pieces, and tracks whether the device is still alive. On the device's thread.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "core/gpu/context.h"
#include "core/tensor/real.h"

namespace attnlab::gpu {

/// Whether a device can still be used. A lost device stays lost.
class Health {
 public:
  explicit Health(Context& context) : context_(context) {}

  std::string description;  ///< of the device, for messages
  std::atomic<bool> lost = false;

  /// Throws Error where the device is lost, or the driver says that it is.
  void require_alive();
  /// Marks the device as lost; throws Error, which says why.
  [[noreturn]] void give_up(const std::string& why);
  /// Clears OpenGL's errors; marks the device as lost where they, or the driver, say so.
  void take_errors_away();

 private:
  Context& context_;
};

/// Counts requested operations and hands them to the device piece by piece, at most two pieces at a time.
class Pieces {
 public:
  Pieces(Health& health, double operations);
  ~Pieces();

  /// Call this before a request of about so many operations.
  void add(double operations);
  /// Waits until the device has done everything so far. Throws Error, with the device lost, where it does
  /// not finish.
  void finish();
  /// Drops the pending piece without waiting for it.
  void forget();
  /// Pieces handed over so far.
  Index count() const { return count_; }

 private:
  class Fence;
  void end_piece();
  void wait_for(const Fence& fence);

  Health& health_;
  const double most_;
  double operations_ = 0;  // requested since the last piece
  std::unique_ptr<Fence> last_;
  std::atomic<Index> count_ = 0;
};

}  // namespace attnlab::gpu
