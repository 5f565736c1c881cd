// Train report for programs: JSON lines.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/cli/train/train_report.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr Index kReportedSteps = 200;
constexpr auto kTestSeconds = std::chrono::seconds(5);  // between two events

constexpr JsonEvent kStartEvent{
    "start", tr_mark("preset, parameters, learning (the number of trainable parameters), memory (the least "
                     "number of bytes that training needs), step, steps and seed; if the task has any, "
                     "baselines (losses to compare with)")},
    kRemarkEvent{"remark", tr_mark("text: what could not be read as it is in a saved run or in your data")},
    kStepEvent{"step",
               tr_mark("step, loss, gradient_norm, learning_rate and tokens; about 200 times in a run")},
    kValidationEvent{
        "validation",
        tr_mark("step and loss; if examples have one correct answer, exact_match and token_accuracy")},
    kSavedEvent{"saved", tr_mark("folder")},
    kProblemEvent{"problem",
                  tr_mark("text: an error that did not end the run, such as a failed save during training")},
    kTestEvent{"test", tr_mark("done and all: the finished batches of the final measurement, and their "
                               "number, every few seconds")},
    kDoneEvent{"done",
               tr_mark("the last one: steps, last_loss (of the last step), train_loss (the mean of the last "
                       "100 steps, or of all steps if there are fewer), validation_loss, seconds, "
                       "tokens_per_second, exact_match and token_accuracy (if examples have one correct "
                       "answer), bytes and history_bytes (of a saved run) and interrupted")};
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
  std::chrono::steady_clock::time_point tested_{};  ///< begin or last report of the final measurement
};

}  // namespace

std::span<const JsonEvent> train_events() { return kTrainEvents; }

std::unique_ptr<TrainReport> make_json_report() { return std::make_unique<JsonReport>(); }

}  // namespace attnlab
