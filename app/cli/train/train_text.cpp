// Train report for people: lines, and a progress bar on a terminal.
#include <algorithm>
#include <chrono>
#include <cstdarg>
#include <cstdio>

#include "app/base/format.h"
#include "app/base/text_table.h"
#include "app/cli/train/train_report.h"
#include "core/platform/terminal.h"

namespace attnlab {
namespace {

constexpr double kBarSeconds = 0.1;    // between two drawings of the bar
constexpr double kLineSeconds = 5.0;   // between two lines where there is no terminal
constexpr double kMeansMemory = 0.95;  // of the running mean of the pace
constexpr Index kLines = 10;           // with measurements in a run

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

[[gnu::format(printf, 1, 2)]] std::string formatted(const char* format, ...) {
  char buffer[512];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  return buffer;
}

/// "loss by bigram: 0.5432 (frequencies of the letters that followed this letter so far)": a line each.
void print_baselines(const Task& task) {
  for (const TaskBaseline& each : task.baselines())
    std::printf("loss by %s: %s (%s)\n", std::string(each.name).c_str(), number_cell(each.loss, 4).c_str(),
                std::string(each.sentence).c_str());
}

/// What learns, and what that takes at least, of a run where not all is as usual.
void print_learning(const TrainRun& run) {
  const TrainedParameters& trained = run.trainer->trained();
  if (!trained.all())
    std::printf("%s of them learn: %s\n", format_whole(static_cast<double>(trained.cells())).c_str(),
                run.trainer->config().train.c_str());
  if (!run.experiment.preset.opened && trained.all()) return;
  const TrainingMemory memory = memory_of(run);
  std::printf("memory: at least %s: %s weights, %s moments, %s gradients, %s activations\n",
              format_bytes(memory.total()).c_str(), format_bytes(memory.weights).c_str(),
              format_bytes(memory.moments).c_str(), format_bytes(memory.gradients).c_str(),
              format_bytes(memory.activations).c_str());
}

class TextReport final : public TrainReport {
 public:
  void start(const TrainRun& run) override {
    const Preset& preset = run.experiment.preset;
    const TrainingConfig& training = run.trainer->config();
    from_ = run.trainer->steps_done();
    until_ = run.until;
    std::printf("%s: %s\n", preset.name.c_str(), preset.description.c_str());
    for (const std::string& remark : run.remarks)
      std::printf("not all of the run could be read: %s\n", remark.c_str());
    std::printf("%lld parameters, %lld steps of %lld sequences, seed %lld\n",
                static_cast<long long>(run.experiment.model->parameters().size()),
                static_cast<long long>(until_ - from_), static_cast<long long>(training.batch),
                static_cast<long long>(training.seed));
    print_learning(run);
    if (const std::string note = run.experiment.task->note(); !note.empty())
      std::printf("note: %s\n", note.c_str());
    print_baselines(*run.experiment.task);
    std::fflush(stdout);
    begin_ = last_step_ = now();
    drawn_ = terminal_ ? 0 : begin_;  // the bar at once, lines after some seconds
  }

  void step(const StepMetrics& m) override {
    const double time = now();
    const double rate = static_cast<double>(m.tokens) / (time - last_step_);
    rate_ = rate_ == 0 ? rate : kMeansMemory * rate_ + (1 - kMeansMemory) * rate;
    last_loss_ = m.loss;
    last_step_ = time;
    if (time - drawn_ < (terminal_ ? kBarSeconds : kLineSeconds)) return;
    drawn_ = time;
    terminal_ ? draw_bar(m.step - from_, until_ - from_, status(m.step)) : print_line(status(m.step));
  }

  /// Prints a line for each tenth of the run; the bar shows the latest.
  void validation(const Measured& m) override {
    measured_ = formatted("validation loss %.4f", m.loss);
    if (const auto& right = m.sequences ? m.sequences : m.tokens)
      measured_ += formatted(", %.1f %% of %s right", *right * 100, m.sequences ? "examples" : "tokens");
    if (m.step < next_line_) return;
    next_line_ = m.step + (until_ - from_) / kLines;
    print_line(formatted("step %*lld/%lld  train loss %.4f  %s", digits(), static_cast<long long>(m.step),
                         static_cast<long long>(until_), last_loss_, measured_.c_str()));
  }

