// Sweep report for programs: JSON lines.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/cli/sweep_report.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;
using Kind = SweepState::Kind;

constexpr JsonEvent kSweepStart{"start", "preset, runs (how many) and jobs"},
    kSweepRun{"run",
              "one that ended: name, options, steps, train_loss, validation_loss, seconds, skipped (it was "
              "finished before), interrupted, exact_match and token_accuracy (where examples have one right "
              "answer) and its folder; error where it failed"},
    kSweepDone{"done", "the last: runs, all of them with what their own events say, and interrupted"};
constexpr JsonEvent kSweepEvents[] = {kSweepStart, kSweepRun, kSweepDone};

class JsonSweepReport final : public SweepReport {
 public:
  explicit JsonSweepReport(const std::vector<SweepAxis>& axes) : axes_(axes) {}

  void start(const std::vector<SweepRun>& runs, Index jobs) override {
    runs_ = runs;
    print_event(kSweepStart, {{"preset", runs[0].preset.name}, {"runs", runs.size()}, {"jobs", jobs}});
  }
  void progress(const std::vector<SweepState>&) override {}
  void ended(std::size_t run, const SweepState& state) override {
    print_event(kSweepRun, described(run, state));
  }
  void done(const std::vector<SweepState>& states, const std::string&) override {
    Json list = Json::array();
    bool interrupted = false;
    for (const std::size_t i : ranking(states)) list.push_back(described(i, states[i]));
    for (const SweepState& state : states) interrupted |= !has_ended(state);
    print_event(kSweepDone, {{"runs", std::move(list)}, {"interrupted", interrupted}});
  }

 private:
  Json described(std::size_t run, const SweepState& state) const {
    Json options = Json::object();
    for (std::size_t i = 0; i < axes_.size(); ++i) options[axes_[i].key] = runs_[run].values[i];
    Json json = {{"name", runs_[run].name}, {"options", options}};
    if (state.kind == Kind::Failed) {
      json["error"] = state.error;
      return json;
    }
    const TrainSummary& s = state.summary;
    json.update({{"steps", s.loop.steps},
                 {"train_loss", finite_or_null(s.loop.train_loss)},
                 {"validation_loss", finite_or_null(s.validation_loss)},
                 {"seconds", s.loop.seconds},
                 {"skipped", runs_[run].start == SweepRun::Start::Finished},
                 {"interrupted", state.kind == Kind::Interrupted}});
    if (s.accuracy) json["exact_match"] = s.accuracy->sequences;
    if (s.accuracy) json["token_accuracy"] = s.accuracy->tokens;
    if (!s.saved.empty()) json["folder"] = s.saved;
    return json;
  }

  std::vector<SweepAxis> axes_;
  std::vector<SweepRun> runs_;
};

}  // namespace

std::span<const JsonEvent> sweep_events() { return kSweepEvents; }

std::unique_ptr<SweepReport> make_json_sweep_report(const std::vector<SweepAxis>& axes) {
  return std::make_unique<JsonSweepReport>(axes);
}

}  // namespace attnlab
