// Work handed to a device in pieces, and whether the device is still alive. All of it is of the device's
// thread.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "core/gpu/context.h"
#include "core/tensor/real.h"

namespace attnlab {

/// Whether a device can still be used. Once it is lost it stays so.
class GpuHealth {
 public:
  explicit GpuHealth(GpuContext& context) : context_(context) {}

  std::string description;  ///< of the device, for messages
  std::atomic<bool> lost = false;

  /// Throws GpuError where the device is lost, or the driver says that it is.
  void require_alive();
  /// The device is lost from now on; throws GpuError, which says why.
  [[noreturn]] void give_up(const std::string& why);
  /// Takes OpenGL's errors away; the device is lost from now on where they, or the driver, say so.
  void take_errors_away();

 private:
  GpuContext& context_;
};

/// Counts what the device is asked for, and hands it over once it is enough: at most two pieces at a time.
class GpuPieces {
 public:
  GpuPieces(GpuHealth& health, double operations);
  ~GpuPieces();

  /// To be called before about so many operations are asked for.
  void add(double operations);
  /// Waits until the device has done everything so far. Throws GpuError where it does not get there, which
  /// loses the device.
  void finish();
  /// Drops what is waited for, without waiting.
  void forget();
  /// Pieces handed over so far.
  Index count() const { return count_; }

 private:
  class Fence;
  void end_piece();
  void wait_for(const Fence& fence);

  GpuHealth& health_;
  const double most_;
  double operations_ = 0;  // asked for since the last piece
  std::unique_ptr<Fence> last_;
  std::atomic<Index> count_ = 0;
};

}  // namespace attnlab
