// Model analyses: reads another run and traces the text on screen through it, for the view Two models.
#pragma once

#include <chrono>

#include "app/state/analyses/analysis_input.h"
#include "app/state/latest_job.h"
#include "app/state/results/model_results.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for a file or a pass.
class ModelAnalyses {
 public:
  /// `device` computes attention of the other model.
  ModelAnalyses(AttentionDeviceChoice device, const std::function<void()>& wake)
      : device_(std::move(device)), loaded_(wake), compared_(wake) {}

  /// Once a frame: takes finished values, and goes on while the view is on the stage.
  void update(const AnalysisInput& input);
  /// Drops what belongs to the run on screen; a saved run that was read stays.
  void clear();

  /// Null before the view was on the stage.
  const std::shared_ptr<const ModelResults>& results() const { return results_; }
  bool busy() const { return loaded_.busy() || compared_.busy(); }

 private:
  /// All that a comparison depends on.
  struct Key {
    TracePtr mine;
    const Tracer* tracer = nullptr;
    SnapshotPtr other;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Compared {
    std::shared_ptr<const Tracer> with;  ///< of the other model
    std::shared_ptr<const TwoModels> models;
    std::shared_ptr<const TraceDiff> diff;
  };

  std::shared_ptr<const OtherRun> other_run(const AnalysisInput& input, std::string& error);
  std::shared_ptr<const OtherRun> open_run(const AnalysisInput& input, std::string& error);
  std::shared_ptr<const OtherRun> read(const std::string& key, const std::string& folder,
                                       const std::string& title, std::string& error);
  void compare(const AnalysisInput& input, const OtherRun& other);
  void publish(std::shared_ptr<const OtherRun> other, std::string error);

  AttentionDeviceChoice device_;
  LatestJob<std::string, OtherRun> loaded_;  ///< by folder
  LatestJob<Key, Compared> compared_;
  std::shared_ptr<const OtherRun> open_;  ///< the open run of the last frame
  std::chrono::steady_clock::time_point last_{};
  std::uint64_t version_ = 0;
  std::shared_ptr<const ModelResults> results_;
};

}  // namespace attnlab
