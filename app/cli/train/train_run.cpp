// Train run: presets from options, resuming, saving and measuring.
#include "app/cli/train/train_run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/cli/groups/model_options.h"
#include "core/config/nearest.h"
#include "core/io/preset_file.h"
#include "core/language/messages.h"
#include "core/tasks/task_kinds.h"
#include "core/tasks/text/corpus.h"
#include "core/training/live_options.h"
#include "core/training/own_data.h"

namespace attnlab {
namespace {

/// The stored name of a corpus: the name of a built-in text, or the full path of a file, so that --resume
/// finds it.
std::string corpus_place(const std::string& corpus) {
  for (const std::string& name : built_in_corpora())
    if (corpus == name || corpus == name + ".txt") return corpus;
  return std::filesystem::absolute(corpus).string();
}

/// Tasks that can learn from the user's own text.
std::vector<std::string> tasks_of_a_corpus() {
  std::vector<std::string> names;
  for (const TaskKind& kind : task_kinds())
    if (kind.can_read(OwnData::Text)) names.emplace_back(kind.name);
  return names;
}

void set_corpus(Preset& preset, const std::string& corpus) {
  if (corpus.empty()) return;
  const std::vector<std::string> tasks = tasks_of_a_corpus();
  if (std::ranges::find(tasks, preset.task.name) == tasks.end())
    throw std::invalid_argument(tr("--corpus is for a task that learns from a text ({1}), not for task {2}",
                                   either_of(tasks), preset.task.name));
  preset.task.corpus = corpus_place(corpus);
}

/// Replaces drawn images by those of the user, with their full path.
void set_pictures(Preset& preset, const std::string& folder) {
  if (folder.empty()) return;
  if (!can_learn_pictures(preset))
    throw std::invalid_argument(tr(
        "--pictures is for presets that read images (shapes, digits), not for task {1}", preset.task.name));
  preset = with_pictures(std::move(preset), folder);
}

/// --corpus, --pictures and --set as assignments of options, in this order.
std::vector<std::string> assignments_of(const TrainOptions& options, const Preset& preset) {
  std::vector<std::string> all;
  if (!options.corpus.empty()) all.push_back("task.corpus=" + preset.task.corpus);
  if (!options.pictures.empty()) all.push_back("task.folder=" + preset.task.folder);
  if (!options.train.empty()) all.push_back("training.train=" + options.train);
  all.insert(all.end(), options.set.begin(), options.set.end());
  return all;
}

bool sets(const TrainOptions& options, std::string_view name) {
  for (const std::string& assignment : options.set)
    if (assignment.starts_with(std::string(name) + "=")) return true;
  return false;
}

/// Sets the current path of a stored run's corpus or images.
void find_data(Preset& preset, const TrainOptions& options) {
  set_corpus(preset, options.corpus);
  const bool of_pictures = task_kind(preset.task.name).own_data == OwnData::Pictures;
  if (!options.pictures.empty() && !of_pictures)
    throw std::invalid_argument(
        tr("with --resume, --pictures cannot change the task, which is {1}", preset.task.name));
  set_pictures(preset, options.pictures);
}

/// The part of a preset that cannot change in a resumed run.
nlohmann::ordered_json fixed_part(Preset preset, const OptionValues& first) {
  const TrainingConfig training = preset.training;
  preset.training = {};
  preset.training.seed = training.seed;
  preset.training.shards = training.shards;
  preset.training.train = training.train;
  return preset_to_json(with_live_values(std::move(preset), first));
}

/// "dropout, sparsity, training.…".
std::string changeable_options(const TrainingSettings& settings) {
  std::string text;
  for (const OptionValue& live : settings.live) text += live.name + ", ";
  return text + "training.…";
}

/// The live option that "sparsity=0.5" or "task.sparsity=0.5" sets; null for other options.
const LiveOption* live_option_set_by(std::string_view assignment) {
  const std::string_view name = assignment.substr(0, assignment.find('='));
  const std::size_t dot = name.rfind('.');
  return find_live_option(dot == std::string_view::npos ? name : name.substr(dot + 1));
}

/// The settings of a stored run, changed by --set.
TrainingSettings changed_settings(const Checkpoint& checkpoint, const TrainOptions& options) {
  TrainingSettings settings = checkpoint.state->settings;
  const OptionValues before_set = settings.live;
  Preset preset = with_live_values(checkpoint.preset, before_set);
  preset.training = settings.config;
  const nlohmann::ordered_json before = fixed_part(preset, before_set);
  for (const std::string& assignment : options.set) {
    set_option(preset, assignment);
    const LiveOption* const live = live_option_set_by(assignment);
    if (fixed_part(preset, before_set) != before || (live && !value_of(before_set, live->name)))
      throw std::invalid_argument(
          tr("--set {1} cannot change with --resume; these options can: {2} (except seed, shards and train)",
             assignment, changeable_options(settings)));
  }
  settings.config = preset.training;
  settings.live = replaced(before_set, first_live_values(preset.model, preset.task));
  return settings;
}

void change_settings(TrainRun& run, const TrainingSettings& settings) {
  const TrainingSettings before = run.trainer->settings();
  run.trainer->change(settings);
  const std::string what = settings_difference(before, run.trainer->settings());
  if (what.empty()) return;
  run.recorder->store(*run.trainer);
  run.recorder->note(*run.trainer, what);
}

/// Starts the record; it stores states only for a run that is saved.
void start_record(TrainRun& run, const TrainOptions& options, const Record* past) {
  RecordOptions record;
  record.measure_every = run.every = options.every;
  record.budget = run.out.empty() ? 0 : static_cast<std::size_t>(options.history) << 20;
  run.recorder = std::make_unique<Recorder>(*run.trainer, record, past);
}

/// "reverse, 1000 steps".
std::string run_in_words(const std::string& folder) {
  try {
    const RunSummary run = summarize_run(folder);
    return tr_plural("{1}, {2} step", "{1}, {2} steps", run.steps, run.preset.name,
                     std::to_string(run.steps));
  } catch (const std::exception&) {
    return tr("which cannot be read");
  }
}

std::optional<double> value_in(const Record& record, std::string_view name) {
  const Index column = record.column(name);
  if (column < 0) return {};
  const float value = record.measurements.back().values[static_cast<std::size_t>(column)];
  if (std::isnan(value)) return {};
  return static_cast<double>(value);
}

/// --set and its like, --seed and --steps, of a run that begins.
void set_all(Preset& preset, const TrainOptions& options) {
  set_options(preset, assignments_of(options, preset));
  if (options.seed) set_option(preset, "training.seed=" + std::to_string(*options.seed));
  if (options.steps && !sets(options, "training.steps") && !sets(options, "steps"))
    set_option(preset, "training.steps=" + std::to_string(*options.steps));
}

/// A run of `experiment` from its beginning.
TrainRun begun(Experiment experiment, const TrainOptions& options, const AttentionDeviceChoice& device) {
  const Index until = options.steps.value_or(experiment.preset.training.steps);
  TrainRun run{std::move(experiment), nullptr, nullptr, until, options.out};
  run.trainer = std::make_unique<Trainer>(run.experiment, options.threads);
  run.trainer->use_device(device);
  start_record(run, options, nullptr);
  return run;
}

}  // namespace

Preset new_preset(const TrainOptions& options) {
  Preset preset = options.config.empty() ? find_preset(options.preset) : read_preset(options.config);
  set_corpus(preset, options.corpus);
  set_pictures(preset, options.pictures);
  set_all(preset, options);
  return preset;
}

void check_nothing_is_lost(const TrainOptions& options) {
  const std::string& folder = options.folder();
  if (options.force || folder.empty() || !is_checkpoint(folder)) return;
  std::error_code ignored;
  if (!options.resume.empty() && std::filesystem::equivalent(folder, options.resume, ignored)) return;
  throw std::invalid_argument(
      tr("{1} already contains a run ({2}): give another --out, continue it with --resume {1}, or replace it "
         "with --force",
         folder, run_in_words(folder)));
}

TrainRun new_run(const Preset& preset, const TrainOptions& options, const AttentionDeviceChoice& device) {
  return begun(make_experiment(preset), options, device);
}

TrainRun tuned_run(const TrainOptions& options, const AttentionDeviceChoice& device) {
  const Checkpoint opened = load_with_notes(options.model, Load::Weights);
  Preset preset = learning_further(opened.preset, corpus_place(options.corpus));
  set_all(preset, options);
  return begun(further_experiment(opened, std::move(preset)), options, device);
}

TrainRun stored_run(const TrainOptions& options, const AttentionDeviceChoice& device) {
  Checkpoint checkpoint = load_checkpoint(options.resume);
  find_data(checkpoint.preset, options);
  const TrainingSettings settings = changed_settings(checkpoint, options);
  const Index until = options.steps.value_or(settings.config.steps), done = checkpoint.state->step();
  if (until <= done)
    throw std::invalid_argument(tr_plural("{1} has already done {2} step: give --steps over {2}",
                                          "{1} has already done {2} steps: give --steps over {2}", done,
                                          options.resume, std::to_string(done)));
  Continuation continuation = continue_training(checkpoint, options.threads);
  TrainRun run{
      std::move(continuation.experiment), std::move(continuation.trainer), nullptr, until, options.folder(),
      std::move(checkpoint.remarks)};
  run.trainer->use_device(device);
  start_record(run, options, continuation.past());
  change_settings(run, settings);
  return run;
}

void save_run(const TrainRun& run) {
  if (!run.out.empty())
    save_checkpoint(run.out, capture(run.experiment, *run.trainer, run.recorder->record()));
}

void save_last(const TrainRun& run) {
  try {
    save_run(run);
  } catch (const std::exception& error) {
    throw std::runtime_error(is_checkpoint(run.out)
                                 ? tr("{1}; {2} contains the run as it was saved before: {3}", error.what(),
                                      run.out, run_in_words(run.out))
                                 : tr("{1}; {2} does not contain the run", error.what(), run.out));
  }
}

std::optional<Measured> measured_at(const TrainRun& run, Index step) {
  if (run.every == 0 || (step > run.every && step % run.every != 0)) return {};
  const Record record = run.recorder->record();
  if (record.measurements.empty() || record.measurements.back().step != step) return {};
  const auto loss = value_in(record, "validation.loss");
  if (!loss) return {};
  return Measured{step, *loss, value_in(record, "validation.tokens"),
                  value_in(record, "validation.sequences")};
}

TrainSummary summarize(const TrainRun& run, const TrainLoopResult& loop, const ProgressListener& test) {
  TrainSummary summary{.loop = loop, .accuracy = {}, .saved = run.out, .size = {}};
  if (!run.out.empty()) summary.size = size_of_run(run.out);
  ValidationSize size = kFinalValidation;
  if (loop.stopped) size.examples = 0;
  const Validation found = run.trainer->validate(size, test);
  summary.validation_loss = found.loss;
  if (!run.experiment.task->has_answers() || found.counts.rows == 0) return summary;
  summary.examples = found.counts.rows;
  summary.accuracy = found.accuracy();
  return summary;
}

}  // namespace attnlab
