// Sweep results: ranking, means and CSV.
#include "core/training/sweep/sweep_results.h"

#include <algorithm>
#include <cmath>

#include "core/config/no_such_kind.h"
#include "core/config/number_text.h"

namespace attnlab {
namespace {

using State = SweepResult::State;

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// A number of each run that is done.
template <typename Value>
MeanOverSeeds mean_of(std::span<const SweepResult> runs, const Value& value) {
  std::vector<double> values;
  for (const SweepResult& run : runs)
    if (run.state == State::Done) values.push_back(value(run));
  return mean_over_seeds(values);
}

std::string quoted_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

/// "" where the number is not finite.
std::string csv_field(double value) { return std::isfinite(value) ? shortest_text(value) : ""; }

void add_line(std::string& csv, const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) csv += (i > 0 ? "," : "") + quoted_cell(cells[i]);
  csv += '\n';
}

}  // namespace

bool has_ended(const SweepResult& result) {
  return result.state == State::Done || result.state == State::Failed;
}

std::vector<std::size_t> ranking(std::span<const SweepResult> results) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (has_ended(results[i])) order.push_back(i);
  const auto key = [&](std::size_t i) {
    const double loss = results[i].validation_loss;
    return results[i].state == State::Done && std::isfinite(loss) ? loss : HUGE_VAL;
  };
  std::ranges::stable_sort(order, {}, key);
  return order;
}

MeanOverSeeds mean_over_seeds(std::span<const double> values) {
  MeanOverSeeds over;
  double sum = 0, squares = 0;
  for (const double value : values)
    if (std::isfinite(value)) sum += value, ++over.count;
  if (over.count == 0) return over;
  over.mean = sum / double(over.count);
  for (const double value : values)
    if (std::isfinite(value)) squares += (value - over.mean) * (value - over.mean);
  if (over.count > 1) over.deviation = std::sqrt(squares / double(over.count - 1));
  return over;
}

std::vector<SweepRow> sweep_rows(const SweepPlan& plan, std::span<const SweepResult> results) {
  const auto seeds = static_cast<std::size_t>(plan.seeds), options = plan.options().size();
  std::vector<SweepRow> rows;
  for (std::size_t first = 0; first < plan.points.size(); first += seeds) {
    const std::span<const SweepResult> runs = results.subspan(first, seeds);
    const std::vector<std::string>& values = plan.points[first].values;
    SweepRow row;
    row.values.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(options));
    row.first = first;
    row.done = std::ranges::count(runs, State::Done, &SweepResult::state);
    row.failed = std::ranges::count(runs, State::Failed, &SweepResult::state);
    row.train_loss = mean_of(runs, [](const SweepResult& run) { return run.train_loss; });
    row.validation_loss = mean_of(runs, [](const SweepResult& run) { return run.validation_loss; });
    row.right_targets =
        mean_of(runs, [](const SweepResult& run) { return run.right_targets.value_or(kNotMeasured); });
    row.right_examples =
        mean_of(runs, [](const SweepResult& run) { return run.right_examples.value_or(kNotMeasured); });
    row.seconds = mean_of(runs, [](const SweepResult& run) { return run.seconds; });
    rows.push_back(std::move(row));
  }
  return rows;
}

std::optional<std::size_t> best_row(const SweepPlan& plan, std::span<const SweepRow> rows) {
  std::optional<std::size_t> best;
  int complete = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].validation_loss.count < plan.seeds) continue;
    ++complete;
    if (!best || rows[i].validation_loss.mean < rows[*best].validation_loss.mean) best = i;
  }
  return complete > 1 ? best : std::nullopt;
}

std::string sweep_csv(const SweepPlan& plan, std::span<const SweepResult> results) {
  std::string csv;
  std::vector<std::string> cells;
  for (const SweepAxis& axis : plan.axes) cells.push_back(axis.key);
  for (const char* title :
       {"state", "steps", "train_loss", "validation_loss", "right_targets", "right_examples", "seconds"})
    cells.emplace_back(title);
  add_line(csv, cells);
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    const SweepResult& run = results[i];
    cells = plan.points[i].values;
    cells.emplace_back(state_name(run.state));
    cells.push_back(std::to_string(run.steps));
    for (const double value : {run.train_loss, run.validation_loss, run.right_targets.value_or(kNotMeasured),
                               run.right_examples.value_or(kNotMeasured), run.seconds})
      cells.push_back(csv_field(value));
    add_line(csv, cells);
  }
  return csv;
}

std::string_view state_name(State state) {
  switch (state) {
    case State::Waiting: return "waiting";
    case State::Running: return "running";
    case State::Done: return "done";
    case State::Stopped: return "stopped";
    case State::Failed: return "failed";
  }
  no_such_kind("state of a run");
}

}  // namespace attnlab
