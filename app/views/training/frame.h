// Parts of the view Training: what it shows of the runs that are open.
#pragma once

#include <string>

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/views/training/step_curves.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// What each part is drawn from.
struct TrainingFrame {
  const ViewModel& model;
  const Emit& emit;
  const TrainingChoice& choice;

  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("training.") + option, value}});
  }
};

/// The curves of one run, which follow it from frame to frame.
struct RunCurves {
  StepCurves steps;
  MeasuredCurves measured;
};
const RunCurves& curves_of(const TrainingFrame& frame, const RunView& run);

/// "run 2 · post-norm", as it is named everywhere.
std::string run_label(const RunView& run);
/// The same for a legend: without a name that is long.
std::string short_run_label(const RunView& run);
/// By the order in which runs were opened.
Colour run_colour(const RunView& run);

/// The newest value of a column; nothing where it was never measured.
std::optional<double> newest(const Record& record, std::string_view column);

/// A table of the runs and all metrics as plots, those of all runs over each other.
/// Script names: run.N (a row), run.N.close; training.smoothing, training.log_x, training.log_y,
/// training.save; training.plot.NAME are the plots.
void draw_training_metrics(const TrainingFrame& frame);
/// Held-out examples and what the model says to them at every kept step. Script names:
/// samples.map[ROW,COLUMN], samples.row.N.
void draw_training_samples(const TrainingFrame& frame);
/// The selected head, or all of its layer, at kept steps. Script names: heads_then.whole[0,i] (this head, all
/// heads), heads_then.HEAD.STEP (thumbnails), heads_then.entropy, heads_then.shares (plots).
void draw_training_heads(const TrainingFrame& frame);
/// Experiments of one click. Script names: experiment.NAME, experiment.together.
void draw_training_experiments(const TrainingFrame& frame);
/// Settings that can be changed while it learns, and what was changed. Script names: setting.OPTION,
/// steer.loss, steer.to_loss, steer.steps, steer.go, steer.example, steer.seed, steer.reset,
/// steer.memory.less, steer.memory.more; steer.event.N, steer.pin.N lead to a step.
void draw_training_settings(const TrainingFrame& frame);

/// The runs with what sets them apart, a row each; only where there are several.
void draw_runs_table(const TrainingFrame& frame);

}  // namespace attnlab
