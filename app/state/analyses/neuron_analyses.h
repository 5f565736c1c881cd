// Neuron analyses: contributions of units in the pass, and their activations over held-out texts, for the
// view Neurons.
#pragma once

#include <chrono>

#include "app/state/analyses/analysis_input.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/latest_job.h"
#include "app/state/results/neuron_results.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analyses.
class NeuronAnalyses {
 public:
  /// `device` computes attention of held-out examples.
  NeuronAnalyses(AttentionDeviceChoice device, const std::function<void()>& wake)
      : device_(std::move(device)), text_(wake), words_(wake), held_out_(wake), wake_(wake) {}

  /// Once a frame: takes finished values, and begins those that the stage needs and that are out of date.
  void update(const AnalysisInput& input);
  /// Drops all values, for another run.
  void clear();

  /// Null before the view was on the stage.
  const std::shared_ptr<const NeuronResults>& results() const { return results_; }
  bool busy() const { return text_.busy() || words_.busy() || held_out_.busy(); }

 private:
  /// The held-out examples, drawn when they are first asked for, on the thread that asks.
  class Examples;
  using Clock = std::chrono::steady_clock;

  struct TextKey {
    TracePtr trace;
    Place place;
    bool right_answer = false;
    friend bool operator==(const TextKey&, const TextKey&) = default;
  };
  struct WordsKey {
    TracePtr trace;
    Place place;
    Index unit = 0;
    friend bool operator==(const WordsKey&, const WordsKey&) = default;
  };
  struct HeldOutKey {
    SnapshotPtr snapshot;
    Place place;
    friend bool operator==(const HeldOutKey&, const HeldOutKey&) = default;
  };
  struct Described {
    AtStep<DescribedUnits> units;
    Clock::duration time{};
  };

  void update_text(const AnalysisInput& input, const Place& place);
  void update_held_out(const AnalysisInput& input, const Place& place);
  bool rests(const AnalysisInput& input, const Place& place);
  void publish();

  AttentionDeviceChoice device_;
  LookedAt looked_at_;
  std::shared_ptr<Examples> examples_;
  LatestJob<TextKey, TextUnits> text_;
  LatestJob<WordsKey, UnitWords> words_;
  LatestJob<HeldOutKey, Described> held_out_;
  Place asked_;  ///< whose units are read, or were read last
  std::shared_ptr<const Described> taken_;
  Clock::time_point rest_until_{};
  std::shared_ptr<LatestValue<double>> progress_;
  std::function<void()> wake_;
  std::shared_ptr<const NeuronResults> results_;
};

}  // namespace attnlab
