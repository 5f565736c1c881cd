// attention-lab train: a preset or a saved model, trained without a window.
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/cli.h"
#include "app/cli/interrupt.h"
#include "app/cli/train_report.h"
#include "core/io/checkpoint.h"
#include "core/tasks/corpus.h"
#include "core/training/evaluate.h"
#include "core/training/train_loop.h"

namespace attnlab {
namespace {

constexpr Index kExamples = 1000;       // held-out examples for the exact match
constexpr Index kFinalValidation = 50;  // batches of the last validation loss
constexpr Index kMeasurementsOnTheWay = 10;

struct Options {
  std::string preset, corpus, pictures, out, resume;
  std::vector<std::string> set;
  std::optional<Index> steps, seed;
  Index save_every = 0;
  int threads = 0;
  bool json = false;
};

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
  if (preset.model.architecture != "vision")
    throw std::invalid_argument(
        "--pictures is for presets that read pictures (shapes, digits), not for task " + preset.task.name);
  TaskConfig task;
  task.name = "picture_folder";
  task.folder = std::filesystem::absolute(folder).string();
  task.validation_share = preset.task.validation_share;
  preset.task = task;
}

bool sets(const Options& options, std::string_view name) {
  for (const std::string& assignment : options.set)
    if (assignment.starts_with(std::string(name) + "=")) return true;
  return false;
}

Preset new_preset(const Options& options) {
  Preset preset = find_preset(options.preset);
  set_corpus(preset, options.corpus);
  set_pictures(preset, options.pictures);
  for (const std::string& assignment : options.set) set_option(preset, assignment);
  if (options.seed) set_option(preset, "training.seed=" + std::to_string(*options.seed));
  if (options.steps && !sets(options, "training.steps") && !sets(options, "steps"))
    set_option(preset, "training.steps=" + std::to_string(*options.steps));
  return preset;
}

/// What may change when a stored run goes on: how it trains, and where its corpus lies.
void change_stored(Preset& preset, const Options& options) {
  set_corpus(preset, options.corpus);
  if (!options.pictures.empty() && preset.task.name != "picture_folder")
    throw std::invalid_argument("--pictures cannot change with --resume what the model learns: " +
                                preset.task.name);
  set_pictures(preset, options.pictures);
  const auto fixed = [&] {
    nlohmann::ordered_json json = preset_to_json(preset);
    json.erase("training");
    return json;
  };
  const nlohmann::ordered_json before = fixed();
  for (const std::string& assignment : options.set) {
    set_option(preset, assignment);
    if (fixed() != before)
      throw std::invalid_argument("--set " + assignment +
                                  " cannot change with --resume: only training.… can");
  }
}

struct Run {
  Experiment experiment;
  std::unique_ptr<Trainer> trainer;
  Index until = 0;
  std::string out;
  std::unique_ptr<Recorder> recorder{};
};

Run new_run(const Options& options) {
  const Preset preset = new_preset(options);
  Run run{make_experiment(preset), nullptr, options.steps.value_or(preset.training.steps), options.out};
  const Experiment& e = run.experiment;
  run.trainer = std::make_unique<Trainer>(e.model, e.task, e.preset.training, options.threads);
  return run;
}

Run stored_run(const Options& options) {
  Checkpoint checkpoint = load_checkpoint(options.resume);
  change_stored(checkpoint.preset, options);
  Continuation continuation = continue_training(checkpoint, options.threads);
  const Index until = options.steps.value_or(checkpoint.preset.training.steps),
              done = checkpoint.state->snapshot->step;
  if (until <= done)
    throw std::invalid_argument(options.resume + " has done " + std::to_string(done) +
                                " steps already: give --steps over " + std::to_string(done));
  return {std::move(continuation.experiment), std::move(continuation.trainer), until,
          options.out.empty() ? options.resume : options.out};
}

void save(const Run& run, TrainReport& report) {
  if (run.out.empty()) return;
  save_checkpoint(run.out, capture(run.experiment, *run.trainer));
  report.saved(run.out);
}

/// The validation loss where it was measured at this step.
std::optional<double> measured_at(const Record& record, Index step) {
  if (record.measurements.empty() || record.measurements.back().step != step) return {};
  return static_cast<double>(
      record.measurements.back().values[static_cast<std::size_t>(record.column("validation.loss"))]);
}

TrainLoopOptions loop_options(const Run& run, const Options& options, TrainReport& report) {
  TrainLoopOptions loop;
  loop.until = run.until;
  loop.recorder = run.recorder.get();
  loop.on_step = [&run, &options, &report](const StepMetrics& metrics) {
    report.step(metrics);
    if (const auto loss = measured_at(run.recorder->record(), metrics.step))
      report.validation(metrics.step, *loss);
    const bool due =
        options.save_every > 0 && metrics.step % options.save_every == 0 && metrics.step < run.until;
    if (due) save(run, report);
  };
  loop.stop = InterruptGuard::requested;
  return loop;
}

void measure(const Run& run, TrainSummary& summary) {
  summary.validation_loss = run.trainer->validation_loss(kFinalValidation);
  if (!run.experiment.task->has_answers() || summary.loop.stopped) return;
  const std::vector<Example> examples = run.experiment.task->validation_examples(kExamples);
  summary.examples = static_cast<Index>(examples.size());
  summary.accuracy =
      accuracy(*run.experiment.model, run.trainer->weights(), *run.experiment.vocabularies, examples);
}

int train(const Options& options) {
  Run run = options.resume.empty() ? new_run(options) : stored_run(options);
  RecordOptions record;
  record.measure_every = std::max<Index>(1, (run.until - run.trainer->steps_done()) / kMeasurementsOnTheWay);
  run.recorder = std::make_unique<Recorder>(*run.trainer, record);
  if (!run.out.empty()) check_can_save(run.out);
  const std::unique_ptr<TrainReport> report = options.json ? make_json_report() : make_text_report();
  report->start(run.experiment, run.trainer->steps_done(), run.until);
  const InterruptGuard guard;
  TrainSummary summary;
  summary.loop = train_until(*run.trainer, loop_options(run, options, *report));
  save(run, *report);
  summary.saved = run.out;
  measure(run, summary);
  report->done(summary);
  if (!summary.loop.failure.empty()) throw std::runtime_error(summary.loop.failure);
  return summary.loop.stopped ? kInterrupted : kDone;
}

std::string footer_for(const CLI::Option* preset_option) {
  const auto& given = preset_option->results();
  Preset preset = builtin_presets().front();
  for (const Preset& other : builtin_presets())
    if (!given.empty() && other.name == given[0]) preset = other;
  return "Examples:\n"
         "  attention-lab train --preset reverse --out rev\n"
         "  attention-lab train --preset characters --corpus book.txt --out book\n"
         "  attention-lab train --preset shapes --pictures photos --out photos-model\n"
         "  attention-lab train --preset translate --set model.layers=1 --set learning_rate=1e-3 --json\n"
         "  attention-lab train --resume rev --steps 3000\n"
         "\n"
         "Ctrl-C ends the run after the step in progress and saves it; --resume goes on with the same\n"
         "weights as if it had never stopped.\n"
         "\n"
         "With --json each line is an object with an \"event\": start, step, validation, saved, and last\n"
         "done with steps, train_loss (mean of the last 100 steps), validation_loss, seconds,\n"
         "tokens_per_second, exact_match and token_accuracy (where examples have one\n"
         "right answer) and interrupted.\n"
         "\n"
         "Options for --set, with their values in preset " +
         preset.name + ":\n" + options_help(preset);
}

}  // namespace

