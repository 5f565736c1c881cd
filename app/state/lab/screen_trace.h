// Screen trace: the newest trace for the screen, and what it was made for.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/state/app_state.h"
#include "core/trace/trace_service.h"

namespace attnlab {

/// A pass for the screen, with the user's choices behind it, as a value.
struct WantedTrace {
  TraceJob job;
  Comparison comparison;         ///< what the last of the baselines is made for
  std::optional<Index> rewound;  ///< the past step whose weights these are; none: the newest
  friend bool operator==(const WantedTrace&, const WantedTrace&) = default;
};

/// Whether the two differ in nothing but the weights, as those of a model that learns do.
bool same_but_weights(const WantedTrace& a, const WantedTrace& b);

/// Owns the tracer's thread. Used by the screen's thread alone, which never waits for it.
class ScreenTrace {
 public:
  /// `wake` is called on the tracer's thread after each result.
  explicit ScreenTrace(std::function<void()> wake) : service_(std::move(wake)) {}

  /// Another model or run is looked at: what is under way is not for the screen any more.
  void forget();
  /// Takes a result that is there; whether there was one.
  bool take();
  /// Nothing is under way. One pass at a time, so that what a slow one shows is seen.
  bool ready() const { return !asked_; }
  /// Begins a pass where the last one was not of this. Only when ready.
  void ask(WantedTrace wanted);

  /// The last pass was of this, or failed at this, and none is under way.
  bool is_of(const WantedTrace& wanted) const;
  /// The same, whatever the weights, even while a pass with newer ones is under way.
  bool is_of_text(const WantedTrace& wanted) const;

  /// The newest that succeeded; null before the first.
  TracePtr trace() const { return shown_ ? shown_->trace : nullptr; }
  /// What it was made of.
  std::shared_ptr<const TraceRequest> request() const;
  /// What its edits changed; null where it has none.
  std::shared_ptr<const TraceDiff> diff() const;
  /// From the pass that the user compares with; nothing where it was made to compare with something else.
  Compared comparison(Comparison::With with) const;
  /// Why the last pass failed; "" where it did not.
  const std::string& error() const { return error_; }
  /// Changes with the trace.
  std::uint64_t version() const { return version_; }

 private:
  std::optional<WantedTrace> asked_;     ///< that is under way
  std::optional<WantedTrace> answered_;  ///< that gave a trace or an error last
  TraceService::ResultPtr shown_;
  Comparison::With compared_with_{};  ///< by the trace that is shown
  std::string error_;
  std::uint64_t version_ = 0;
  TraceService service_;  ///< last: its thread ends first
};

}  // namespace attnlab
