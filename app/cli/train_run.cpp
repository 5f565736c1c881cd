// Train run: presets from options, going on, saving and measuring.
#include "app/cli/train_run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/tasks/text/corpus.h"

namespace attnlab {
namespace {

constexpr Index kExamples = 1000;       // held-out examples for the exact match
constexpr Index kFinalValidation = 50;  // batches of the last validation loss
/// Fixed, so that a run that is resumed measures at the same steps as one that never stopped.
constexpr Index kMeasureEvery = 100;

/// Built-in texts keep their name; files are remembered by their full path, so that --resume finds them.
std::string corpus_place(const std::string& corpus) {
  for (const std::string& name : built_in_corpora())
    if (corpus == name || corpus == name + ".txt") return corpus;
  return std::filesystem::absolute(corpus).string();
}

void set_corpus(Preset& preset, const std::string& corpus) {
  if (corpus.empty()) return;
  if (preset.task.name != "language_model")
    throw std::invalid_argument(
        "--corpus is for presets that learn a text (characters, words, nanogpt-cpu), not for task " +
        preset.task.name);
  preset.task.corpus = corpus_place(corpus);
}

/// The user's pictures in place of drawn ones, found by their full path.
void set_pictures(Preset& preset, const std::string& folder) {
  if (folder.empty()) return;
  if (format_of(preset.model) != Format::Picture)
    throw std::invalid_argument(
        "--pictures is for presets that read pictures (shapes, digits), not for task " + preset.task.name);
  TaskConfig task;
  task.name = "picture_folder";
  task.folder = std::filesystem::absolute(folder).string();
  task.validation_share = preset.task.validation_share;
  preset.task = task;
}

bool sets(const TrainOptions& options, std::string_view name) {
  for (const std::string& assignment : options.set)
    if (assignment.starts_with(std::string(name) + "=")) return true;
  return false;
}

/// Where the corpus or the pictures of a stored run lie now.
void find_data(Preset& preset, const TrainOptions& options) {
  set_corpus(preset, options.corpus);
  if (!options.pictures.empty() && preset.task.name != "picture_folder")
    throw std::invalid_argument("--pictures cannot change with --resume what the model learns: " +
                                preset.task.name);
  set_pictures(preset, options.pictures);
}

/// All of a preset that stays as it is when a run goes on.
nlohmann::ordered_json fixed_part(Preset preset) {
  const TrainingConfig training = preset.training;
  preset.training = {};
  preset.training.seed = training.seed;
  preset.training.shards = training.shards;
  preset.model.dropout = 0;
  return preset_to_json(preset);
}

/// The settings that --set makes of those of a stored run.
TrainingSettings changed_settings(const Checkpoint& checkpoint, const TrainOptions& options) {
  TrainingSettings settings = checkpoint.state->settings;
  Preset preset = checkpoint.preset;
  preset.training = settings.config;
  preset.model.dropout = settings.dropout;
  const nlohmann::ordered_json before = fixed_part(preset);
  for (const std::string& assignment : options.set) {
    set_option(preset, assignment);
    if (fixed_part(preset) != before)
      throw std::invalid_argument("--set " + assignment +
                                  " cannot change with --resume: only dropout and training.… can, but "
                                  "neither seed nor shards");
  }
  settings.config = preset.training;
  settings.dropout = preset.model.dropout;
  return settings;
}

void change_settings(TrainRun& run, const TrainingSettings& settings) {
  const TrainingSettings before = run.trainer->settings();
  run.trainer->change(settings);
  const std::string what = settings_difference(before, run.trainer->settings());
  if (what.empty()) return;
  run.recorder->keep(*run.trainer);
  run.recorder->note(*run.trainer, what);
}

/// States are kept only where they will be saved.
void start_record(TrainRun& run, const TrainOptions& options, const Record* past) {
  RecordOptions record;
  record.measure_every = kMeasureEvery;
  record.budget = run.out.empty() ? 0 : static_cast<std::size_t>(options.history) << 20;
  run.recorder = std::make_unique<Recorder>(*run.trainer, record, past);
}

std::optional<double> value_in(const Record& record, std::string_view name) {
  const Index column = record.column(name);
  if (column < 0) return {};
  const float value = record.measurements.back().values[static_cast<std::size_t>(column)];
  if (std::isnan(value)) return {};
  return static_cast<double>(value);
}

}  // namespace

Preset new_preset(const TrainOptions& options) {
  Preset preset = find_preset(options.preset);
  set_corpus(preset, options.corpus);
  set_pictures(preset, options.pictures);
  for (const std::string& assignment : options.set) set_option(preset, assignment);
  if (options.seed) set_option(preset, "training.seed=" + std::to_string(*options.seed));
  if (options.steps && !sets(options, "training.steps") && !sets(options, "steps"))
    set_option(preset, "training.steps=" + std::to_string(*options.steps));
  return preset;
}

TrainRun new_run(const Preset& preset, const TrainOptions& options) {
  TrainRun run{make_experiment(preset), nullptr, nullptr, options.steps.value_or(preset.training.steps),
               options.out};
  const Experiment& e = run.experiment;
  run.trainer = std::make_unique<Trainer>(e.model, e.task, e.preset.training, options.threads);
  start_record(run, options, nullptr);
  return run;
}

TrainRun stored_run(const TrainOptions& options) {
  Checkpoint checkpoint = load_checkpoint(options.resume);
  find_data(checkpoint.preset, options);
  const TrainingSettings settings = changed_settings(checkpoint, options);
  const Index until = options.steps.value_or(settings.config.steps), done = checkpoint.state->step();
  if (until <= done)
    throw std::invalid_argument(options.resume + " has done " + std::to_string(done) +
                                " steps already: give --steps over " + std::to_string(done));
  Continuation continuation = continue_training(checkpoint, options.threads);
  TrainRun run{std::move(continuation.experiment),
               std::move(continuation.trainer),
               nullptr,
               until,
               options.out.empty() ? options.resume : options.out,
               std::move(checkpoint.remarks)};
  start_record(run, options, continuation.past());
  change_settings(run, settings);
  return run;
}

void save_run(const TrainRun& run) {
  if (!run.out.empty())
    save_checkpoint(run.out, capture(run.experiment, *run.trainer, run.recorder->record()));
}

std::optional<Measured> measured_at(const Recorder& recorder, Index step) {
  if (step > kMeasureEvery && step % kMeasureEvery != 0) return {};
  const Record record = recorder.record();
  if (record.measurements.empty() || record.measurements.back().step != step) return {};
  const auto loss = value_in(record, "validation.loss");
  if (!loss) return {};
  return Measured{step, *loss, value_in(record, "validation.tokens"),
                  value_in(record, "validation.sequences")};
}

TrainSummary summarize(const TrainRun& run, const TrainLoopResult& loop) {
  TrainSummary summary{.loop = loop, .accuracy = {}, .saved = run.out};
  summary.validation_loss = run.trainer->validation_loss(kFinalValidation);
  if (!run.experiment.task->has_answers() || loop.stopped) return summary;
  const std::vector<Example> examples = run.experiment.task->validation_examples(kExamples);
  summary.examples = static_cast<Index>(examples.size());
  summary.accuracy =
      accuracy(*run.experiment.model, run.trainer->weights(), *run.experiment.vocabularies, examples);
  return summary;
}

}  // namespace attnlab