  void problem(const std::string& what) override { print_line(what); }
  void saved(const std::string& folder) override { print_line("saved to " + folder); }

  void test(Index done, Index all) override {
    const double time = now();
    if (time - std::max(drawn_, last_step_) < (terminal_ ? kBarSeconds : kLineSeconds)) return;
    drawn_ = time;
    const std::string text = formatted("measuring: %lld of %lld validation batches",
                                       static_cast<long long>(done), static_cast<long long>(all));
    terminal_ ? draw_bar(done, all, text) : print_line(text);
  }

  void done(const TrainSummary& s) override {
    print_line(formatted("%s after %lld steps: train loss %.4f at the last step, validation loss %.4f",
                         s.loop.stopped ? "interrupted" : "done", static_cast<long long>(s.loop.steps),
                         s.loop.last_loss, s.validation_loss));
    if (s.loop.averaged > 1)
      print_line(formatted("mean train loss of the last %lld steps: %.4f",
                           static_cast<long long>(s.loop.averaged), s.loop.train_loss));
    if (s.accuracy)
      print_line(formatted("%.1f %% of %lld held-out examples exactly right", s.accuracy->sequences * 100,
                           static_cast<long long>(s.examples)));
    print_line(formatted("%.1f s of training, %.0f tokens/s", s.loop.seconds, s.loop.tokens_per_second()));
    print_line(saved_words(s));
  }

 private:
  int digits() const { return static_cast<int>(std::to_string(until_).size()); }

  std::string status(Index step) const {
    const double left =
        (now() - begin_) / static_cast<double>(step - from_) * static_cast<double>(until_ - step);
    return formatted("step %*lld/%lld  train loss %.4f  %s%s%.0f tokens/s  %s left", digits(),
                     static_cast<long long>(step), static_cast<long long>(until_), last_loss_,
                     measured_.c_str(), measured_.empty() ? "" : "  ", rate_, duration_text(left).c_str());
  }

  static std::string saved_words(const TrainSummary& s) {
    if (!s.unsaved.empty()) return "not saved: " + s.unsaved;
    if (s.saved.empty()) return "not saved: give --out FOLDER to keep the model";
    return s.saved + " takes " + megabytes_text(s.size.model) + " for the model and its optimizer and " +
           megabytes_text(s.size.history) + " for the past (see --history)";
  }

  void draw_bar(Index done, Index all, const std::string& right) const {
    const int width = std::min(platform::terminal_width() - static_cast<int>(right.size()) - 6, 40);
    std::string bar;
    if (width >= 5) {
      const auto full = static_cast<std::size_t>(static_cast<Index>(width) * done / all);
      bar = "[" + std::string(full, '#') + std::string(static_cast<std::size_t>(width) - full, '.') + "]  ";
    }
    std::printf("\r\x1b[K%s%s", bar.c_str(), right.c_str());
    std::fflush(stdout);
  }

  /// Prints a permanent line over the bar.
  void print_line(const std::string& line) const {
    std::printf("%s%s\n", terminal_ ? "\r\x1b[K" : "", line.c_str());
    std::fflush(stdout);
  }

  bool terminal_ = platform::writes_to_terminal();
  std::string measured_;
  Index from_ = 0, until_ = 0, next_line_ = 0;
  double begin_ = 0, last_step_ = 0, drawn_ = 0, rate_ = 0, last_loss_ = 0;
};

class QuietReport final : public TrainReport {
  void start(const TrainRun& run) override {
    for (const std::string& remark : run.remarks) problem("not all of the run could be read: " + remark);
  }
  void step(const StepMetrics&) override {}
  void validation(const Measured&) override {}
  void saved(const std::string&) override {}
  void problem(const std::string& what) override {
    std::fprintf(stderr, "attention-lab: %s\n", what.c_str());
  }
  void test(Index, Index) override {}
  void done(const TrainSummary&) override {}
};

}  // namespace

std::unique_ptr<TrainReport> make_quiet_report() { return std::make_unique<QuietReport>(); }

std::unique_ptr<TrainReport> make_text_report() { return std::make_unique<TextReport>(); }

}  // namespace attnlab
