// RunSaver: decides when to save.
#include "app/cli/train/run_saver.h"

namespace attnlab {

namespace {

constexpr auto kMinute = std::chrono::seconds(60);

}  // namespace

void RunSaver::after_step(Index step) {
  if (run_.out.empty() || step >= run_.until) return;  // the caller saves the last step
  const bool asked = every_ > 0 && step % every_ == 0;
  if (!asked && Clock::now() - last_ < kMinute) return;
  try {
    save_run(run_);
    failed_ = false;
    if (asked) listener_.saved();
  } catch (const std::exception& error) {
    if (!failed_) listener_.problem(error.what());
    failed_ = true;
  }
  last_ = Clock::now();
}

}  // namespace attnlab
