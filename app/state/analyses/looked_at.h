// Looked at: the weights on screen, as analyses follow them.
#pragma once

#include <chrono>

#include "app/state/analyses/analysis_input.h"

namespace attnlab {

/// The weights on screen; while these change, newer ones only every quarter of a second. Used by the screen's
/// thread alone.
class LookedAt {
 public:
  const SnapshotPtr& at(const AnalysisInput& input) {
    constexpr std::chrono::milliseconds kLook{250};
    const auto now = std::chrono::steady_clock::now();
    const SnapshotPtr& shown = input.trace->snapshot();
    if (snapshot_ == shown || (input.changes() && snapshot_ && now < since_ + kLook)) return snapshot_;
    since_ = now;
    return snapshot_ = shown;
  }
  void clear() { snapshot_ = nullptr; }

 private:
  SnapshotPtr snapshot_;
  std::chrono::steady_clock::time_point since_{};
};

}  // namespace attnlab
