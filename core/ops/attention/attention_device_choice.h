// AttentionDeviceChoice: on which device attention is computed, which people may change while passes run.
#pragma once

#include <memory>

namespace attnlab {

class AttentionDevice;

/// All copies are one choice: its owner keeps a copy, and passes others to the code that makes tapes. Each
/// asks before a pass, and holds what it got until the pass has ended. All members may be called from any
/// thread.
class AttentionDeviceChoice {
 public:
  /// Null: the processor.
  explicit AttentionDeviceChoice(std::shared_ptr<AttentionDevice> device = nullptr);

  /// From the next pass on.
  void set(std::shared_ptr<AttentionDevice> device);
  std::shared_ptr<AttentionDevice> get() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace attnlab
