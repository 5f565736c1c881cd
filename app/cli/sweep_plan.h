// Sweep plan: the runs that all combinations of options give, checked before any is trained.
#pragma once

#include <string>
#include <vector>

#include "app/cli/train_run.h"

namespace attnlab {

/// One option with the values that it is to have.
struct SweepAxis {
  std::string key;
  std::vector<std::string> values;
};

/// "key=1,2,3"; "\," is a comma in a value. Throws std::invalid_argument.
SweepAxis parse_axis(const std::string& text);

/// What to sweep over. `train.set` and `train.out` are not used.
struct SweepOptions {
  TrainOptions train;
  std::vector<std::string> axes;
  std::string out;  ///< folder of the runs' folders; "": none is saved
  Index jobs = 0;   ///< runs side by side; 0: as many as there are cores
  bool json = false;
};

/// One combination.
struct SweepRun {
  enum class Start { New, GoOn, Finished };
  std::string name;                 ///< "heads=2,positions=rotary"; also its folder's
  std::vector<std::string> values;  ///< one an axis
  Preset preset;                    ///< with vocabulary sizes
  TrainOptions train;               ///< with its folder, if there is one
  Index until = 0;
  Start start = Start::New;  ///< what its folder holds
};

/// The runs of all combinations; the last option changes fastest. Throws std::invalid_argument or
/// std::runtime_error that names the combination which cannot be trained, or whose folder holds another run.
std::vector<SweepRun> plan_sweep(const SweepOptions& options);

}  // namespace attnlab