void add_train_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("train", "Train a model, measure it and save it");
  const auto options = std::make_shared<Options>();
  CLI::Option* preset =
      command->add_option("--preset", options->preset, "What to train: a name from attention-lab presets")
          ->type_name("NAME");
  command->add_option("--corpus", options->corpus, "UTF-8 text file to learn, for presets that learn a text")
      ->type_name("FILE");
  command
      ->add_option("--pictures", options->pictures,
                   "Folder of PNG or JPEG files to learn, with one folder a class, for presets that read "
                   "pictures")
      ->type_name("FOLDER");
  command->add_option("--set", options->set, "Change one option, e.g. model.layers=3; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--steps", options->steps,
                   "Steps to train, counted from the run's beginning. Sets the length of the learning rate's "
                   "schedule too, unless --set training.steps gives that or a saved run goes on")
      ->type_name("N")
      ->check(CLI::Range(Index{1}, Index{100000000}));
  CLI::Option* seed =
      command->add_option("--seed", options->seed, "Seed of weights, batches and dropout")->type_name("N");
  command
      ->add_option("--threads", options->threads,
                   "Threads; the result is the same with any number (0: one a core)")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  command->add_option("--out", options->out, "Save the model to this folder")->type_name("FOLDER");
  command->add_option("--save-every", options->save_every, "Save every N steps as well")
      ->type_name("N")
      ->check(CLI::Range(Index{1}, Index{100000000}));
  CLI::Option* resume =
      command
          ->add_option("--resume", options->resume,
                       "Go on with the saved run in this folder, and save there unless --out is given")
          ->type_name("FOLDER");
  command->add_flag("--json", options->json, "Print one JSON object a line instead of text");
  resume->excludes(preset)->excludes(seed);
  command->footer("");  // not the program's
  command->footer([preset] { return footer_for(preset); });
  command->callback([&action, options] {
    if (options->preset.empty() == options->resume.empty())
      throw CLI::RequiredError("--preset NAME or --resume FOLDER");
    action = [options] { return train(*options); };
  });
}

}  // namespace attnlab
