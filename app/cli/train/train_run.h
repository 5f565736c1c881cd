// Train run: a run of `train` or `sweep`, from its options to its saved files.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/io/checkpoint.h"
#include "core/io/run_summary.h"
#include "core/ops/attention/attention_device_choice.h"
#include "core/training/run/recorder.h"
#include "core/training/run/train_loop.h"
#include "core/training/validation.h"

namespace attnlab {

/// The options of a run.
struct TrainOptions {
  std::string preset, config, model, corpus, pictures, out, resume;
  std::string train;             ///< names of the parameters to train
  std::vector<std::string> set;  ///< "key=value"
  std::optional<Index> steps, seed;
  Index save_every = 0;
  Index history = 32;  ///< megabytes of past states
  Index every = 100;   ///< steps between two measurements; 0: none
  int threads = 0;
  bool force = false;  ///< replaces a run that is in `out` already

  /// Where the run is saved; "": nowhere.
  const std::string& folder() const { return out.empty() ? resume : out; }
};

/// A run that is ready to train.
struct TrainRun {
  Experiment experiment;
  std::unique_ptr<Trainer> trainer;
  std::unique_ptr<Recorder> recorder;
  Index until = 0;                     ///< number of steps at which the run ends
  std::string out;                     ///< folder; "": the run is not saved
  std::vector<std::string> remarks{};  ///< parts of a saved run that could not be read
  Index every = 0;                     ///< steps between two measurements; 0: none
};

/// The preset that the options describe. Throws std::invalid_argument, and std::runtime_error for a file.
Preset new_preset(const TrainOptions& options);

/// Throws std::invalid_argument if the folder to save to contains a run that would be lost, unless that run
/// continues there.
void check_nothing_is_lost(const TrainOptions& options);

/// A run of `preset` from its beginning. Its attention is computed on `device`.
TrainRun new_run(const Preset& preset, const TrainOptions& options,
                 const AttentionDeviceChoice& device = AttentionDeviceChoice());

/// A run that trains the model of `options.model` further, on `options.corpus`.
TrainRun tuned_run(const TrainOptions& options,
                   const AttentionDeviceChoice& device = AttentionDeviceChoice());

/// The saved run in `options.resume`, with --set as changes of its settings, which are noted.
TrainRun stored_run(const TrainOptions& options,
                    const AttentionDeviceChoice& device = AttentionDeviceChoice());

/// Saves the run with its record, if it has a folder.
void save_run(const TrainRun& run);

/// Measurements on held-out examples.
struct Measured {
  Index step = 0;
  double loss = 0;
  std::optional<double> tokens, sequences;  ///< token accuracy and exact match, if measured
};

/// The recorder's measurements after `step`, if there are any.
std::optional<Measured> measured_at(const TrainRun& run, Index step);

/// How a run of `train` ended.
struct TrainSummary {
  TrainLoopResult loop;
  double validation_loss = 0;
  std::optional<Accuracy> accuracy;  ///< on distinct held-out examples, if these have one correct answer
  Index examples = 0;                ///< number of those examples
  std::string saved;                 ///< folder; "" if nothing was saved
  RunSize size;                      ///< of the saved run
  std::string unsaved{};             ///< the error of saving; "" without one
};

/// The summary of a run that has ended with `loop`, after a kFinalValidation, whose progress `test` listens
/// to; an interrupted run has no accuracy.
TrainSummary summarize(const TrainRun& run, const TrainLoopResult& loop, const ProgressListener& test = {});

/// save_run(), whose error also says what the folder still contains.
void save_last(const TrainRun& run);

}  // namespace attnlab
