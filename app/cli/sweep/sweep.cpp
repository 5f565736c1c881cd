// attention-lab sweep: all combinations of some options, trained in parallel and compared.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "app/cli/groups/values.h"
#include "app/cli/help.h"
#include "app/cli/subcommands.h"
#include "app/cli/sweep/sweep_report.h"
#include "app/cli/train/interrupt.h"
#include "app/cli/train/run_saver.h"
#include "core/config/background.h"
#include "core/config/cores.h"
#include "core/io/run_lock.h"
#include "core/io/run_summary.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using RunState = SweepResult::State;

constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr double kLossMemory = 0.95;  // of the running mean of the loss

/// Trains the runs of a plan on some threads; the caller's thread reports.
class Sweep {
 public:
  /// `runs` must outlive it.
  Sweep(const std::vector<SweepRun>& runs, Index jobs) : runs_(runs), jobs_(jobs), results_(runs.size()) {}

  /// Trains all runs; returns how each of them ended.
  const std::vector<SweepResult>& run(SweepReport& report) {
    std::vector<BackgroundWork> workers;
    working_ = jobs_;
    for (Index i = 0; i < jobs_; ++i) workers.push_back(in_background([this] { work(); }));
    report_progress(report);
    for (BackgroundWork& worker : workers) worker.get();
    return results_;
  }

 private:
  /// Trains one run after another.
  void work() {
    for (std::size_t i; (i = next_++) < runs_.size() && !InterruptGuard::requested();) {
      SweepResult result = train(i);
      const std::lock_guard lock(mutex_);
      results_[i] = std::move(result);
      ended_.push_back(i);
      changed_.notify_one();
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_one();
  }

  /// Copies results before reporting, so that no run waits for a slow terminal.
  void report_progress(SweepReport& report) {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait_for(lock, kRedraw, [this] { return working_ == 0 || !ended_.empty(); });
      const std::vector<SweepResult> results = results_;
      const std::vector<std::size_t> ended = std::exchange(ended_, {});
      const bool over = working_ == 0;
      lock.unlock();
      for (const std::size_t i : ended) report.ended(i, results[i]);
      if (over) return;
      report.progress(results);
      lock.lock();
    }
  }

  SweepResult train(std::size_t i) {
    try {
      return runs_[i].start == SweepRun::Start::Finished ? look_at(runs_[i]) : train_one(i);
    } catch (const std::exception& error) {
      return {.state = RunState::Failed, .error = error.what()};
    }
  }

  static SweepResult result_of(const TrainSummary& summary, RunState state) {
    SweepResult result{.state = state,
                       .steps = summary.loop.steps,
                       .train_loss = summary.loop.train_loss,
                       .validation_loss = summary.validation_loss,
                       .right_targets = {},
                       .right_examples = {},
                       .seconds = summary.loop.seconds,
                       .error = summary.loop.failure};
    if (!summary.accuracy) return result;
    result.right_targets = summary.accuracy->tokens;
    result.right_examples = summary.accuracy->sequences;
    return result;
  }

  /// Measures a run that was finished before.
  static SweepResult look_at(const SweepRun& planned) {
    const Checkpoint checkpoint = load_checkpoint(planned.train.out, Load::State);
    Continuation stored = continue_training(checkpoint, planned.train.threads);
    const TrainRun run{std::move(stored.experiment), std::move(stored.trainer), nullptr, planned.until,
                       planned.train.out};
    const RunSummary past = summarize_run(planned.train.out);
    TrainLoopResult loop;
    loop.steps = past.steps;
    loop.train_loss = past.train_loss.value_or(std::numeric_limits<double>::quiet_NaN());
    loop.seconds = past.seconds.value_or(0);
    return result_of(summarize(run, loop), RunState::Done);
  }

  SweepResult train_one(std::size_t i) {
    const SweepRun& planned = runs_[i];
    TrainOptions options = planned.train;
    if (planned.start == SweepRun::Start::GoOn) {
      options.resume = options.out;
      options.steps = planned.until;
    }
    std::optional<RunLock> lock;
    if (!options.folder().empty()) lock.emplace(options.folder());
    const TrainRun run = options.resume.empty() ? new_run(planned.preset, options) : stored_run(options);
    RunSaver saver(run, 0, {});
    TrainLoopResult loop = train_until(*run.trainer, {.until = run.until,
                                                      .recorder = run.recorder.get(),
                                                      .on_step =
                                                          [&](const StepMetrics& m) {
                                                            note(i, m);
                                                            saver.after_step(m.step);
                                                          },
                                                      .stop = InterruptGuard::requested});
    run.recorder->store(*run.trainer);
    save_run(run);
    const Record record = run.recorder->record();  // with the earlier record of a resumed run
    loop.train_loss = mean_loss(record.steps).value_or(loop.train_loss);
    loop.seconds = total_seconds(record.steps);
    return result_of(summarize(run, loop), !loop.failure.empty() ? RunState::Failed
                                           : loop.stopped        ? RunState::Stopped
                                                                 : RunState::Done);
  }

