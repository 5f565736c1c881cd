// Train report for people: lines, and a progress bar on a terminal.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "app/base/format.h"
#include "app/base/print.h"
#include "app/base/text_table.h"
#include "app/cli/train/train_report.h"
#include "core/language/messages.h"
#include "core/platform/terminal.h"

namespace attnlab {
namespace {

constexpr double kBarSeconds = 0.1;    // between two drawings of the bar
constexpr double kLineSeconds = 5.0;   // between two lines where there is no terminal
constexpr double kMeansMemory = 0.95;  // of the running mean of the pace
constexpr Index kLines = 10;           // with measurements, in a run

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string whole_text(Index number) { return std::to_string(number); }

std::string speed_text(double tokens_per_second) {
  return tr("{1} tokens/s", number_cell(tokens_per_second, 0));
}

std::string unread_text(const std::string& remark) {
  return tr("part of the run could not be read: {1}", remark);
}

/// "loss of bigram: 0.5432 (frequencies of the letters that followed this letter so far)": a line each.
void print_baselines(const Task& task) {
  for (const TaskBaseline& each : task.baselines())
    print(tr("loss of {1}: {2} ({3})", each.name, number_cell(each.loss, 4), tr(each.sentence)) + "\n");
}

/// The trainable parameters and the least memory, of a run for which these are not as usual.
void print_learning(const TrainRun& run) {
  const TrainedParameters& trained = run.trainer->trained();
  if (!trained.all())
    print(tr("{1} of them are trained: {2}", format_whole(static_cast<double>(trained.cells())),
             run.trainer->config().train) +
          "\n");
  if (!run.experiment.preset.opened && trained.all()) return;
  const TrainingMemory memory = memory_of(run);
  print(tr("memory: at least {1}: {2} weights, {3} moments, {4} gradients, {5} activations",
           format_bytes(memory.total()), format_bytes(memory.weights), format_bytes(memory.moments),
           format_bytes(memory.gradients), format_bytes(memory.activations)) +
        "\n");
}

class TextReport final : public TrainReport {
 public:
  void start(const TrainRun& run) override {
    const Preset& preset = run.experiment.preset;
    const TrainingConfig& training = run.trainer->config();
    from_ = run.trainer->steps_done();
    until_ = run.until;
    print(preset.name + ": " + tr(preset.description.c_str()) + "\n");
    for (const std::string& remark : run.remarks) print(unread_text(remark) + "\n");
    print(tr("{1} parameters, {2} steps of {3} sequences, seed {4}",
             whole_text(run.experiment.model->parameters().size()), whole_text(until_ - from_),
             whole_text(training.batch), whole_text(training.seed)) +
          "\n");
    print_learning(run);
    if (const std::string note = run.experiment.task->note(); !note.empty())
      print(tr("note: {1}", note) + "\n");
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
    measured_ = tr("validation loss {1}", number_cell(m.loss, 4));
    if (m.sequences)
      measured_ += ", " + tr("exact match {1} %", number_cell(*m.sequences * 100, 1));
    else if (m.tokens)
      measured_ += ", " + tr("token accuracy {1} %", number_cell(*m.tokens * 100, 1));
    if (m.step < next_line_) return;
    next_line_ = m.step + (until_ - from_) / kLines;
    print_line(step_text(m.step) + "  " + measured_);
  }

  void problem(const std::string& what) override { print_line(what); }
  void saved(const std::string& folder) override { print_line(tr("saved to {1}", folder)); }

  void test(Index done, Index all) override {
    const double time = now();
    if (time - std::max(drawn_, last_step_) < (terminal_ ? kBarSeconds : kLineSeconds)) return;
    drawn_ = time;
    const std::string text =
        tr("measuring: {1} of {2} validation batches", whole_text(done), whole_text(all));
    terminal_ ? draw_bar(done, all, text) : print_line(text);
  }

  void done(const TrainSummary& s) override {
    const char* const end =
        s.loop.stopped
            ? tr_mark("interrupted after {1} steps: train loss {2} at the last step, validation loss {3}")
            : tr_mark("done after {1} steps: train loss {2} at the last step, validation loss {3}");
    print_line(fill(tr(end), {whole_text(s.loop.steps), number_cell(s.loop.last_loss, 4),
                              number_cell(s.validation_loss, 4)}));
    if (s.loop.averaged > 1)
      print_line(tr("mean train loss of the last {1} steps: {2}", whole_text(s.loop.averaged),
                    number_cell(s.loop.train_loss, 4)));
    if (s.accuracy)
      print_line(tr("exact match {1} % on {2} held-out examples", number_cell(s.accuracy->sequences * 100, 1),
                    whole_text(s.examples)));
    print_line(
        tr("{1} s of training, {2}", number_cell(s.loop.seconds, 1), speed_text(s.loop.tokens_per_second())));
    print_line(saved_words(s));
  }

 private:
  /// "step  64/1000  train loss 0.1234", as wide at each step.
  std::string step_text(Index step) const {
    const std::string at = whole_text(step), all = whole_text(until_);
    const std::string space(all.size() > at.size() ? all.size() - at.size() : 0, ' ');
    return tr("step {1}/{2}", space + at, all) + "  " + tr("train loss {1}", number_cell(last_loss_, 4));
  }

  std::string status(Index step) const {
    const double left =
        (now() - begin_) / static_cast<double>(step - from_) * static_cast<double>(until_ - step);
    return step_text(step) + "  " + (measured_.empty() ? "" : measured_ + "  ") + speed_text(rate_) + "  " +
           tr("{1} left", duration_text(left));
  }

  static std::string saved_words(const TrainSummary& s) {
    if (!s.unsaved.empty()) return tr("not saved: {1}", s.unsaved);
    if (s.saved.empty()) return tr("not saved: give --out FOLDER to keep the model");
    return tr("{1} takes {2} for the model and its optimizer and {3} for past steps (see --history)", s.saved,
              megabytes_text(s.size.model), megabytes_text(s.size.history));
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
    for (const std::string& remark : run.remarks) problem(unread_text(remark));
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
