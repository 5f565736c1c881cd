// Past steps: which step is on screen, moving to another step, and playing the steps.
#pragma once

#include <optional>
#include <string>

#include "app/views/common/views.h"

namespace attnlab {

/// Whether past steps are kept.
bool has_timeline(const ViewModel& model);

/// The step on screen: a past step, or the newest.
Index step_on_screen(const ViewModel& model);

/// Whether a stored step is older than the step on screen.
bool can_go_back(const ViewModel& model);

/// Stops playing and shows `step`.
void go_to_step(const ViewModel& model, Index step, const Emit& emit);

/// What was recorded of the step that made the weights of `step`; null before the first.
const StepMetrics* metrics_at(const Record& record, Index step);

/// The learning rate of the step after the one on screen; nothing where a past step has no next one on
/// record.
std::optional<double> rate_on_screen(const ViewModel& model);

/// A validation loss, and the step at which it was measured.
struct MeasuredLoss {
  Index step = 0;
  double loss = 0;
};
/// The last validation loss up to `step`; nothing before the first measurement, or for a task without
/// held-out examples.
std::optional<MeasuredLoss> held_out_loss_at(const Record& record, Index step);
/// "validation loss", with the step at which it was measured if that is not `step`.
std::string held_out_name(const MeasuredLoss& measured, Index step);

/// The loss of the batch whose update made the weights of `step`; nothing before the first.
std::optional<double> loss_at(const Record& record, Index step);

/// The run on screen.
const RunView& shown_run(const ViewModel& model);
/// Whether a run learns the same task as the run on screen, so that one plot can show both losses.
bool learns_shown_task(const ViewModel& model, const RunView& run);

/// "learning rate 0.1 → 0.2": options and changes in plain words.
std::string spoken(std::string_view text);

/// Once a frame: while past steps play, moves to the next one.
void play_timeline(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
