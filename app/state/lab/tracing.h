// Tracing: the pass on screen, and the analyses of it.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/state/analyses/analyses.h"
#include "app/state/analyses/gradient_work.h"
#include "app/state/commands/actions.h"
#include "app/state/lab/device_switch.h"
#include "app/state/lab/screen_trace.h"
#include "app/state/runs/run_list.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for a pass.
class Tracing final : public PassActions {
 public:
  /// `runs` and `device` must outlive the object; the threads that trace and analyse call `wake`.
  Tracing(const RunList& runs, const DeviceSwitch& device, const std::function<void()>& wake)
      : runs_(runs),
        device_(device),
        analyses_({device.choice(), wake}),
        gradients_(std::make_unique<GradientWork>(wake)),
        screen_(wake) {}

  /// Another model or run is on screen.
  void forget();
  /// The memory for values and gradients of a pass: see TraceRequest::kept_bytes.
  void set_budget(Index bytes) { budget_ = bytes; }
  void stop_pass() override { screen_.stop(); }
  /// Takes a finished trace; returns whether there was one.
  bool take() { return screen_.take(); }
  /// Once a frame while a model is open: requests what is out of date.
  void update(const AppState& state);
  /// Whether no more results come while the state stays. A run that learns is traced again and again: for it,
  /// one trace of the text on screen is enough. A model must be open.
  bool idle(const AppState& state) const;

  const ScreenTrace& screen() const { return screen_; }
  const Results& results() const { return analyses_.results(); }
  /// For views that look at gradients.
  GradientWork& gradients() const { return *gradients_; }
  /// The last update of the inspected weight, where the snapshot on screen has it.
  std::optional<WeightUpdate> inspected_update() const;

 private:
  SnapshotPtr snapshot(const AppState& state) const;
  TrainingSettings settings(const AppState& state) const;
  WantedTrace wanted(const AppState& state) const;
  void watch_inspected(const AppState& state);

  const RunList& runs_;
  const DeviceSwitch& device_;
  std::optional<Index> budget_;
  Index watched_ = -1;  ///< cell of the flat parameter buffer whose updates the inspector shows
  Analyses analyses_;
  std::unique_ptr<GradientWork> gradients_;
  ScreenTrace screen_;  ///< last: its thread ends first
};

}  // namespace attnlab
