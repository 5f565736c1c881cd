// Sweep plan: one run for each combination of options, checked before any run is trained.
#pragma once

#include <string>
#include <vector>

#include "app/cli/train_run.h"

namespace attnlab {

/// One option with its values.
struct SweepAxis {
  std::string key;
  std::vector<std::string> values;
};

/// "key=1,2,3"; "\," is a comma in a value. Throws std::invalid_argument.
SweepAxis parse_axis(const std::string& text);

/// The axes of a sweep, and the options of its runs. `train.set` and `train.out` are not used.
struct SweepOptions {
  TrainOptions train;
  std::vector<std::string> axes;
  std::string out;  ///< folder of the runs' folders; "": no run is saved
  Index jobs = 0;   ///< runs at the same time; 0: one per core
  bool json = false;
};

/// One combination.
struct SweepRun {
  enum class Start { New, GoOn, Finished };
  std::string name;                 ///< "heads=2,positions=rotary"; also the folder's name
  std::vector<std::string> values;  ///< one per axis
  Preset preset;                    ///< with vocabulary sizes
  TrainOptions train;               ///< with the run's folder, if it has one
  Index until = 0;
  Start start = Start::New;  ///< the content of the run's folder
};

/// The runs of all combinations; the last option changes fastest. Throws std::invalid_argument or
/// std::runtime_error with the combination that cannot be trained, or whose folder holds another run.
std::vector<SweepRun> plan_sweep(const SweepOptions& options);

}  // namespace attnlab
