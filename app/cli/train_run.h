// Train run: a run of `train` or `sweep`, from its options to what is saved.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/io/checkpoint.h"
#include "core/training/evaluate.h"
#include "core/training/recorder.h"
#include "core/training/train_loop.h"

namespace attnlab {

/// What to train, and how.
struct TrainOptions {
  std::string preset, corpus, pictures, out, resume;
  std::vector<std::string> set;  ///< "key=value"
  std::optional<Index> steps, seed;
  Index save_every = 0;
  Index history = 256;  ///< megabytes of past states
  int threads = 0;
};

/// A run that is ready to go.
struct TrainRun {
  Experiment experiment;
  std::unique_ptr<Trainer> trainer;
  std::unique_ptr<Recorder> recorder;
  Index until = 0;                     ///< steps done at which it ends
  std::string out;                     ///< folder; "": it is not saved
  std::vector<std::string> remarks{};  ///< what of a saved run could not be read
};

/// The preset that the options ask for. Throws std::invalid_argument.
Preset new_preset(const TrainOptions& options);

/// A run of `preset` from its beginning.
TrainRun new_run(const Preset& preset, const TrainOptions& options);

/// The saved run in `options.resume`, with --set as changes of its settings, which are noted.
TrainRun stored_run(const TrainOptions& options);

/// Where there is a folder to save to; with its record.
void save_run(const TrainRun& run);

/// What was measured of held-out examples.
struct Measured {
  Index step = 0;
  double loss = 0;
  std::optional<double> tokens, sequences;  ///< shares that are right, where they were measured
};

/// What the recorder measured after `step`, if it did.
std::optional<Measured> measured_at(const Recorder& recorder, Index step);

/// How a run of `train` ended.
struct TrainSummary {
  TrainLoopResult loop;
  double validation_loss = 0;
  std::optional<Accuracy> accuracy;  ///< on held-out examples, where these have one right answer
  Index examples = 0;                ///< of which it is the share
  std::string saved;                 ///< folder; "" where nothing was saved
};

/// Of a run that has ended with `loop`. Accuracy is left out where it was interrupted.
TrainSummary summarize(const TrainRun& run, const TrainLoopResult& loop);

}  // namespace attnlab
