// The runs as a table: the progress and results of each, and the options in which they differ. Also the
// columns of such tables.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/training/view_columns.h"
#include "app/features/training/view_frame.h"
#include "app/state/open_sweep.h"
#include "app/views/common/predictions.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/controls.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"
#include "core/training/preset_options.h"

namespace attnlab {

void fit_columns(std::vector<TableColumn>& columns, float room) {
  for (TableColumn& column : columns) {
    column.width = text_size(fonts().small, column.title).x;
    for (const std::string& cell : column.cells)
      column.width = std::max(column.width, text_size(column.number ? fonts().mono : fonts().ui, cell).x);
    column.width = std::min(column.width, em() * 14) + em() * 1.2f;
    column.gap = column.number ? 0 : em() * 0.6f;
  }
  float used = 0;
  std::erase_if(columns,
                [&](const TableColumn& column) { return (used += column.gap + column.width) > room; });
}

void draw_headings(const std::vector<TableColumn>& columns, float left) {
  const Box box = reserve({ImGui::GetContentRegionAvail().x, em() * 1.3f});
  float x = box.min.x + left;
  for (const TableColumn& column : columns) {
    x += column.gap;
    draw_text_in(window_canvas(), fonts().small,
                 {{x, box.min.y}, {x + column.width - em() * 0.8f, box.max.y}}, theme().palette.text_dim,
                 column.title, column.number ? Align::Right : Align::Left);
    x += column.width;
  }
}

void draw_cells(const std::vector<TableColumn>& columns, std::size_t at, const Box& row, float left) {
  float x = row.min.x + left;
  for (const TableColumn& column : columns) {
    x += column.gap;
    draw_text_in(window_canvas(), column.number ? fonts().mono : fonts().ui,
                 {{x, row.min.y}, {x + column.width - em() * 0.8f, row.max.y}}, theme().palette.text,
                 column.cells[at], column.number ? Align::Right : Align::Left, Cut::Meant);
    x += column.width;
  }
}

void draw_row_colour(const Box& row, Colour colour) {
  window_canvas().fill(
      {{row.min.x + em() * 0.5f, row.centre().y - 2}, {row.min.x + em() * 1.5f, row.centre().y + 2}}, colour,
      2);
}

namespace {

using Runs = std::vector<const RunView*>;

/// The runs of a table; the runs of the newest sweep have their own table beside its form.
Runs runs_of(const TrainingFrame& frame, RunsListed listed) {
  const std::shared_ptr<const SweepPlan> swept = newest_plan(*frame.model.runs);
  Runs runs;
  for (const RunView& run : *frame.model.runs)
    if (listed == RunsListed::All || !run.sweep || run.sweep->plan != swept) runs.push_back(&run);
  return runs;
}

std::string number_or_dash(std::optional<double> value, int digits) {
  return value ? format_number(*value, digits) : "–";
}

std::string percent_or_dash(std::optional<double> value) { return value ? format_percent(*value, 1) : "–"; }

std::string training_text(const RunView& run) {
  if (run.waits) return tr("waiting");
  switch (run.training.state) {
    case TrainingView::State::Running:
      return run.training.seconds_left > 0 ? tr("{1} left", format_duration(run.training.seconds_left))
                                           : tr("training");
    case TrainingView::State::Finished: return tr("done");
    case TrainingView::State::Failed: return tr("failed");
    case TrainingView::State::None: return tr("saved");
    case TrainingView::State::Paused: return tr("paused");
  }
  no_such_kind("state of a run");
}

std::string state_text(const RunView& run) {
  const std::string text = training_text(run);
  return run.away ? tr("{1}, on disk", text) : text;
}

/// The preset of a run with the changes made within the run, for the table of options.
Preset present_preset(const RunView& run) {
  Preset preset = *run.preset;
  if (run.training.state == TrainingView::State::None) return preset;
  preset.training = run.training.settings.config;
  return with_live_values(std::move(preset), run.training.settings.live);
}

/// The step at which the run's held-out examples were measured last.
std::string measured_step(const RunView& run) {
  const auto measured = held_out_loss_at(run.record, run.training.step);
  return measured ? tr("step {1}", format_count(measured->step)) : "–";
}

bool measured_earlier(const RunView* run) {
  const auto measured = held_out_loss_at(run->record, run->training.step);
  return measured && measured->step != run->training.step;
}

/// "1,200", "1,200, past the limit".
std::string run_step(const TrainingView& t) {
  const std::string step = format_count(t.step);
  return is_past_limit(t) ? tr("{1}, past the limit", step) : step;
}

std::vector<TableColumn> columns_of(const Runs& runs) {
  const bool known = !runs.empty() && runs.front()->preset;
  const char* const accuracy = accuracy_name(known ? format_of(runs.front()->preset->model) : Format::Stream);
  std::vector<TableColumn> all{{tr("run"), {}, false},  {tr("state"), {}, false},    {tr("step"), {}},
                               {tr("mean loss"), {}},   {tr("validation loss"), {}}, {accuracy, {}},
                               {tr("exact match"), {}}, {tr("measured at"), {}}};
  const bool earlier = std::ranges::any_of(runs, measured_earlier);
  std::vector<Preset> presets;
  for (const RunView* run : runs) {
    const TrainingView& t = run->training;
    const std::string cells[] = {run_label(*run),
                                 state_text(*run),
                                 run_step(t),
                                 std::isfinite(t.mean_loss) ? format_number(t.mean_loss, 3) : "–",
                                 number_or_dash(newest(run->record, "validation.loss"), 3),
                                 percent_or_dash(newest(run->record, "validation.tokens")),
                                 percent_or_dash(newest(run->record, "validation.sequences")),
                                 earlier ? measured_step(*run) : "–"};
    for (std::size_t i = 0; i < all.size(); ++i) all[i].cells.push_back(cells[i]);
    presets.push_back(present_preset(*run));
  }
  std::erase_if(all, [](const TableColumn& column) {
    return std::ranges::all_of(column.cells, [](const std::string& cell) { return cell == "–"; });
  });
  for (const std::string& option : differing_options(presets)) {
    TableColumn column{spoken(option.substr(option.find('.') + 1)), {}, false};
    for (const Preset& preset : presets) {
      const std::string value = option_value(preset, option);
      column.cells.push_back(value.empty() ? "–" : value);
    }
    all.push_back(std::move(column));
  }
  return all;
}

std::string run_tip(const RunView& run) {
  const std::string label = run_label(run),
                    text = run.origin.empty() ? label : tr("{1}, from {2}", label, run.origin);
  return run.away ? tr("{1}. This idle run is on disk to save memory; click to load it.", text) : text;
}

void draw_row(const TrainingFrame& frame, const RunView& run, std::size_t at,
              const std::vector<TableColumn>& columns, float left) {
  const Palette& p = theme().palette;
  const std::string name = "run." + std::to_string(run.number);
  const float height = ImGui::GetFrameHeight(), width = ImGui::GetContentRegionAvail().x;
  const Box row = box_at(ImGui::GetCursorScreenPos(), {width, height});
  const bool pressed = ImGui::InvisibleButton(name.c_str(), {width - height, height});
  mark(name, {row.min, {row.max.x - height, row.max.y}});
  tip(run_tip(run));
  if (run.shown || ImGui::IsItemHovered())
    window_canvas().fill(row, run.shown ? p.accent_soft : p.raised, em() * 0.3f);
  draw_row_colour(row, run_colour(run));
  draw_cells(columns, at, row, left);
  if (pressed && !run.shown) frame.emit({"run.show", {std::to_string(run.number)}});
  move_cursor({row.max.x - height, row.min.y});
  if (icon_button((name + ".close").c_str(), Icon::Close, tr("Close this run"), {.plain = true}))
    frame.emit({"run.close", {std::to_string(run.number)}});
}

/// With more rows, the curves below would be out of sight.
std::size_t most_rows() {
  const float third = ImGui::GetWindowHeight() / 3;
  return static_cast<std::size_t>(std::clamp(third / ImGui::GetFrameHeightWithSpacing(), 2.0f, 6.0f));
}

/// Which row was scrolled into sight, and the height of the window then.
struct ScrolledRow {
  Index run = 0;
  float height = 0;
  friend bool operator==(const ScrolledRow&, const ScrolledRow&) = default;
};

void draw_rows(const TrainingFrame& frame, const Runs& runs, const std::vector<TableColumn>& columns,
               float left) {
  ScrolledRow& seen = frame.model.remembered<ScrolledRow>();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    draw_row(frame, *runs[i], i, columns, left);
    const ScrolledRow now{runs[i]->number, ImGui::GetWindowHeight()};
    if (!runs[i]->shown || seen == now) continue;
    ImGui::SetScrollHereY();
    seen = now;
  }
}

/// Many runs scroll by themselves.
void draw_scrolled_rows(const TrainingFrame& frame, const Runs& runs, const std::vector<TableColumn>& columns,
                        float left) {
  const float height = ImGui::GetFrameHeightWithSpacing() * (float(most_rows()) + 0.5f);
  if (ImGui::BeginChild("runs.rows", {0, height}, false, ImGuiWindowFlags_NoBackground))
    draw_rows(frame, runs, columns, left);
  ImGui::EndChild();
}

void draw_table(const TrainingFrame& frame, const Runs& runs) {
  std::vector<TableColumn> columns = columns_of(runs);
  const float left = em() * 2;
  const bool scrolls = runs.size() > most_rows() && !frame.model.figure;
  const float bar = scrolls ? ImGui::GetStyle().ScrollbarSize : 0;
  fit_columns(columns, ImGui::GetContentRegionAvail().x - left - ImGui::GetFrameHeight() - bar);
  draw_headings(columns, left);
  if (scrolls)
    draw_scrolled_rows(frame, runs, columns, left);
  else
    for (std::size_t i = 0; i < runs.size(); ++i) draw_row(frame, *runs[i], i, columns, left);
}

void draw_closed_run(const TrainingFrame& frame) {
  ImGui::AlignTextToFramePadding();
  dim_text(tr("Run {1} is closed.", std::to_string(frame.model.closed_run)));
  ImGui::SameLine();
  if (text_button("run.reopen", tr("Reopen"))) frame.emit({"run.reopen", {}});
}

}  // namespace

void draw_runs_table(const TrainingFrame& frame, RunsListed listed) {
  const Runs runs = runs_of(frame, listed);
  const bool closed = frame.model.closed_run > 0 && !frame.model.figure;
  if (runs.size() > 1) draw_table(frame, runs);
  if (closed) draw_closed_run(frame);
  if (runs.size() > 1 || closed) ImGui::Dummy({0, em() * 0.6f});
}

}  // namespace attnlab
