// Screen trace: the jobs of the results decide which are for the screen.
#include "app/state/lab/screen_trace.h"

namespace attnlab {

bool same_but_weights(const WantedTrace& a, const WantedTrace& b) {
  WantedTrace other = b;
  other.job.snapshot = a.job.snapshot;
  return a == other;
}

void ScreenTrace::forget() {
  asked_.reset();
  answered_.reset();
  shown_ = nullptr;
}

bool ScreenTrace::take() {
  if (!asked_) return false;
  const TraceService::ResultPtr result = service_.latest();
  if (!result || result->job != asked_->job) return false;
  answered_ = std::move(asked_);
  asked_.reset();
  error_ = result->error;
  if (!result->trace) return true;
  shown_ = result;
  compared_with_ = answered_->comparison.with;
  ++version_;
  return true;
}

void ScreenTrace::ask(WantedTrace wanted, const std::vector<std::string>& gradients) {
  if (answered_ == wanted) return;
  service_.request(wanted.job, gradients);
  asked_ = std::move(wanted);
  asked_at_ = std::chrono::steady_clock::now();
}

void ScreenTrace::stop() {
  if (asked_) service_.stop();
}

std::optional<double> ScreenTrace::share() const {
  constexpr std::chrono::milliseconds kShort{400};
  if (!asked_ || std::chrono::steady_clock::now() < asked_at_ + kShort) return {};
  return service_.share();
}

bool ScreenTrace::is_of(const WantedTrace& wanted) const {
  return !asked_ && answered_ == wanted && !service_.busy();
}

bool ScreenTrace::is_of_text(const WantedTrace& wanted) const {
  const auto same = [&](const WantedTrace& other) { return same_but_weights(other, wanted); };
  return answered_ && same(*answered_) && (!asked_ || same(*asked_));
}

std::shared_ptr<const TraceRequest> ScreenTrace::request() const {
  return shown_ ? std::shared_ptr<const TraceRequest>(shown_, &shown_->job.request) : nullptr;
}

/// The baselines are in the order of baselines(): the pass without edits, if there are edits; last, the pass
/// that the user compares with.
std::shared_ptr<const TraceDiff> ScreenTrace::diff() const {
  return shown_ && !shown_->job.request.edits.empty() ? shown_->compared.front().diff : nullptr;
}

Compared ScreenTrace::comparison(Comparison::With with) const {
  return shown_ && with == compared_with_ && !shown_->compared.empty() ? shown_->compared.back() : Compared{};
}

}  // namespace attnlab
