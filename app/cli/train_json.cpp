// Train report for programs: JSON lines.
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/json_number.h"
#include "app/cli/train_report.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr Index kTold = 200;

void print(const Json& event) {
  std::printf("%s\n", event.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
  std::fflush(stdout);
}

class JsonReport final : public TrainReport {
 public:
  void start(const TrainRun& run) override {
    const Index from = run.trainer->steps_done();
    until_ = run.until;
    every_ = std::max<Index>(1, (until_ - from) / kTold);
    first_ = from + 1;
    print({{"event", "start"},
           {"preset", run.experiment.preset.name},
           {"parameters", run.experiment.model->parameters().size()},
           {"step", from},
           {"steps", until_},
           {"seed", run.trainer->config().seed}});
    for (const std::string& remark : run.remarks) print({{"event", "remark"}, {"text", remark}});
  }
  void step(const StepMetrics& m) override {
    if (m.step != first_ && m.step != until_ && m.step % every_ != 0) return;
    print({{"event", "step"},
           {"step", m.step},
           {"loss", finite_or_null(m.loss)},
           {"gradient_norm", finite_or_null(m.gradient_norm)},
           {"learning_rate", m.learning_rate},
           {"tokens", m.tokens}});
  }
  void validation(const Measured& m) override {
    Json event = {{"event", "validation"}, {"step", m.step}, {"loss", finite_or_null(m.loss)}};
    if (m.sequences) event["exact_match"] = *m.sequences;
    if (m.tokens) event["token_accuracy"] = *m.tokens;
    print(event);
  }
  void problem(const std::string& what) override { print({{"event", "problem"}, {"text", what}}); }
  void saved(const std::string& folder) override { print({{"event", "saved"}, {"folder", folder}}); }
  void done(const TrainSummary& s) override {
    Json event = {{"event", "done"},
                  {"steps", s.loop.steps},
                  {"train_loss", finite_or_null(s.loop.train_loss)},
                  {"validation_loss", finite_or_null(s.validation_loss)},
                  {"seconds", s.loop.seconds},
                  {"tokens_per_second", s.loop.tokens_per_second()}};
    if (s.accuracy) {
      event["exact_match"] = s.accuracy->sequences;
      event["token_accuracy"] = s.accuracy->tokens;
    }
    event["interrupted"] = s.loop.stopped;
    print(event);
  }

 private:
  Index first_ = 0, until_ = 0, every_ = 1;
};

}  // namespace

std::unique_ptr<TrainReport> make_json_report() { return std::make_unique<JsonReport>(); }

}  // namespace attnlab
