// Checkpoint: saving, loading and continuing.
#include "core/io/checkpoint.h"

#include <array>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/checkpoint_files.h"
#include "core/io/family_folder.h"
#include "core/io/files/file.h"
#include "core/platform/names.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using namespace checkpoint_files;

constexpr std::array kFiles{kConfig,    kModel,   kTokenizer,    kTraining,
                            kOptimizer, kMetrics, kMeasurements, kTimeline};
constexpr std::array kFolders{SubFolder{kStates, is_state_file}};
constexpr FolderKind kCheckpointFolder{"checkpoint", kFiles, is_checkpoint, kFolders, kLock};

/// Temporary folders are named after the process alone, so it saves one checkpoint at a time.
std::mutex one_at_a_time;

void check_sizes(const Checkpoint& checkpoint) {
  const ModelConfig& model = checkpoint.preset.model;
  const Vocabularies& v = *checkpoint.vocabularies;
  const bool needed = has_source(format_of(model));
  if (needed != v.source.has_value())
    throw std::runtime_error((needed ? "tokenizer.json has no source tokenizer, but needs one: "
                                     : "tokenizer.json has a source tokenizer, but must not: ") +
                             ("model.architecture in config.json is " + model.architecture));
  const Index source = v.source ? v.source->size() : 0;
  if (source == model.source_vocabulary && v.target.size() == model.target_vocabulary) return;
  throw std::runtime_error("tokenizer.json has " + std::to_string(source) + " source and " +
                           std::to_string(v.target.size()) + " target tokens, but config.json has " +
                           std::to_string(model.source_vocabulary) + " and " +
                           std::to_string(model.target_vocabulary));
}

/// A record that was taken later than the state would not load again.
void check_record(const Checkpoint& checkpoint) {
  if (!checkpoint.record) return;
  const auto& [steps, names, measurements, timeline] = *checkpoint.record;
  const Index last = checkpoint.state->step();
  const bool good = (steps.empty() || steps.back().step <= last) &&
                    (measurements.empty() || measurements.back().step <= last) &&
                    (timeline->states.empty() || timeline->states.back()->step() <= last);
  if (!good)
    throw std::invalid_argument("the record of the run contains steps after its last step, " +
                                std::to_string(last));
}

/// How many bytes of the checkpoint's tensor files will be read.
std::uint64_t bytes_to_read(const fs::path& folder, Load what) {
  std::uint64_t bytes = 0;
  const auto add = [&](const fs::path& file) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    if (!error) bytes += size;
  };
  add(folder / kModel);
  if (what != Load::Weights) add(folder / kOptimizer);
  std::error_code error;
  if (what == Load::Run)
    for (fs::directory_iterator at(folder / kStates, error), end; !error && at != end; at.increment(error))
      add(at->path());
  return bytes;
}

Checkpoint load_from(const fs::path& folder, Load what, ReadProgress* read) {
  std::error_code error;
  if (folder.empty()) throw std::runtime_error("the folder name is empty");
  if (!fs::exists(folder, error))
    throw std::runtime_error(error ? error.message() : "the folder does not exist");
  if (is_llama2c_file(folder)) return load_llama2c_file(folder, read);
  if (!fs::is_directory(folder, error)) throw std::runtime_error("it is not a folder");
  if (!fs::exists(folder / kConfig, error)) {
    if (const auto file = llama2c_file_in(folder)) return load_llama2c_file(*file, read);
    throw std::runtime_error("the folder does not contain config.json");
  }
  if (is_family_folder(folder)) return load_family_folder(folder, read);
  if (read) read->expect(bytes_to_read(folder, what));
  Checkpoint checkpoint;
  const Config config = read_config(folder);
  checkpoint.preset = config.preset;
  const Progress progress = read_progress(folder, config);
  checkpoint.vocabularies = std::make_shared<const Vocabularies>(read_vocabularies(folder));
  check_sizes(checkpoint);
  // With the current settings: options that affect the forward pass may have changed since the run began.
  checkpoint.model =
      with_live_values(make_model(config.preset.model), values_in_passes(progress.settings.live));
  const ParameterLayout& layout = checkpoint.model->parameters();
  TrainingState state{read_weights(folder, layout, progress, read), nullptr, progress.settings};
  const bool moments = fs::exists(folder / kOptimizer, error);
  if (what != Load::Weights && moments && !progress.imported)
    state.optimizer = read_optimizer(folder, layout, progress, read);
  if (progress.imported && moments)
    checkpoint.remarks.push_back(
        "training.json is missing: the optimizer state and the training history are not loaded");
  check_as_saved(folder, progress);
  checkpoint.state = std::make_shared<const TrainingState>(std::move(state));
  if (what == Load::Run && progress.record) {
    checkpoint.record =
        read_record(folder, layout, first_settings(config.preset), progress.steps, checkpoint.remarks, read);
    remark_tables(folder, progress.checksums, checkpoint.remarks);
  }
  return checkpoint;
}

bool same_vocabulary(const Tokenizer& a, const Tokenizer& b) { return a.to_json() == b.to_json(); }

void check_vocabularies(const Vocabularies& stored, const Vocabularies& made, const std::string& corpus) {
  const bool same = stored.source.has_value() == made.source.has_value() &&
                    same_vocabulary(stored.target, made.target) &&
                    (!stored.source || same_vocabulary(*stored.source, *made.source));
  if (same) return;
  throw std::runtime_error(
      "the vocabulary of " + (corpus.empty() ? "the task" : quoted(std::string_view(corpus))) +
      " differs from the vocabulary of the checkpoint; use the same corpus and task options");
}

