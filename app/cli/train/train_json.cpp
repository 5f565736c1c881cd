// Train report for programs: JSON lines.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/cli/train/train_report.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr Index kReportedSteps = 200;
constexpr auto kTestSeconds = std::chrono::seconds(5);  // between two events

constexpr JsonEvent kStartEvent{"start",
                                "preset, parameters, learning (how many of them learn), memory (bytes that "
                                "training takes at least), step, steps and seed; baselines (losses to "
                                "compare with), where the task knows some"},
    kRemarkEvent{"remark", "text: what of a saved run, or of your data, could not be read as it is"},
    kStepEvent{"step", "step, loss, gradient_norm, learning_rate and tokens; about 200 of them in a run"},
    kValidationEvent{"validation",
                     "step and loss; where examples have one right answer exact_match and token_accuracy"},
    kSavedEvent{"saved", "folder"},
    kProblemEvent{"problem",
                  "text: what went wrong and did not end the run, as a save under way that failed"},
    kTestEvent{"test",
               "done and all: how many batches of the measuring at the end are done, every few seconds"},
    kDoneEvent{
        "done",
        "the last: steps, last_loss (of the last step), train_loss (mean of the last 100 steps, or of all "
        "where there are fewer), validation_loss, seconds, "
        "tokens_per_second, exact_match and token_accuracy (where examples have one right answer), "
        "bytes and history_bytes (of a run that was saved) and interrupted"};
constexpr JsonEvent kTrainEvents[] = {kStartEvent, kRemarkEvent,  kStepEvent, kValidationEvent,
                                      kSavedEvent, kProblemEvent, kTestEvent, kDoneEvent};

class JsonReport final : public TrainReport {
 public:
  void start(const TrainRun& run) override {
    const Index from = run.trainer->steps_done();
    until_ = run.until;
    every_ = std::max<Index>(1, (until_ - from) / kReportedSteps);
    first_ = from + 1;
    Json event = {{"preset", run.experiment.preset.name},
                  {"parameters", run.experiment.model->parameters().size()},
                  {"learning", run.trainer->trained().cells()},
                  {"memory", memory_of(run).total()},
                  {"step", from},
                  {"steps", until_},
                  {"seed", run.trainer->config().seed}};
    for (const TaskBaseline& each : run.experiment.task->baselines())
      event["baselines"][std::string(each.name)] = each.loss;
    print_event(kStartEvent, event);
    if (const std::string note = run.experiment.task->note(); !note.empty())
      print_event(kRemarkEvent, {{"text", note}});
    for (const std::string& remark : run.remarks) print_event(kRemarkEvent, {{"text", remark}});
  }
  void step(const StepMetrics& m) override {
    if (m.step != first_ && m.step != until_ && m.step % every_ != 0) return;
    print_event(kStepEvent, {{"step", m.step},
                             {"loss", finite_or_null(m.loss)},
                             {"gradient_norm", finite_or_null(m.gradient_norm)},
                             {"learning_rate", m.learning_rate},
                             {"tokens", m.tokens}});
  }
  void validation(const Measured& m) override {
    Json event = {{"step", m.step}, {"loss", finite_or_null(m.loss)}};
    if (m.sequences) event["exact_match"] = *m.sequences;
    if (m.tokens) event["token_accuracy"] = *m.tokens;
    print_event(kValidationEvent, event);
  }
  void problem(const std::string& what) override { print_event(kProblemEvent, {{"text", what}}); }
  void saved(const std::string& folder) override { print_event(kSavedEvent, {{"folder", folder}}); }
  void test(Index done, Index all) override {
    const auto time = std::chrono::steady_clock::now();
    if (tested_ == decltype(tested_){}) tested_ = time;
    if (time - tested_ < kTestSeconds) return;
    tested_ = time;
    print_event(kTestEvent, {{"done", done}, {"all", all}});
  }
  void done(const TrainSummary& s) override {
    Json event = {{"steps", s.loop.steps},
                  {"last_loss", finite_or_null(s.loop.last_loss)},
                  {"train_loss", finite_or_null(s.loop.train_loss)},
                  {"validation_loss", finite_or_null(s.validation_loss)},
                  {"seconds", s.loop.seconds},
                  {"tokens_per_second", s.loop.tokens_per_second()}};
    if (s.accuracy) {
      event["exact_match"] = s.accuracy->sequences;
      event["token_accuracy"] = s.accuracy->tokens;
    }
    if (!s.saved.empty()) {
      event["bytes"] = s.size.model;
      event["history_bytes"] = s.size.history;
    }
    event["interrupted"] = s.loop.stopped;
    print_event(kDoneEvent, event);
  }

 private:
  Index first_ = 0, until_ = 0, every_ = 1;
  std::chrono::steady_clock::time_point tested_{};  ///< when the measuring began, or was reported last
};

}  // namespace

std::span<const JsonEvent> train_events() { return kTrainEvents; }

std::unique_ptr<TrainReport> make_json_report() { return std::make_unique<JsonReport>(); }

}  // namespace attnlab