  void note(std::size_t i, const StepMetrics& metrics) {
    const std::lock_guard lock(mutex_);
    SweepResult& result = results_[i];
    result.train_loss = result.state == RunState::Waiting
                            ? metrics.loss
                            : kLossMemory * result.train_loss + (1 - kLossMemory) * metrics.loss;
    result.state = RunState::Running;
    result.steps = metrics.step;
  }

  const std::vector<SweepRun>& runs_;
  Index jobs_;
  std::atomic<std::size_t> next_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<SweepResult> results_;
  std::vector<std::size_t> ended_;  ///< not reported yet
  Index working_ = 0;               ///< running threads
};

/// The number of runs at the same time; each gets an equal part of the cores.
Index share_cores(Index wanted, std::vector<SweepRun>& runs) {
  const Index jobs = std::max<Index>(1, std::min<Index>(wanted > 0 ? wanted : cores(), std::ssize(runs)));
  for (SweepRun& run : runs) run.train.threads = static_cast<int>(std::max<Index>(1, cores() / jobs));
  return jobs;
}

int sweep(const SweepOptions& options) {
  SweepRuns planned = plan_runs(options);
  const Index jobs = share_cores(options.jobs, planned.runs);
  const std::unique_ptr<SweepReport> report =
      options.json ? make_json_sweep_report(planned) : make_text_sweep_report(planned);
  report->start(jobs);
  const InterruptGuard guard;
  Sweep all(planned.runs, jobs);
  const std::vector<SweepResult>& results = all.run(*report);
  report->done(results, options.out);
  if (InterruptGuard::requested()) return kInterrupted;
  if (std::ranges::none_of(results, [](const SweepResult& run) { return run.state == RunState::Done; }))
    throw std::runtime_error(tr("none of the runs could be trained: {1}", results[0].error));
  return kDone;
}

Action declare_sweep(CLI::App& command) {
  const auto options = std::make_shared<SweepOptions>();
  command
      .add_option("--preset", options->train.preset, tr("What to train: a name from attention-lab presets"))
      ->type_name("NAME")
      ->required();
  command
      .add_option("--set", options->axes,
                  tr("Values of one option, separated by commas; may be repeated. A comma in a value is \\,"))
      ->type_name("KEY=VALUE,…")
      ->allow_extra_args(false);
  command.add_option("--corpus", options->train.corpus, tr("UTF-8 text file to train on"))->type_name("FILE");
  command.add_option("--out", options->out, tr("Save each run to its own folder in this folder"))
      ->type_name("FOLDER")
      ->check(path_name());
  command.add_option("--steps", options->train.steps, tr("Steps of each run, as for train"))
      ->type_name("N")
      ->check(whole_number(1, 100000000));
  command
      .add_option("--seed", options->train.seed, tr("Seed of the weights, batches and dropout of all runs"))
      ->type_name("N")
      ->check(whole_number(0));
  command
      .add_option(
          "--seeds", options->seeds,
          tr("Runs of each combination, with this many seeds from --seed on; their means are also listed"))
      ->type_name("N")
      ->capture_default_str()
      ->check(whole_number(1, 1000));
  command
      .add_option("--jobs", options->jobs,
                  tr("Runs at the same time, which share the cores (0: one per core)"))
      ->type_name("N")
      ->check(whole_number(0, 1024));
  command
      .add_option("--history", options->train.history,
                  tr("Megabytes for the past steps of each saved run, weights and metrics together"))
      ->type_name("MB")
      ->capture_default_str()
      ->check(whole_number(0, 1000000));
  command.add_flag("--json", options->json, tr("Print one JSON object per line instead of text"));
  command.footer(help_end(
      {tr("Each run is the same as a run of train with these options and this seed, or each seed of --seeds. "
          "All runs are checked before the first one is trained. At the end, they are listed by validation "
          "loss, the best first; with several seeds, each combination is also listed with its means."),
       tr("Ctrl-C ends the runs after the current step and lists the finished ones. If you start a sweep "
          "again with the same --out, it skips the runs that are finished there and continues the others."),
       events_help(sweep_events())},
      "  attention-lab sweep --preset reverse --set heads=1,2,4 --set learning_rate=1e-3,5e-3\n"
      "  attention-lab sweep --preset reverse --set positions=sinusoidal,rotary,none --out positions\n"
      "  attention-lab sweep --preset characters --set width=32,64 --set layers=1,2 --steps 2000 --json"));
  return [options] { return sweep(*options); };
}

}  // namespace

extern const Subcommand kSweepSubcommand = {
    .name = "sweep",
    .sentence = tr_mark("Train all combinations of some options and compare them"),
    .declare = declare_sweep};

}  // namespace attnlab
