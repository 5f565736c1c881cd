// Circuit analyses: scores of heads, words' circuits and composition, for the view Circuits.
#pragma once

#include "app/state/analyses/analysis_input.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/by_step.h"
#include "app/state/circuits/results.h"
#include "app/state/latest_job.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for the analyses.
class CircuitAnalyses {
 public:
  /// `device` computes attention of the repeated sequences.
  CircuitAnalyses(AttentionDeviceChoice device, const std::function<void()>& wake)
      : device_(std::move(device)), scores_(wake), words_(wake), pair_(wake), composition_(wake) {}

  /// Once a frame: takes finished values, and goes on with the part on the stage.
  void update(const AnalysisInput& input);
  /// Drops all values, for another run.
  void clear();

  /// Null before the view was on the stage.
  const std::shared_ptr<const CircuitResults>& results() const { return results_; }
  bool busy() const { return scores_.busy() || words_.busy() || pair_.busy() || composition_.busy(); }

 private:
  /// All that a word circuit depends on.
  struct WordsKey {
    SnapshotPtr snapshot;
    std::string part;
    CircuitHead head;
    Index distance = 0;
    std::vector<TokenId> rows, columns;
    bool some = false;
    friend bool operator==(const WordsKey&, const WordsKey&) = default;
  };
  /// All that an entry of it depends on.
  struct PairKey {
    SnapshotPtr snapshot;
    std::string part;
    CircuitHead head;
    Index distance = 0, row = -1, column = -1;
    friend bool operator==(const PairKey&, const PairKey&) = default;
  };
  void update_scores(const AnalysisInput& input);
  void update_words(const AnalysisInput& input);
  void update_pair(const AnalysisInput& input, const WordsKey& words);
  void update_composition(const AnalysisInput& input);
  void publish(const AnalysisInput& input);

  AttentionDeviceChoice device_;
  LookedAt looked_at_;
  ByStep<HeadScores> scores_;
  AtStep<HeadScores> newest_;
  std::vector<AtStep<HeadScores>> course_;
  std::uint64_t course_version_ = 0;
  TimelinePtr course_of_;
  LatestJob<WordsKey, ShownWordCircuit> words_;
  LatestJob<PairKey, ShownWordPair> pair_;
  std::string why_no_words_;
  LatestJob<SnapshotPtr, AtStep<Compositions>> composition_;
  std::shared_ptr<const CircuitResults> results_;
};

}  // namespace attnlab
