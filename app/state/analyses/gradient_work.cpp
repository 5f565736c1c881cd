// GradientWork: one gradient after another, as the views ask for them.
#include "app/state/analyses/gradient_work.h"

#include <algorithm>

#include "app/state/wake_at_end.h"

namespace attnlab {

namespace {

/// Where memory is short, the work has ended as well, and the view that still looks asks again.
struct DoneAtEnd {
  std::atomic<bool>& done;
  ~DoneAtEnd() { done = true; }
};

}  // namespace

void GradientWork::note(const Trace& trace, const std::string& name) {
  if (of_ != &trace) looked_at_.clear();
  of_ = &trace;
  if (std::ranges::find(looked_at_, name) == looked_at_.end()) looked_at_.push_back(name);
}

bool GradientWork::at_hand(const TracePtr& trace, const TraceTensor& tensor) {
  if (!tensor.gradient.late()) return true;
  note(*trace, tensor.name);
  if (tensor.gradient.made()) return true;
  if (busy()) return false;
  done_ = std::make_shared<std::atomic<bool>>(false);
  running_ = in_background([trace, gradient = tensor.gradient, done = done_, wake = wake_] {
    const WakeAtEnd at_end{wake};
    const DoneAtEnd done_at_end{*done};
    gradient.cells();
  });
  return false;
}

}  // namespace attnlab
