// The newest sweep: its progress, a row for each combination, and the losses of its runs.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/base/format.h"
#include "app/features/training/view_columns.h"
#include "app/features/training/view_frame.h"
#include "app/state/divergence.h"
#include "app/state/open_sweep.h"
#include "app/views/common/predictions.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"
#include "core/training/sweep/scaling.h"

namespace attnlab {
namespace {

using RunState = SweepResult::State;

std::string mean_text(const MeanOverSeeds& over, int digits) {
  if (over.count == 0) return "–";
  const std::string mean = format_number(over.mean, digits);
  return over.count > 1 ? mean + " ± " + format_number(over.deviation, 2) : mean;
}

std::string percent_text(const MeanOverSeeds& over) {
  if (over.count == 0) return "–";
  const std::string mean = format_percent(over.mean, 1);
  return over.count > 1 ? mean + " ± " + format_fixed(over.deviation * 100, 1) : mean;
}

/// The progress of the runs of a combination: "done", "step 120 of 500", "waiting".
std::string row_state(const OpenSweep& sweep, const SweepRow& row) {
  const Index seeds = sweep.plan->seeds;
  if (row.done == seeds) return tr("done");
  std::string step, other;
  for (std::size_t i = row.first; i < row.first + static_cast<std::size_t>(seeds); ++i) {
    const SweepResult& run = sweep.results[i];
    if (run.state == RunState::Running && step.empty())
      step = tr("step {1} of {2}", format_count(run.steps), format_count(sweep.runs[i]->training.steps));
    if (run.state == RunState::Failed) other = tr("failed");
    if (run.state == RunState::Stopped && other.empty()) other = sweep.runs[i] ? tr("stopped") : tr("closed");
  }
  if (!step.empty()) return step;
  return other.empty() ? tr("waiting") : other;
}

enum class Cells { Numbers, Words };

/// A column with one text per row.
template <typename Text>
TableColumn column_of(const char* title, const std::vector<SweepRow>& rows, const Text& text,
                      Cells cells = Cells::Numbers) {
  TableColumn column{title, {}, cells == Cells::Numbers};
  for (const SweepRow& row : rows) column.cells.push_back(text(row));
  return column;
}

/// The options that differ; all if none does.
std::vector<TableColumn> option_columns(const SweepPlan& plan, const std::vector<SweepRow>& rows) {
  std::vector<TableColumn> columns;
  const auto axes = plan.options();
  const bool varies = std::ranges::any_of(axes, [](const SweepAxis& axis) { return axis.values.size() > 1; });
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (varies && axes[i].values.size() < 2) continue;
    const std::string title = spoken(axes[i].key.substr(axes[i].key.find('.') + 1));
    columns.push_back(column_of(
        title.c_str(), rows, [i](const SweepRow& row) { return row.values[i]; }, Cells::Words));
  }
  return columns;
}

std::vector<TableColumn> sweep_columns(const TrainingFrame& frame, const OpenSweep& sweep,
                                       const std::vector<SweepRow>& rows) {
  const auto best = best_row(*sweep.plan, rows);
  std::vector<TableColumn> columns = option_columns(*sweep.plan, rows);
  columns.push_back(column_of(
      "", rows,
      [&](const SweepRow& row) {
        return best && &row == &rows[*best] ? std::string(tr("best")) : row_state(sweep, row);
      },
      Cells::Words));
  columns.push_back(column_of(tr("validation loss"), rows,
                              [](const SweepRow& row) { return mean_text(row.validation_loss, 3); }));
  const bool examples =
      std::ranges::any_of(rows, [](const SweepRow& row) { return row.right_examples.count > 0; });
  columns.push_back(column_of(examples ? tr("exact match") : accuracy_name(frame.model.format), rows,
                              [examples](const SweepRow& row) {
                                return percent_text(examples ? row.right_examples : row.right_targets);
                              }));
  if (sweep.plan->seeds > 1)
    columns.push_back(column_of(tr("seeds done"), rows, [&](const SweepRow& row) {
      return tr("{1} of {2}", std::to_string(row.done), std::to_string(sweep.plan->seeds));
    }));
  columns.push_back(column_of(tr("mean training loss"), rows,
                              [](const SweepRow& row) { return mean_text(row.train_loss, 3); }));
  columns.push_back(column_of(tr("time"), rows, [](const SweepRow& row) {
    return row.seconds.count > 0 ? format_duration(row.seconds.mean) : std::string("–");
  }));
  return columns;
}

/// The first open run of a combination; null if all were closed.
const RunView* first_open(const OpenSweep& sweep, const SweepRow& row) {
  for (std::size_t i = row.first; i < row.first + static_cast<std::size_t>(sweep.plan->seeds); ++i)
    if (sweep.runs[i]) return sweep.runs[i];
  return nullptr;
}

/// What the cells do not show: the error of a run that failed.
std::string row_tip(const OpenSweep& sweep, const SweepRow& row, const RunView& run) {
  for (std::size_t i = row.first; i < row.first + static_cast<std::size_t>(sweep.plan->seeds); ++i)
    if (!sweep.results[i].error.empty()) return error_of(sweep.plan->points[i], sweep.results[i].error);
  return tr("Show {1}", run_label(run));
}

void draw_sweep_row(const TrainingFrame& frame, const OpenSweep& sweep, const SweepRow& row, std::size_t at,
                    const std::vector<TableColumn>& columns, float left) {
  const Box box =
      box_at(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()});
  const RunView* const run = first_open(sweep, row);
  const std::string name = "sweep.row." + std::to_string(at + 1);
  const bool pressed = ImGui::InvisibleButton(name.c_str(), box.size());
  mark(name, box);
  if (run) {
    tip(row_tip(sweep, row, *run));
    const Palette& p = theme().palette;
    if (run->shown || ImGui::IsItemHovered())
      window_canvas().fill(box, run->shown ? p.accent_soft : p.raised, em() * 0.3f);
    draw_row_colour(box, run_colour(*run));
    if (pressed && !run->shown) frame.emit({"run.show", {std::to_string(run->number)}});
  }
  draw_cells(columns, at, box, left);
}

