// GradientWork: computes gradients that a pass did not keep, beside the screen.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/config/background.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Used by the screen's thread alone, which waits only in the destructor. One gradient at a time.
class GradientWork {
 public:
  /// `wake` is called on the worker's thread after each gradient.
  explicit GradientWork(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// Whether the gradient of `tensor` of `trace` can be read without a wait. Where it cannot, it is computed
  /// from now on, unless another one is: so call it in each frame.
  bool at_hand(const TracePtr& trace, const TraceTensor& tensor);
  bool busy() const { return done_ && !*done_; }
  /// The tensors with gradients that were not stored and that were shown in the pass on screen: the
  /// next pass computes theirs before it is shown.
  const std::vector<std::string>& looked_at() const { return looked_at_; }
  /// Another model is on screen.
  void forget() { looked_at_.clear(); }

 private:
  void note(const Trace& trace, const std::string& name);

  std::function<void()> wake_;
  const Trace* of_ = nullptr;  ///< whose gradients `looked_at_` are; never read
  std::vector<std::string> looked_at_;
  std::shared_ptr<std::atomic<bool>> done_;  ///< true before the wake, when `running_` is not yet ready
  BackgroundWork running_;                   ///< last: awaited before what it uses goes
};

}  // namespace attnlab
