// attention-lab train: a preset or a saved model, trained without a window.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/cli/groups/device_option.h"
#include "app/cli/groups/values.h"
#include "app/cli/help.h"
#include "app/cli/subcommands.h"
#include "app/cli/train/interrupt.h"
#include "app/cli/train/run_saver.h"
#include "app/cli/train/tensorboard_log.h"
#include "app/cli/train/train_report.h"
#include "core/io/run_lock.h"
#include "core/training/schedule.h"

namespace attnlab {
namespace {

struct TrainArguments : TrainOptions {
  DeviceOption device;
  std::string tensorboard;
  bool json = false, quiet = false;
};

void save(const TrainRun& run, TrainReport& report) {
  save_last(run);
  if (!run.out.empty()) report.saved(run.out);
}

TrainLoopOptions loop_options(const TrainRun& run, RunSaver& saver, TrainReport& report,
                              TensorBoardLog& log) {
  TrainLoopOptions loop;
  loop.until = run.until;
  loop.recorder = run.recorder.get();
  loop.on_step = [&run, &saver, &report, &log](const StepMetrics& metrics) {
    report.step(metrics);
    log.step(metrics);
    if (const auto measured = measured_at(run, metrics.step)) {
      report.validation(*measured);
      log.validation(*measured);
    }
    saver.after_step(metrics.step);
  };
  loop.stop = InterruptGuard::requested;
  return loop;
}

/// Locks the folder, before it is read where it exists, so that no other program trains into it.
TrainRun start(const TrainArguments& options, const AttentionDeviceChoice& device,
               std::optional<RunLock>& lock) {
  const std::string& folder = options.folder();
  std::error_code ignored;
  if (!options.model.empty()) {
    if (!folder.empty()) lock.emplace(folder);
    return tuned_run(options, device);
  }
  if (options.resume.empty()) {
    const Preset preset = new_preset(options);
    if (!folder.empty()) lock.emplace(folder);
    return new_run(preset, options, device);
  }
  if (std::filesystem::exists(folder, ignored)) lock.emplace(folder);
  TrainRun run = stored_run(options, device);
  if (!lock) lock.emplace(folder);
  return run;
}

std::unique_ptr<TrainReport> make_report(const TrainArguments& options) {
  if (options.quiet) return make_quiet_report();
  return options.json ? make_json_report() : make_text_report();
}

int train(const TrainArguments& options) {
  if (options.preset.empty() && options.config.empty() && options.model.empty() && options.resume.empty())
    throw CLI::RequiredError("--preset NAME, --config FILE, --model FOLDER or --resume FOLDER");
  if (!options.model.empty() && options.corpus.empty())
    throw CLI::RequiredError("--corpus FILE, the text that the model of --model learns,");
  const AttentionDeviceChoice device(open_device(options.device));
  check_nothing_is_lost(options);
  std::optional<RunLock> lock;
  const TrainRun run = start(options, device, lock);
  make_steps_on(options.device, *run.trainer);
  const std::unique_ptr<TrainReport> report = make_report(options);
  TensorBoardLog log(options.tensorboard, run);
  report->start(run);
  const InterruptGuard guard;
  RunSaver saver(run, options.save_every,
                 {[&] { report->saved(run.out); },
                  [&](const std::string& why) { report->problem("training goes on, but " + why); }});
  const TrainLoopResult result = train_until(*run.trainer, loop_options(run, saver, *report, log));
  run.recorder->store(*run.trainer);
  std::string unsaved;
  try {
    save(run, *report);
  } catch (const std::exception& error) {
    unsaved = error.what();
  }
  TrainSummary summary = summarize(run, result, [&](Index done, Index all) { report->test(done, all); });
  summary.unsaved = unsaved;
  if (!unsaved.empty()) summary.saved.clear();
  report->done(summary);
  if (!unsaved.empty()) throw std::runtime_error(unsaved);
  if (!result.failure.empty()) throw std::runtime_error(result.failure);
  return result.stopped ? kInterrupted : kDone;
}

/// What each value of training.schedule means.
std::string schedules_help() {
  std::vector<HelpRow> rows;
  for (const Schedule& row : schedules())
    rows.push_back({row.name, std::string(row.sentence) + ": " + std::string(row.formula) + "; while t < w " +
                                  std::string(row.rise)});
  return "Learning rate of step t (from 0) by training.schedule; η is learning_rate, η_min\n"
         "minimum_learning_rate, w the steps of warmup, T those of the run:\n" +
         help_rows(rows);
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
         "  attention-lab train --model gpt2 --corpus book.txt --train \"decoder.layers.11.*\" --out tuned\n"
         "  attention-lab train --preset translate --set model.layers=1 --set learning_rate=1e-3 --json\n"
         "  attention-lab train --resume rev --steps 3000\n"
         "  attention-lab train --resume rev --steps 5000 --set batch=64 --set dropout=0.1\n"
         "\n"
         "Ctrl-C ends the run after the step in progress and saves it; --resume goes on with the same\n"
         "weights as if it had never stopped. With --resume, --set changes a setting from there on, which "
         "the\n"
         "run remembers.\n"
         "\n"
         "The folder holds the whole run: the metrics of every step in metrics.csv, what was measured every\n"
         "--every steps in measurements.csv, and the weights of past steps, thinned to --history, in "
         "states.\n"
         "\n" +
         events_help(train_events()) +
         "\n"
         "Options for --set, with their values in preset " +
         preset.name + ":\n" + options_help(preset) + "\n" + schedules_help();
}

/// What is trained: a preset, a file, a model or a run, which remembers the rest.
CLI::Option* add_start(CLI::App& command, TrainArguments& options) {
  CLI::Option* preset =
      command.add_option("--preset", options.preset, "What to train: a name from attention-lab presets")
          ->type_name("NAME");
  CLI::Option* config =
      command
          .add_option("--config", options.config,
                      "Or what this JSON file says: a preset, or the config.json of a saved run")
          ->type_name("FILE")
          ->excludes(preset)
          ->check(path_name());
  CLI::Option* model =
      command
          .add_option("--model", options.model,
                      "Or what a model goes on to learn: a folder of a saved run, or of a model of another "
                      "program; it learns --corpus from its weights on, with its tokenizer")
          ->type_name("FOLDER")
          ->excludes(preset)
          ->excludes(config)
          ->check(path_name());
  CLI::Option* learning =
      command
          .add_option("--train", options.train,
                      "Names of the parameters that learn, as decoder.layers.1.*, with commas between; the "
                      "others keep their values")
          ->type_name("NAMES");
  CLI::Option* seed = command.add_option("--seed", options.seed, "Seed of weights, batches and dropout")
                          ->type_name("N")
                          ->check(whole_number(0));
  CLI::Option* resume =
      command
          .add_option("--resume", options.resume,
                      "Go on with the saved run in this folder, and save there unless --out is given")
          ->type_name("FOLDER")
          ->check(path_name());
  resume->excludes(preset)->excludes(config)->excludes(model)->excludes(learning)->excludes(seed);
  return preset;
}

void add_data_and_options(CLI::App& command, TrainArguments& options) {
  command.add_option("--corpus", options.corpus, "UTF-8 text file to learn, for presets that learn a text")
      ->type_name("FILE");
  command
      .add_option("--pictures", options.pictures,
                  "Folder of PNG or JPEG files to learn, with one folder a class, for presets that read "
                  "pictures")
      ->type_name("FOLDER");
  command.add_option("--set", options.set, "Change one option, e.g. model.layers=3; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void add_lengths(CLI::App& command, TrainArguments& options) {
  command
      .add_option("--steps", options.steps,
                  "Steps to train, counted from the run's beginning. Sets the length of the learning rate's "
                  "schedule too, unless --set training.steps gives that or a saved run goes on")
      ->type_name("N")
      ->check(whole_number(1, 100000000));
  command
      .add_option("--threads", options.threads,
                  "Threads; the result is the same with any number (0: one a core)")
      ->type_name("N")
      ->check(whole_number(0, 1024));
}

void add_output(CLI::App& command, TrainArguments& options) {
  command.add_option("--out", options.out, "Save the model to this folder")
      ->type_name("FOLDER")
      ->check(path_name());
  command.add_flag("--force", options.force, "Replace a run that is in --out already");
  command.add_option("--save-every", options.save_every, "Save every N steps as well")
      ->type_name("N")
      ->check(whole_number(1, 100000000));
  command
      .add_option(
          "--history", options.history,
          "Megabytes that a saved run keeps of its past, weights and metrics together; 0 for the first and\n"
          "last weights only")
      ->type_name("MB")
      ->capture_default_str()
      ->check(whole_number(0, 1000000));
  command
      .add_option("--every", options.every,
                  "Steps between two measurements of the loss and more on held-out examples; 0: none. A run "
                  "that goes on needs it again")
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(0, 100000000));
  command
      .add_option("--tensorboard", options.tensorboard,
                  "Write loss, gradient norm, learning rate, speed and measurements to this folder, for "
                  "TensorBoard; a\n"
                  "run that goes on adds to what is there")
      ->type_name("FOLDER")
      ->check(path_name());
}

Action declare_train(CLI::App& command) {
  const auto options = std::make_shared<TrainArguments>();
  const CLI::Option* const preset = add_start(command, *options);
  add_data_and_options(command, *options);
  add_lengths(command, *options);
  add_output(command, *options);
  options->device = add_training_device_option(command);
  CLI::Option* json =
      command.add_flag("--json", options->json, "Print one JSON object a line instead of text");
  command.add_flag("--quiet", options->quiet, "Print nothing but what goes wrong")->excludes(json);
  command.footer("");  // not the program's footer
  command.footer([preset] { return footer_for(preset); });
  return [options] { return train(*options); };
}

}  // namespace

extern const Subcommand kTrainSubcommand = {
    .name = "train", .sentence = "Train a model, measure it and save it", .declare = declare_train};

}  // namespace attnlab