void draw_sweep_table(const TrainingFrame& frame, const OpenSweep& sweep) {
  const std::vector<SweepRow> rows = sweep_rows(*sweep.plan, sweep.results);
  std::vector<TableColumn> columns = sweep_columns(frame, sweep, rows);
  const float left = em() * 2;
  fit_columns(columns, ImGui::GetContentRegionAvail().x - left);
  draw_headings(columns, left);
  for (std::size_t i = 0; i < rows.size(); ++i) draw_sweep_row(frame, sweep, rows[i], i, columns, left);
}

/// "3 of 6 runs have ended. heads=2,seed=1 is at step 120 of 500."
std::string progress_text(const OpenSweep& sweep) {
  const std::string text =
      tr_plural("{1} of {2} run has ended.", "{1} of {2} runs have ended.", std::ssize(sweep.results),
                std::to_string(sweep.ended()), std::to_string(sweep.results.size()));
  for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
    if (sweep.results[i].state != RunState::Running) continue;
    const TrainingView& t = sweep.runs[i]->training;
    const std::string name = varied_name(*sweep.plan, i), step = format_count(t.step),
                      steps = format_count(t.steps);
    return text + " " +
           (name.empty() ? tr("The run is at step {1} of {2}.", step, steps)
                         : tr("{1} is at step {2} of {3}.", spoken(name), step, steps));
  }
  return text;
}

void draw_sweep_buttons(const TrainingFrame& frame, const OpenSweep& sweep) {
  if (sweep.goes_on()) {
    if (text_button("sweep.stop", Icon::Pause, tr("Stop"), tr("Stops the sweep; its runs stay as they are")))
      frame.emit({"sweep.stop", {}});
    ImGui::SameLine(0, em() * 0.4f);
  } else if (sweep.stopped()) {
    if (text_button("sweep.go_on", Icon::Play, tr("Continue"), tr("Continues where the sweep stopped")))
      frame.emit({"sweep.go_on", {}});
    ImGui::SameLine(0, em() * 0.4f);
  }
  if (text_button("sweep.copy", tr("Copy as CSV"), tr("One line per run, with its seed and its results")))
    ImGui::SetClipboardText(sweep_csv(*sweep.plan, sweep.results).c_str());
  ImGui::SameLine(0, em() * 0.4f);
  if (text_button("sweep.close", Icon::Close, tr("Close"),
                  tr("Ends the runs of this sweep and discards them")))
    frame.emit({"sweep.close", {}});
}

