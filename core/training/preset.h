// Preset: a named model, task and training, ready to run.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/models/model_config.h"
#include "core/models/snapshot.h"
#include "core/tasks/base/task.h"
#include "core/text/vocabularies.h"
#include "core/training/training_config.h"

namespace attnlab {

class Model;

/// What a run of a preset should reach within its steps, on held-out examples.
struct Goal {
  std::string metric;  ///< sequences or tokens (shares of right ones, see Accuracy), or loss; "": none stated
  double value = 0;    ///< at least that share, at most that loss
  friend bool operator==(const Goal&, const Goal&) = default;
};

/// One choice of everything. Stored as
/// {"name", "description", "opened", "goal": {}, "task": {}, "model": {}, "training": {}}, "opened" only
/// where it is true.
struct Preset {
  std::string name;
  std::string description;  ///< one line
  Goal goal;
  TaskConfig task;
  ModelConfig model;
  TrainingConfig training;
  /// Whether tokenizer and first weights are those of a model that was opened, and not the task's and the
  /// seed's.
  bool opened = false;
  friend bool operator==(const Preset&, const Preset&) = default;
};

/// The presets of assets/presets, in the order in which they are shown.
const std::vector<Preset>& builtin_presets();

/// A built-in preset by name. Throws std::invalid_argument with near names.
Preset find_preset(std::string_view name);

/// Throws std::invalid_argument naming what is wrong.
Preset preset_from_json(const nlohmann::json& json);
nlohmann::ordered_json preset_to_json(const Preset& preset);

/// Applies "section.field=value" (task., model. or training.), or "field=value" where only one section has
/// such a field. Options of task and model that then have no effect return to their defaults.
/// Throws std::invalid_argument that says what is wrong.
void set_option(Preset& preset, std::string_view assignment);
/// Applies all of them in any order. Dropped is what the preset chose, and nothing that is set here:
/// make_experiment() refuses that. Where the width is set and feed_forward is not, this grows and shrinks
/// with it.
void set_options(Preset& preset, std::span<const std::string> assignments);

/// Throws std::invalid_argument if the model's options do not fit together, without building the task: its
/// vocabularies are found then, and any will do here.
void check_model_options(const Preset& preset);

/// Every option with its present value, range and meaning, one a line.
std::string options_help(Preset preset);

/// Whether there is a task to train on; without one (task.name "none") a model is only there to be counted.
bool is_trainable(const Preset& preset);

/// `preset` with the vocabularies that its task finds, without building the model. Throws as
/// make_experiment(); a preset without a task keeps the vocabularies that it states.
Preset with_vocabularies(Preset preset);

/// A preset made real: its task, the vocabularies that the task found, and the model for them.
struct Experiment {
  Preset preset;  ///< with model.source_vocabulary, target_vocabulary and context filled in
  std::shared_ptr<const Task> task;
  std::shared_ptr<const Vocabularies> vocabularies;
  std::shared_ptr<const Model> model;
  SnapshotPtr
      first{};  ///< of an opened model: the weights with which it begins; null where they are not known
};

/// Builds task and model. Throws std::invalid_argument or std::runtime_error with one line; for a preset that
/// was opened too, as its tokenizer is not known here.
Experiment make_experiment(Preset preset);

/// The same for a model that was opened, with its tokenizers and first weights. `preset.opened` becomes true.
Experiment make_opened_experiment(Preset preset, std::shared_ptr<const Vocabularies> vocabularies,
                                  SnapshotPtr first);

}  // namespace attnlab