/// The weights with which a run began; null where its record has lost them.
SnapshotPtr first_weights(const std::optional<Record>& record) {
  if (!record || record->timeline->states.empty()) return nullptr;
  const TrainingState& first = *record->timeline->states.front();
  return first.step() == 0 ? first.snapshot : nullptr;
}

Experiment made_again(const Checkpoint& checkpoint) {
  if (!checkpoint.preset.opened) return make_experiment(checkpoint.preset);
  return make_opened_experiment(checkpoint.preset, checkpoint.vocabularies, first_weights(checkpoint.record));
}

/// The first option in which the models differ, live options aside; "" if there is none.
std::string changed_option(ModelConfig before, ModelConfig after) {
  const Fields old = model_fields(before), now = model_fields(after);
  for (std::size_t i = 0; i < old.size(); ++i)
    if (!find_live_option(old[i].name) && field_text(old[i]) != field_text(now[i]))
      return "model." + std::string(old[i].name);
  return "";
}

}  // namespace

bool is_checkpoint(const fs::path& folder) { return has_config(folder); }

bool holds_model(const fs::path& folder) {
  return is_checkpoint(folder) || is_family_folder(folder) || is_llama2c_file(folder) ||
         llama2c_file_in(folder).has_value();
}

Checkpoint capture(const Experiment& experiment, const Trainer& trainer, std::optional<Record> record) {
  Checkpoint checkpoint{experiment.preset, experiment.vocabularies, experiment.model,
                        std::make_shared<const TrainingState>(trainer.state()), std::move(record)};
  checkpoint.preset.training.seed = trainer.config().seed;  // a reset may have changed it
  return checkpoint;
}

void save_checkpoint(const fs::path& folder, const Checkpoint& checkpoint, Replacement replacement) {
  check_record(checkpoint);
  const std::lock_guard lock(one_at_a_time);
  AtomicFolder target(folder, kCheckpointFolder, replacement);
  const TrainingState& state = *checkpoint.state;
  const ParameterLayout& layout = checkpoint.model->parameters();
  const Index updates = state.optimizer ? state.optimizer->updates : 0;
  write_config(target.path(), checkpoint.preset);
  write_vocabularies(target.path(), *checkpoint.vocabularies);
  write_weights(target.path(), layout, state);
  if (state.optimizer) write_optimizer(target.path(), layout, state);
  if (checkpoint.record)
    write_record(target.path(), target.old(), layout, first_settings(checkpoint.preset), *checkpoint.record);
  write_progress(target.path(), {state.step(), updates, state.settings, checkpoint.record.has_value()});
  target.commit();
}

void check_can_save(const fs::path& folder) {
  const std::lock_guard lock(one_at_a_time);
  const AtomicFolder probe(folder, kCheckpointFolder);
}

void clear_left_overs(const fs::path& folder) {
  const std::lock_guard lock(one_at_a_time);
  clear_left_overs(folder, kCheckpointFolder);
}

Checkpoint load_checkpoint(const fs::path& folder, Load what, ReadProgress* progress) {
  // If a save replaces the folder in the meantime, the data comes from two checkpoints: read again.
  constexpr int kMostTries = 20;
  for (int tries = 0; tries < kMostTries; ++tries) {
    const platform::Identity before = platform::identity_of(folder);
    const auto settled = [&] { return platform::identity_of(folder) == before; };
    try {
      Checkpoint checkpoint =
          load_from(folder.empty() ? folder : find_folder(folder, kCheckpointFolder), what, progress);
      if (settled() || !before.exists()) return checkpoint;
    } catch (const std::exception& error) {
      if (progress && progress->stopped()) throw std::runtime_error("stopped opening " + quoted(folder));
      if (settled())
        throw std::runtime_error("cannot load checkpoint " + quoted(folder) + ": " + error.what());
    }
  }
  throw std::runtime_error("cannot load checkpoint " + quoted(folder) +
                           ": another program saved to it each time it was read; try again later");
}

Experiment experiment_of(const Checkpoint& checkpoint) {
  Experiment experiment = made_again(checkpoint);
  check_vocabularies(*checkpoint.vocabularies, *experiment.vocabularies, checkpoint.preset.task.corpus);
  const OptionValues& live = checkpoint.state->settings.live;
  experiment.model = with_live_values(std::move(experiment.model), values_in_passes(live));
  experiment.task = with_live_values(std::move(experiment.task), live);
  return experiment;
}

Experiment further_experiment(const Checkpoint& opened, Preset preset) {
  if (const std::string option = changed_option(opened.preset.model, preset.model); !option.empty())
    throw std::invalid_argument(
        option + " cannot change, because the opened model keeps its weights; remove this option");
  return make_opened_experiment(std::move(preset), opened.vocabularies, opened.state->snapshot);
}

Continuation continue_training(const Checkpoint& checkpoint, int threads) {
  if (!checkpoint.state->optimizer) throw std::runtime_error(std::string(kNoOptimizer));
  Continuation run{experiment_of(checkpoint), nullptr, checkpoint.record};
  run.trainer = std::make_unique<Trainer>(run.experiment, threads);
  run.trainer->restore(*checkpoint.state);
  return run;
}

}  // namespace attnlab
