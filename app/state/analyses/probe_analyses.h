// Probe analyses: linear probes at the step on screen and at the kept steps, for the view Probes.
#pragma once

#include <optional>

#include "app/state/analyses/analysis_input.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/by_step.h"
#include "app/state/results/probe_results.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the probes.
class ProbeAnalyses {
 public:
  /// `device` computes attention of the examples that probes read.
  ProbeAnalyses(AttentionDeviceChoice device, const std::function<void()>& wake)
      : device_(std::move(device)), probes_(wake) {}

  /// Once a frame: takes finished probes, and goes on with those that the view shows.
  void update(const AnalysisInput& input);
  /// Drops all values, for another run.
  void clear();

  /// Null before the view was on the stage.
  const std::shared_ptr<const ProbeResults>& results() const { return results_; }
  bool busy() const { return probes_.busy(); }

 private:
  /// What the probes look for.
  struct Question {
    std::shared_ptr<const Model> model;
    Text text = Text::Target;
    const ProbeLabel* label = nullptr;
    friend bool operator==(const Question&, const Question&) = default;
  };

  void find_stacks(const AnalysisInput& input);
  void ask(const Question& question);
  void update_probes(const AnalysisInput& input, const ProbedStack& stack);
  void publish();

  AttentionDeviceChoice device_;
  LookedAt looked_at_;
  std::vector<ProbedStack> stacks_;
  std::shared_ptr<const Model> stacks_of_;
  std::optional<Question> question_;
  std::vector<StatePtr> kept_;
  AtStep<ProbeReport> newest_;  ///< that was worked out
  ByStep<ProbeReport> probes_;
  std::shared_ptr<const ProbeResults> results_;
};

}  // namespace attnlab
