// Checkpoint: a training run as a folder: all that is needed to use the model and to train on.
//
//   config.json            the preset that the run began with, with vocabulary sizes; the format's version
//   model.safetensors      the parameters by name
//   tokenizer.json         {"source": … or null, "target": …}
//   training.json          steps done, updates, the settings of the next step; checksums of other files
//   optimizer.safetensors  Adam's moments: NAME.mean and NAME.square
//
// and, where the run has a record:
//
//   metrics.csv            step,loss,gradient_norm,learning_rate,tokens,seconds: a row a step
//   measurements.csv       the step and a column for each thing that is measured; empty cells: not measured
//   timeline.json          stored steps, with their changes of settings; pins; events
//   states/STEP.safetensors  weights and both moments of a stored step
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/files/atomic_folder.h"
#include "core/io/files/read_progress.h"
#include "core/training/preset.h"
#include "core/training/run/record.h"
#include "core/training/trainer.h"

namespace attnlab {

/// The contents of a checkpoint.
struct Checkpoint {
  Preset preset;  ///< as the run began, with the model's vocabulary sizes filled in
  std::shared_ptr<const Vocabularies> vocabularies;
  std::shared_ptr<const Model> model;
  StatePtr state;  ///< current state of the run; without its optimizer (null), training cannot continue
  std::optional<Record> record{};  ///< the history of the run
  std::vector<std::string>
      remarks{};  ///< one line for each part of the record that could not be loaded, with the reason
};

/// Copies the state of `trainer`, which trains `experiment`, between two steps. `record`: the record of the
/// run at this moment, which is not copied.
Checkpoint capture(const Experiment& experiment, const Trainer& trainer, std::optional<Record> record = {});

/// Writes `checkpoint` to `folder`, which is made, or replaced where it holds a checkpoint: a program killed
/// meanwhile leaves the old or the new one whole. Other files in the folder stay. Ends when all of it is on
/// the disk. Throws std::runtime_error with one line (full disk, no permission, a folder of something else);
/// the old checkpoint is then untouched. Unchanged states of past steps become files of the new checkpoint
/// without being written again. May be called from any thread.
void save_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint,
                     Replacement replacement = Replacement::Exchange);

/// Throws as save_checkpoint() would for a `folder` that cannot be saved to, without changing it.
void check_can_save(const std::filesystem::path& folder);

/// Removes what killed saves to `folder` left, as the next save would.
void clear_left_overs(const std::filesystem::path& folder);

/// How much of a checkpoint is read.
enum class Load {
  Weights,  ///< the model and its weights
  State,    ///< and the optimizer
  Run       ///< and the record
};

/// Reads a checkpoint; no corpus is needed. Throws std::runtime_error with one line that names folder, file
/// and what is wrong: a file missing, cut off or not of its format, a tensor missing, left over or of another
/// shape than the model's, a value that is not finite, files of different saves, bytes that changed since
/// they were saved. config.json, model.safetensors and tokenizer.json are enough for a model without a past;
/// those of model families may be of another program. `folder` may also be a file of llama2.c, or hold one.
/// Unreadable parts of a record are left out instead, and named in the remarks. Another thread may look at
/// `progress` and stop it: then this throws too, and says so.
Checkpoint load_checkpoint(const std::filesystem::path& folder, Load what = Load::Run,
                           ReadProgress* progress = nullptr);

/// Whether `folder` holds a checkpoint, even a damaged one.
bool is_checkpoint(const std::filesystem::path& folder);

/// Whether load_checkpoint() is to read `folder`: a checkpoint, or a model that another program saved (see
/// model_families(), and files of llama2.c), which has neither task nor past.
bool holds_model(const std::filesystem::path& folder);

/// Builds the task of `checkpoint` again. Throws std::runtime_error if the task's vocabularies are not the
/// stored ones (the corpus has changed), and as make_experiment().
Experiment experiment_of(const Checkpoint& checkpoint);

/// The run in which the model of `opened` learns a text further, from its weights on and with its tokenizer,
/// by `preset`: the preset of learning_further() with other options. Throws std::invalid_argument if these
/// change the model in more than its live options, and as make_experiment().
Experiment further_experiment(const Checkpoint& opened, Preset preset);

/// A run that continues.
struct Continuation {
  Experiment experiment;
  std::unique_ptr<Trainer> trainer;
  std::optional<Record> record{};  ///< its past, for a Recorder or TrainingRun

  const Record* past() const { return record ? &*record : nullptr; }
};

inline constexpr std::string_view kNoOptimizer =
    "cannot continue training: the checkpoint does not contain optimizer.safetensors";

/// experiment_of() and a trainer in the stored state: its weights will equal those of a run that never
/// stopped. Throws std::runtime_error if there is no optimizer state, and as experiment_of().
Continuation continue_training(const Checkpoint& checkpoint, int threads = 0);

}  // namespace attnlab
