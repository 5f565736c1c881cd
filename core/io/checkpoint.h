// Checkpoint: a model with all that using it and training on need, as a folder.
//
//   config.json            the preset, with vocabulary sizes, and the format's version
//   model.safetensors      the parameters by name
//   tokenizer.json         {"source": … or null, "target": …}
//   training.json          steps done and the like
//   optimizer.safetensors  Adam's moments: NAME.mean and NAME.square
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "core/io/atomic_folder.h"
#include "core/models/snapshot.h"
#include "core/training/preset.h"
#include "core/training/trainer.h"

namespace attnlab {

/// What a checkpoint holds.
struct Checkpoint {
  Preset preset;  ///< with the model's vocabulary sizes filled in
  std::shared_ptr<const Vocabularies> vocabularies;
  std::shared_ptr<const Model> model;
  SnapshotPtr snapshot;                     ///< weights and steps done
  std::optional<OptimizerState> optimizer;  ///< absent: training cannot go on, all else can
  double learning_rate_factor = 1;
};

/// Copies the state of `trainer`, which trains `experiment`, between two steps.
Checkpoint capture(const Experiment& experiment, const Trainer& trainer);

/// Writes `checkpoint` to `folder`, which is made, or replaced where it holds a checkpoint: a program killed
/// meanwhile leaves the old or the new one whole. Other files in the folder stay. Ends when all of it is on
/// the disk. Throws std::runtime_error with one line (full disk, no permission, a folder of something else);
/// the old checkpoint is then untouched. May be called from any thread.
void save_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint,
                     Replacement replacement = Replacement::Exchange);

/// Throws as save_checkpoint() would for a `folder` that cannot be saved to, without changing it.
void check_can_save(const std::filesystem::path& folder);

enum class LoadOptimizer { Yes, No };

/// Reads a checkpoint; no corpus is needed. Throws std::runtime_error with one line that names folder, file
/// and what is wrong: a file missing, cut off or not of its format, a tensor missing, left over or of another
/// shape than the model's, a value that is not finite, files of different saves.
Checkpoint load_checkpoint(const std::filesystem::path& folder, LoadOptimizer optimizer = LoadOptimizer::Yes);

/// Whether `folder` holds a checkpoint, whole or not.
bool is_checkpoint(const std::filesystem::path& folder);

/// A run that goes on.
struct Continuation {
  Experiment experiment;
  std::unique_ptr<Trainer> trainer;
};

/// Builds the task of `checkpoint` again and a trainer in the stored state: its weights will be those of a
/// run that never stopped. Throws std::runtime_error where the task's vocabularies are not the stored ones
/// (the corpus has changed) or there is no optimizer state, and as make_experiment().
Continuation continue_training(const Checkpoint& checkpoint, int threads = 0);

}  // namespace attnlab