/// One curve per run; the seeds of a combination share a colour and a name.
void draw_sweep_losses(const TrainingFrame& frame, const OpenSweep& sweep) {
  std::vector<Series> all;
  bool grown = false;
  for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
    const RunView* const run = sweep.runs[i];
    if (!run || run->record.steps.empty()) continue;
    const StepCurves& steps = curves_of(frame, *run).steps;
    const std::size_t first = sweep.plan->combination(i) * static_cast<std::size_t>(sweep.plan->seeds);
    all.push_back({.name = spoken(varied_name(*sweep.plan, i)),
                   .x = steps.steps(),
                   .y = steps.smooth(),
                   .colour = run_colour(*run),
                   .thickness = run->shown ? 2.4f : 1.6f,
                   .in_legend = i == first});
    grown |= diverges(run->training, run->record);
  }
  if (all.empty()) return;
  LinePlotOptions options = grown ? LinePlotOptions{.log_y = true} : LinePlotOptions{.y_lo = 0};
  options.size = {ImGui::GetContentRegionAvail().x, std::floor(em() * 14)};
  options.target = "sweep.loss";
  options.y_title = tr("loss");
  step_plot(frame.model, "sweep losses", all, std::move(options), frame.emit);
}

/// The points of a sweep, counted again when another run has ended.
struct CountedSizes {
  std::shared_ptr<const SweepPlan> plan;
  std::size_t ended = 0;
  std::vector<ScalingPoint> points;
};

const std::vector<ScalingPoint>& counted_sizes(const TrainingFrame& frame, const OpenSweep& sweep) {
  CountedSizes& counted = frame.model.remembered<CountedSizes>();
  if (counted.plan != sweep.plan || counted.ended != sweep.ended())
    counted = {sweep.plan, sweep.ended(),
               scaling_points(*sweep.plan, sweep_rows(*sweep.plan, sweep.results))};
  return counted.points;
}

/// Loss against size on logarithmic axes, with the power law through the best of each size.
void draw_scaling(const TrainingFrame& frame, const OpenSweep& sweep) {
  const std::vector<ScalingPoint>& points = counted_sizes(frame, sweep);
  const std::optional<PowerLaw> law = fit_power_law(points);
  if (!law) return;
  std::vector<double> sizes, losses, best_sizes, fitted;
  for (const ScalingPoint& point : points) {
    sizes.push_back(point.parameters);
    losses.push_back(point.loss);
    if (!point.best) continue;
    best_sizes.push_back(point.parameters);
    fitted.push_back(law->at(point.parameters));
  }
  const std::vector<Series> all{
      {.name = tr("combinations"),
       .x = sizes,
       .y = losses,
       .colour = held_out_colour(),
       .thickness = 0.4f,
       .points = true},
      {.name = tr("power law"), .x = best_sizes, .y = fitted, .colour = theme().palette.text_dim}};
  ImGui::Dummy({0, em() * 0.4f});
  wrapped_text(fonts().ui, theme().palette.text,
               tr("Power law of the validation loss: {1}.", power_law_text(*law, points)));
  LinePlotOptions options{.log_x = true, .log_y = true};
  options.size = {ImGui::GetContentRegionAvail().x, std::floor(em() * 14)};
  options.target = "sweep.scaling";
  options.x_title = tr("parameters");
  options.y_title = tr("validation loss");
  line_plot("sweep scaling", all, options);
}

}  // namespace

void draw_sweep_results(const TrainingFrame& frame) {
  const std::optional<OpenSweep> sweep = newest_sweep(*frame.model.runs);
  if (!sweep) return;
  wrapped_text(fonts().ui, theme().palette.text, progress_text(*sweep));
  draw_sweep_buttons(frame, *sweep);
  ImGui::Dummy({0, em() * 0.2f});
  draw_sweep_table(frame, *sweep);
  ImGui::Dummy({0, em() * 0.4f});
  draw_sweep_losses(frame, *sweep);
  draw_scaling(frame, *sweep);
  ImGui::Dummy({0, em() * 0.8f});
}

}  // namespace attnlab
