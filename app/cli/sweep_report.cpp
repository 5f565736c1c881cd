// Sweep report: lines, a block of bars that is redrawn in place, and the table.
#include "app/cli/sweep_report.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/cli/text_table.h"

namespace attnlab {
namespace {

using Kind = SweepState::Kind;

std::string right_percent(const TrainSummary& summary) {
  return summary.accuracy ? number_cell(summary.accuracy->sequences * 100, 1) : "";
}

class TextSweepReport final : public SweepReport {
 public:
  explicit TextSweepReport(const std::vector<SweepAxis>& axes) : axes_(axes) {}

  void start(const std::vector<SweepRun>& runs, Index jobs) override {
    runs_ = runs;
    const auto finished = std::ranges::count(runs, SweepRun::Start::Finished, &SweepRun::start);
    std::printf("%s: %zu runs, %lld at a time\n", runs[0].preset.name.c_str(), runs.size(),
                static_cast<long long>(jobs));
    if (finished > 0) std::printf("%lld of them are finished already\n", static_cast<long long>(finished));
    std::fflush(stdout);
  }

  void progress(const std::vector<SweepState>& states) override {
    if (!terminal_) return;
    std::string lines;
    std::size_t waiting = 0;
    drawn_next_ = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
      waiting += states[i].kind == Kind::Waiting;
      if (states[i].kind == Kind::Running) lines += line(bar(runs_[i], states[i]));
    }
    if (waiting > 0) lines += line(std::to_string(waiting) + " more to go");
    draw_over(lines);
    drawn_ = drawn_next_;
  }

  void ended(std::size_t run, const SweepState& state) override {
    std::string text = runs_[run].name + ": ";
    if (state.kind == Kind::Failed) {
      text += "failed: " + state.error;
    } else {
      text += runs_[run].start == SweepRun::Start::Finished ? "was finished"
              : state.kind == Kind::Interrupted             ? "interrupted"
                                                            : "done";
      text += " after " + std::to_string(state.summary.loop.steps) + " steps, validation loss " +
              number_cell(state.summary.validation_loss, 4);
      if (state.summary.accuracy) text += ", " + right_percent(state.summary) + " % of examples right";
    }
    draw_over(text + "\n");
    drawn_ = 0;
  }

  void done(const std::vector<SweepState>& states, const std::string& out) override {
    draw_over("");
    drawn_ = 0;
    const std::vector<std::size_t> order = ranking(states);
    if (order.empty()) return;
    std::vector<std::string> titles;
    for (const SweepAxis& axis : axes_) titles.push_back(axis.key);
    for (const char* title : {"train loss", "validation loss", "right %", "seconds"})
      titles.emplace_back(title);
    TextTable table(titles);
    for (const std::size_t i : order) {
      const TrainSummary& s = states[i].summary;
      std::vector<std::string> cells = runs_[i].values;
      if (states[i].kind == Kind::Done)
        for (std::string cell : {number_cell(s.loop.train_loss, 4), number_cell(s.validation_loss, 4),
                                 right_percent(s), number_cell(s.loop.seconds, 1)})
          cells.push_back(std::move(cell));
      const bool best = i == order.front() && states[i].kind == Kind::Done;
      table.add(std::move(cells), best ? "best" : states[i].error);
    }
    std::printf("\n%s", table.text().c_str());
    if (out.empty())
      std::printf("not saved: give --out FOLDER to keep the models\n");
    else
      std::printf("saved to %s\n", out.c_str());
  }

 private:
  std::string bar(const SweepRun& run, const SweepState& state) const {
    constexpr Index kWidth = 20;
    const auto full = static_cast<std::size_t>(kWidth * state.step / std::max<Index>(1, run.until));
    std::string text = "[" + std::string(full, '#') + std::string(kWidth - full, '.') + "] ";
    text += std::to_string(state.step) + "/" + std::to_string(run.until);
    if (state.step > 0) text += "  loss " + number_cell(state.loss, 4);
    return text + "  " + run.name;
  }

  /// `text` cut to the terminal's width, so that it takes one line.
  std::string line(std::string text) {
    winsize size{};
    const std::size_t width =
        ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
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

  std::vector<SweepAxis> axes_;
  std::vector<SweepRun> runs_;
  bool terminal_ = ::isatty(STDOUT_FILENO) == 1;
  int drawn_ = 0, drawn_next_ = 0;  ///< lines of the block
};

}  // namespace

bool has_ended(const SweepState& state) { return state.kind == Kind::Done || state.kind == Kind::Failed; }

std::vector<std::size_t> ranking(const std::vector<SweepState>& states) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < states.size(); ++i)
    if (has_ended(states[i])) order.push_back(i);
  const auto key = [&](std::size_t i) {
    const double loss = states[i].summary.validation_loss;
    return states[i].kind == Kind::Done && std::isfinite(loss) ? loss : HUGE_VAL;
  };
  std::ranges::stable_sort(order, {}, key);
  return order;
}

std::unique_ptr<SweepReport> make_text_sweep_report(const std::vector<SweepAxis>& axes) {
  return std::make_unique<TextSweepReport>(axes);
}

}  // namespace attnlab
