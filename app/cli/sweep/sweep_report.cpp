// Sweep report: lines, a block of bars that is redrawn in place, and the table.
#include "app/cli/sweep/sweep_report.h"

#include <algorithm>
#include <cstdio>
#include <initializer_list>

#include "app/base/print.h"
#include "app/base/text_table.h"
#include "core/language/messages.h"
#include "core/platform/terminal.h"
#include "core/training/sweep/scaling.h"

namespace attnlab {
namespace {

using RunState = SweepResult::State;

std::string right_percent(const SweepResult& result) {
  return result.right_examples ? number_cell(*result.right_examples * 100, 1) : "";
}

/// "0.1234 ± 0.0056", the mean and the standard deviation; only the mean of one run, and "" if there is none.
std::string mean_cell(const MeanOverSeeds& over, double unit, int digits) {
  if (over.count == 0) return "";
  const std::string mean = number_cell(over.mean * unit, digits);
  return over.count > 1 ? mean + " ± " + number_cell(over.deviation * unit, digits) : mean;
}

class TextSweepReport final : public SweepReport {
 public:
  explicit TextSweepReport(const SweepRuns& sweep) : sweep_(sweep) {}

  void start(Index jobs) override {
    const std::vector<SweepRun>& runs = sweep_.runs;
    const auto finished = std::ranges::count(runs, SweepRun::Start::Finished, &SweepRun::start);
    print(tr_plural("{1}: {2} run, {3} at a time", "{1}: {2} runs, {3} at a time",
                    static_cast<std::int64_t>(runs.size()), runs[0].preset.name, std::to_string(runs.size()),
                    std::to_string(jobs)) +
          "\n");
    if (finished > 0)
      print(tr_plural("{1} of them is already finished", "{1} of them are already finished", finished,
                      std::to_string(finished)) +
            "\n");
    std::fflush(stdout);
  }

  void progress(const std::vector<SweepResult>& results) override {
    if (!terminal_) return;
    std::string lines;
    std::size_t waiting = 0;
    drawn_next_ = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
      waiting += results[i].state == RunState::Waiting;
      if (results[i].state == RunState::Running) lines += line(bar(sweep_.runs[i], results[i]));
    }
    if (waiting > 0) lines += line(tr("{1} more waiting", std::to_string(waiting)));
    draw_over(lines);
    drawn_ = drawn_next_;
  }

  void ended(std::size_t run, const SweepResult& result) override {
    const SweepRun& planned = sweep_.runs[run];
    const std::string steps = std::to_string(result.steps), loss = number_cell(result.validation_loss, 4);
    std::string text;
    if (result.state == RunState::Failed)
      text = tr("{1}: failed: {2}", planned.name, result.error);
    else if (planned.start == SweepRun::Start::Finished)
      text = tr("{1}: already finished after {2} steps, validation loss {3}", planned.name, steps, loss);
    else if (result.state == RunState::Stopped)
      text = tr("{1}: interrupted after {2} steps, validation loss {3}", planned.name, steps, loss);
    else
      text = tr("{1}: done after {2} steps, validation loss {3}", planned.name, steps, loss);
    if (result.state != RunState::Failed && result.right_examples)
      text += ", " + tr("exact match {1} %", right_percent(result));
    draw_over(text + "\n");
    drawn_ = 0;
  }

  void done(const std::vector<SweepResult>& results, const std::string& out) override {
    draw_over("");
    drawn_ = 0;
    const std::vector<std::size_t> order = ranking(results);
    if (order.empty()) return;
    print("\n" + table_of_runs(results, order));
    if (sweep_.plan.seeds > 1) print("\n" + table_of_means(results));
    print_scaling(results);
    if (out.empty())
      print(tr("not saved: give --out FOLDER to keep the models") + std::string("\n"));
    else
      print(tr("saved to {1}", out) + "\n");
  }

 private:
  std::string table_of_runs(const std::vector<SweepResult>& results,
                            const std::vector<std::size_t>& order) const {
    TextTable table(titles_after(sweep_.plan.axes, {tr("mean train loss"), tr("validation loss"),
                                                    tr("exact match %"), tr("seconds")}));
    for (const std::size_t i : order) {
      const SweepResult& result = results[i];
      std::vector<std::string> cells = sweep_.runs[i].values;
      const bool done = result.state == RunState::Done;
      if (done)
        for (std::string cell : {number_cell(result.train_loss, 4), number_cell(result.validation_loss, 4),
                                 right_percent(result), number_cell(result.seconds, 1)})
          cells.push_back(std::move(cell));
      table.add(std::move(cells), i == order.front() && done ? tr("best") : result.error);
    }
    return table.text();
  }

  /// The power law through the best run of each model size, if there are enough sizes.
  void print_scaling(const std::vector<SweepResult>& results) const {
    const std::vector<ScalingPoint> points = scaling_points(sweep_.plan, sweep_rows(sweep_.plan, results));
    if (const auto law = fit_power_law(points))
      print("\n" + tr("validation {1}", power_law_text(*law, points)) + "\n");
  }

  /// One line for each combination: means over its seeds, with the standard deviation of a sample.
  std::string table_of_means(const std::vector<SweepResult>& results) const {
    const std::vector<SweepRow> rows = sweep_rows(sweep_.plan, results);
    const auto best = best_row(sweep_.plan, rows);
    TextTable table(titles_after(sweep_.plan.options(),
                                 {tr("runs"), tr("validation loss"), tr("exact match %"), tr("seconds")}));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const SweepRow& row = rows[i];
      std::vector<std::string> cells = row.values;
      cells.push_back(std::to_string(row.done));
      cells.push_back(mean_cell(row.validation_loss, 1, 4));
      cells.push_back(mean_cell(row.right_examples, 100, 1));
      cells.push_back(mean_cell(row.seconds, 1, 1));
      table.add(std::move(cells), best == i ? tr("best mean") : "");
    }
    return table.text();
  }

  static std::vector<std::string> titles_after(std::span<const SweepAxis> axes,
                                               std::initializer_list<const char*> more) {
    std::vector<std::string> titles;
    for (const SweepAxis& axis : axes) titles.push_back(axis.key);
    titles.insert(titles.end(), more.begin(), more.end());
    return titles;
  }

  static std::string bar(const SweepRun& run, const SweepResult& result) {
    constexpr Index kWidth = 20;
    const auto full = static_cast<std::size_t>(kWidth * result.steps / std::max<Index>(1, run.until));
    std::string text = "[" + std::string(full, '#') + std::string(kWidth - full, '.') + "] ";
    text += std::to_string(result.steps) + "/" + std::to_string(run.until);
    if (result.steps > 0) text += "  " + tr("mean loss {1}", number_cell(result.train_loss, 4));
    return text + "  " + run.name;
  }

  /// `text` cut to the terminal's width, so that it takes one line.
  std::string line(std::string text) {
    const auto width = static_cast<std::size_t>(platform::terminal_width());
    if (text.size() >= width) text.resize(width - 1);
    ++drawn_next_;
    return text + "\n";
  }

  /// Draws over the block that was drawn last.
  void draw_over(const std::string& text) const {
    if (terminal_ && drawn_ > 0) std::printf("\x1b[%dA\r\x1b[J", drawn_);
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }

  const SweepRuns& sweep_;
  bool terminal_ = platform::writes_to_terminal();
  int drawn_ = 0, drawn_next_ = 0;  ///< lines of the block
};

}  // namespace

std::unique_ptr<SweepReport> make_text_sweep_report(const SweepRuns& sweep) {
  return std::make_unique<TextSweepReport>(sweep);
}

}  // namespace attnlab
