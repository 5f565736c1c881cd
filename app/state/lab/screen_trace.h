// Screen trace: the newest trace for the screen, and the job it was made for.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "app/state/runs/opening.h"
#include "core/trace/trace_service.h"

namespace attnlab {

/// A pass for the screen, with the user's choices behind it, as a value.
struct WantedTrace {
  TraceJob job;
  Comparison comparison;         ///< shown by the last of the baselines
  std::optional<Index> rewound;  ///< the past step of the weights; none: the newest
  friend bool operator==(const WantedTrace&, const WantedTrace&) = default;
};

/// Owns the tracer's thread. Used by the screen's thread alone, which never waits for a trace.
class ScreenTrace {
 public:
  /// `wake` is called on the tracer's thread after each result.
  explicit ScreenTrace(std::function<void()> wake) : service_(std::move(wake)) {}

  /// Another model or run is on screen: the result of the pass under way is dropped.
  void forget();
  /// Takes a finished result; returns whether there was one.
  bool take();
  /// Whether no pass is under way. Only one pass runs at a time, so that a slow pass is shown too.
  bool ready() const { return !asked_; }
  /// Begins a pass, unless the last pass was the same. Call it only when ready(). `gradients`: as
  /// TraceService::request().
  void ask(WantedTrace wanted, const std::vector<std::string>& gradients = {});

  /// Ends the pass under way; it is not asked for again until something changes.
  void stop();
  /// How far the pass under way has come, where it has run for a while; nothing for short ones.
  std::optional<double> share() const;

  /// Whether `wanted` was the last pass, even if it failed, and none is under way.
  bool is_of(const WantedTrace& wanted) const;
  /// Whether the last pass differs from `wanted` only in the weights, even while a pass with newer weights
  /// runs.
  bool is_of_text(const WantedTrace& wanted) const;

  /// The newest trace; null before the first.
  TracePtr trace() const { return shown_ ? shown_->trace : nullptr; }
  /// The request of trace().
  std::shared_ptr<const TraceRequest> request() const;
  /// What the edits of trace() changed; null without edits.
  std::shared_ptr<const TraceDiff> diff() const;
  /// The difference from the pass that the user compares with; nothing where trace() has no such comparison.
  Compared comparison(Comparison::With with) const;
  /// Why the last pass failed; "" where it succeeded.
  const std::string& error() const { return error_; }
  /// Whether the error is one of the target text.
  bool target_is_wrong() const { return target_is_wrong_; }
  /// Changes with the trace.
  std::uint64_t version() const { return version_; }

 private:
  std::optional<WantedTrace> asked_;  ///< the pass under way
  std::chrono::steady_clock::time_point asked_at_{};
  std::optional<WantedTrace> answered_;  ///< the last pass with a trace or an error
  TraceService::ResultPtr shown_;
  Comparison::With compared_with_{};  ///< the comparison of `shown_`
  std::string error_;
  bool target_is_wrong_ = false;
  std::uint64_t version_ = 0;
  TraceService service_;  ///< last: its thread ends first
};

/// The request that the user's choices mean for this model. Throws std::invalid_argument for an edit that
/// cannot be read.
TraceRequest trace_request(const AppState& state, const OpenModel& model);

/// The passes that this request is compared with: first itself without edits, where it has edits; then the
/// pass that the user chose.
std::vector<Baseline> baselines(const AppState& state, const OpenModel& model);

}  // namespace attnlab
