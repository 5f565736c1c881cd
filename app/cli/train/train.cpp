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
#include "core/language/messages.h"
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
    throw CLI::RequiredError(tr("--preset NAME, --config FILE, --model FOLDER or --resume FOLDER"));
  if (!options.model.empty() && options.corpus.empty())
    throw CLI::RequiredError(tr("--corpus FILE, the text to train the model of --model on,"));
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
                  [&](const std::string& why) { report->problem(tr("training continues, but {1}", why)); }});
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

/// The values of training.schedule.
std::string schedules_help() {
  std::vector<HelpRow> rows;
  for (const Schedule& row : schedules())
    rows.push_back({row.name, tr("{1}: {2}; while t < w {3}", tr(row.sentence), row.formula, row.rise)});
  return help_end({tr("Learning rate of step t (from 0) by training.schedule. η is learning_rate, η_min is "
                      "minimum_learning_rate, w is the number of warmup steps, and T is the number of steps "
                      "of the run:")}) +
         "\n" + help_rows(rows);
}

std::string footer_for(const CLI::Option* preset_option) {
  const auto& given = preset_option->results();
  Preset preset = builtin_presets().front();
  for (const Preset& other : builtin_presets())
    if (!given.empty() && other.name == given[0]) preset = other;
  const std::string examples =
      "  attention-lab train --preset reverse --out rev\n"
      "  attention-lab train --preset characters --corpus book.txt --out book\n"
      "  attention-lab train --preset shapes --pictures photos --out photos-model\n"
      "  attention-lab train --model gpt2 --corpus book.txt --train \"decoder.layers.11.*\" --out tuned\n"
      "  attention-lab train --preset translate --set model.layers=1 --set learning_rate=1e-3 --json\n"
      "  attention-lab train --resume rev --steps 3000\n"
      "  attention-lab train --resume rev --steps 5000 --set batch=64 --set dropout=0.1";
  return help_end({}, examples) + "\n\n" +
         help_end({tr("Ctrl-C ends the run after the current step and saves it. --resume continues with the "
                      "same weights as if the run had never stopped. With --resume, --set changes a setting "
                      "from that step on, and the run remembers the change."),
                   tr("The folder contains the whole run: the metrics of every step in metrics.csv, the "
                      "measurements every --every steps in measurements.csv, and the weights of past steps, "
                      "thinned out to --history, in states."),
                   events_help(train_events()),
                   tr("Options for --set, with their values in preset {1}:", preset.name) + "\n" +
                       options_help(preset),
                   schedules_help()});
}

/// The options for what is trained: a preset, a file, a model, or a run, which remembers the rest.
CLI::Option* add_start(CLI::App& command, TrainArguments& options) {
  CLI::Option* preset =
      command.add_option("--preset", options.preset, tr("What to train: a name from attention-lab presets"))
          ->type_name("NAME");
  CLI::Option* config = command
                            .add_option("--config", options.config,
                                        tr("Or a JSON file: a preset, or the config.json of a saved run"))
                            ->type_name("FILE")
                            ->excludes(preset)
                            ->check(path_name());
  CLI::Option* model =
      command
          .add_option("--model", options.model,
                      tr("Or a model to train further on --corpus, with its weights and tokenizer: a folder "
                         "of a saved run, or of a model of another program"))
          ->type_name("FOLDER")
          ->excludes(preset)
          ->excludes(config)
          ->check(path_name());
  CLI::Option* learning = command
                              .add_option("--train", options.train,
                                          tr("Names of the parameters to train, such as decoder.layers.1.*, "
                                             "separated by commas; the others keep their values"))
                              ->type_name("NAMES");
  CLI::Option* seed = command.add_option("--seed", options.seed, tr("Seed of weights, batches and dropout"))
                          ->type_name("N")
                          ->check(whole_number(0));
  CLI::Option* resume =
      command
          .add_option("--resume", options.resume,
                      tr("Continue the saved run in this folder, and save it there unless --out is given"))
          ->type_name("FOLDER")
          ->check(path_name());
  resume->excludes(preset)->excludes(config)->excludes(model)->excludes(learning)->excludes(seed);
  return preset;
}

void add_data_and_options(CLI::App& command, TrainArguments& options) {
  command
      .add_option("--corpus", options.corpus,
                  tr("UTF-8 text file to train on, for presets that learn from a text"))
      ->type_name("FILE");
  command
      .add_option("--pictures", options.pictures,
                  tr("Folder of PNG or JPEG files to train on, with one subfolder per class, for presets "
                     "that read images"))
      ->type_name("FOLDER");
  command.add_option("--set", options.set, tr("Change one option, such as model.layers=3; may be repeated"))
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void add_lengths(CLI::App& command, TrainArguments& options) {
  command
      .add_option(
          "--steps", options.steps,
          tr("Steps to train, counted from the beginning of the run. Also sets the length of the learning "
             "rate's schedule, unless --set training.steps sets it or a saved run continues"))
      ->type_name("N")
      ->check(whole_number(1, 100000000));
  command
      .add_option("--threads", options.threads,
                  tr("Number of threads, which does not change the result (0: one per core)"))
      ->type_name("N")
      ->check(whole_number(0, 1024));
}

void add_output(CLI::App& command, TrainArguments& options) {
  command.add_option("--out", options.out, tr("Save the run to this folder"))
      ->type_name("FOLDER")
      ->check(path_name());
  command.add_flag("--force", options.force, tr("Replace the run in --out, if there is one"));
  command.add_option("--save-every", options.save_every, tr("Also save every N steps"))
      ->type_name("N")
      ->check(whole_number(1, 100000000));
  command
      .add_option("--history", options.history,
                  tr("Megabytes for the past steps of a saved run, weights and metrics together; 0: only the "
                     "first and the last weights"))
      ->type_name("MB")
      ->capture_default_str()
      ->check(whole_number(0, 1000000));
  command
      .add_option("--every", options.every,
                  tr("Steps between two measurements on held-out examples; 0: none. Give it again when you "
                     "resume a run"))
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(0, 100000000));
  command
      .add_option("--tensorboard", options.tensorboard,
                  tr("Write the loss, gradient norm, learning rate, speed and measurements to this folder, "
                     "for TensorBoard; a resumed run adds to them"))
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
      command.add_flag("--json", options->json, tr("Print one JSON object per line instead of text"));
  command.add_flag("--quiet", options->quiet, tr("Print only problems"))->excludes(json);
  command.footer("");  // instead of the program's footer
  command.footer([preset] { return footer_for(preset); });
  return [options] { return train(*options); };
}

}  // namespace

extern const Subcommand kTrainSubcommand = {
    .name = "train", .sentence = tr_mark("Train a model, measure it and save it"), .declare = declare_train};

}  // namespace attnlab
