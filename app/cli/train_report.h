// Train report: what `train` says on standard output, for people or for programs.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/training/evaluate.h"
#include "core/training/preset.h"
#include "core/training/train_loop.h"

namespace attnlab {

/// How a run of `train` ended.
struct TrainSummary {
  TrainLoopResult loop;
  double validation_loss = 0;
  std::optional<Accuracy> accuracy;  ///< on held-out examples, where these have one right answer
  Index examples = 0;                ///< of which it is the share
  std::string saved;                 ///< folder; "" where nothing was saved
};

/// Told of a run from start to end.
class TrainReport {
 public:
  virtual ~TrainReport() = default;
  virtual void start(const Experiment& experiment, Index from, Index until) = 0;
  virtual void step(const StepMetrics& metrics) = 0;
  virtual void validation(Index step, double loss) = 0;
  virtual void saved(const std::string& folder) = 0;
  virtual void done(const TrainSummary& summary) = 0;
};

/// One JSON object a line: {"event": "start" | "step" | "validation" | "saved" | "done", …}. About 200 steps
/// of a run are told, the first and the last among them. Numbers that are not finite are null.
std::unique_ptr<TrainReport> make_json_report();

/// Text with a progress bar where standard output is a terminal, else with a line every few seconds.
std::unique_ptr<TrainReport> make_text_report();

}  // namespace attnlab
