// Parts of the view Training: metrics, samples, heads, experiments and settings of the open runs.
#pragma once

#include <string>

#include "app/features/training/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/views/runs/run_colours.h"
#include "app/views/runs/step_curves.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// The input of each part.
struct TrainingFrame {
  const ViewModel& model;
  const Emit& emit;
  const TrainingChoice& choice;

  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("training.") + option, value}});
  }
};

/// The curves of one run, updated from frame to frame.
struct RunCurves {
  StepCurves steps;
  MeasuredCurves measured;
};
const RunCurves& curves_of(const TrainingFrame& frame, const RunView& run);

/// The newest value of a column; nothing if it was never measured.
std::optional<double> newest(const Record& record, std::string_view column);

/// "token accuracy", "class accuracy": the share of correct targets.
const char* accuracy_name(Format format);

/// Draws a table of the runs, and plots of all metrics with the curves of all runs.
/// Script names: run.N (a row), run.N.close, run.reopen; training.smoothing, training.log_x, training.log_y,
/// training.save; training.plot.NAME are the plots.
void draw_training_metrics(const TrainingFrame& frame);
/// Draws held-out examples and the model's answers at every stored step. Script names:
/// samples.map[ROW,COLUMN], samples.row.N.
void draw_training_samples(const TrainingFrame& frame);
/// Draws the selected head, or all heads of its layer, at stored steps. Script names: heads_then.whole[0,i]
/// (this head, all heads), heads_then.HEAD.STEP (thumbnails), heads_then.entropy, heads_then.shares (plots).
void draw_training_heads(const TrainingFrame& frame);
/// Draws experiments of one click, and beside them a sweep. Script names: experiment.NAME,
/// experiment.together, and those of draw_sweep_form() and draw_sweep_results().
void draw_training_experiments(const TrainingFrame& frame);
/// Draws settings that can be changed during training, and past changes. Script names: setting.OPTION,
/// steer.loss, steer.to_loss, steer.steps, steer.go, steer.example, steer.seed, steer.reset,
/// steer.memory.less, steer.memory.more, steer.runs.less, steer.runs.more; steer.event.N, steer.pin.N lead to
/// a step.
void draw_training_settings(const TrainingFrame& frame);

/// Draws the loss while the learning rate rises, on a copy of the run. Script names: rate.find, rate.use,
/// rate.plot.
void draw_training_rate(const TrainingFrame& frame);

/// How many of the runs of an experiment or a sweep train at the same time.
enum class AtOnce { One, All };
/// Draws the form of a sweep. Script names: sweep.option.N (1 and 2) and in its list sweep.option.N.NAME;
/// sweep.values.N, sweep.seeds.less, sweep.seeds.more, sweep.steps, sweep.train.
void draw_sweep_form(const TrainingFrame& frame, AtOnce at_once);
/// Draws progress, table and losses of the newest sweep, if there is one. Script names: sweep.stop,
/// sweep.go_on, sweep.copy, sweep.close, sweep.row.N (from 1), sweep.loss and sweep.scaling (plots).
void draw_sweep_results(const TrainingFrame& frame);

/// Which runs a table lists.
enum class RunsListed {
  All,
  OutsideSweep  ///< all but those of the newest sweep
};
/// Draws the runs with their differences, one per row, if there are several.
void draw_runs_table(const TrainingFrame& frame, RunsListed listed = RunsListed::All);

}  // namespace attnlab
