// Sweep plan of the command line: the runs of a sweep with their folders, checked before any run is trained.
#pragma once

#include <string>
#include <vector>

#include "app/cli/train/train_run.h"
#include "core/training/sweep/sweep.h"

namespace attnlab {

/// The axes of a sweep, and the options of its runs. `train.set` and `train.out` are not used.
struct SweepOptions {
  TrainOptions train;
  std::vector<std::string> axes;  ///< as parse_axis() reads them
  Index seeds = 1;                ///< runs of each combination
  std::string out;                ///< folder of the runs' folders; "": no run is saved
  Index jobs = 0;                 ///< runs at the same time; 0: one per core
  bool json = false;
};

/// One run of a plan, with its folder.
struct SweepRun {
  enum class Start { New, GoOn, Finished };
  std::string name;                 ///< "heads=2,positions=rotary"; also the folder's name
  std::vector<std::string> values;  ///< one per axis
  Preset preset;                    ///< with vocabulary sizes
  TrainOptions train;               ///< with the run's folder, if it has one
  Index until = 0;
  Start start = Start::New;  ///< the content of the run's folder
};

/// The runs of a sweep, in the order of the plan's points.
struct SweepRuns {
  SweepPlan plan;
  std::vector<SweepRun> runs;
};

/// Throws std::invalid_argument or std::runtime_error with the combination that cannot be trained, or whose
/// folder holds another run.
SweepRuns plan_runs(const SweepOptions& options);

}  // namespace attnlab
