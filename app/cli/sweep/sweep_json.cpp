// Sweep report for programs: JSON lines.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/cli/sweep/sweep_report.h"
#include "core/language/messages.h"
#include "core/training/sweep/scaling.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr JsonEvent kSweepStart{"start", tr_mark("preset, runs (their number) and jobs")},
    kSweepRun{"run", tr_mark("a run that ended: name, options, steps, train_loss, validation_loss, seconds, "
                             "skipped (it was finished before), interrupted, exact_match and token_accuracy "
                             "(if examples have one correct answer) and its folder; error if it failed")},
    kSweepDone{"done",
               tr_mark("the last one: runs, each with the fields of its own event, interrupted, and with "
                       "--seeds combinations: options, the number of finished runs, and the mean and "
                       "standard deviation (deviation) of their validation_loss and exact_match; if three "
                       "model sizes are finished, scaling: the power law factor · parameters^(−exponent) of "
                       "the validation loss, fitted to the best run of each size")};
constexpr JsonEvent kSweepEvents[] = {kSweepStart, kSweepRun, kSweepDone};

class JsonSweepReport final : public SweepReport {
 public:
  explicit JsonSweepReport(const SweepRuns& sweep) : sweep_(sweep) {}

  void start(Index jobs) override {
    const std::vector<SweepRun>& runs = sweep_.runs;
    print_event(kSweepStart, {{"preset", runs[0].preset.name}, {"runs", runs.size()}, {"jobs", jobs}});
  }
  void progress(const std::vector<SweepResult>&) override {}
  void ended(std::size_t run, const SweepResult& result) override {
    print_event(kSweepRun, described(run, result));
  }
  void done(const std::vector<SweepResult>& results, const std::string&) override {
    Json list = Json::array();
    bool interrupted = false;
    for (const std::size_t i : ranking(results)) list.push_back(described(i, results[i]));
    for (const SweepResult& result : results) interrupted |= !has_ended(result);
    Json fields = {{"runs", std::move(list)}, {"interrupted", interrupted}};
    if (sweep_.plan.seeds > 1) fields["combinations"] = combinations(results);
    add_scaling(fields, results);
    print_event(kSweepDone, fields);
  }

 private:
  static Json options(std::span<const SweepAxis> axes, const std::vector<std::string>& values) {
    Json json = Json::object();
    for (std::size_t i = 0; i < axes.size(); ++i) json[axes[i].key] = values[i];
    return json;
  }

  Json described(std::size_t run, const SweepResult& result) const {
    const SweepRun& planned = sweep_.runs[run];
    Json json = {{"name", planned.name}, {"options", options(sweep_.plan.axes, planned.values)}};
    if (result.state == SweepResult::State::Failed) {
      json["error"] = result.error;
      return json;
    }
    json.update({{"steps", result.steps},
                 {"train_loss", finite_or_null(result.train_loss)},
                 {"validation_loss", finite_or_null(result.validation_loss)},
                 {"seconds", result.seconds},
                 {"skipped", planned.start == SweepRun::Start::Finished},
                 {"interrupted", result.state == SweepResult::State::Stopped}});
    if (result.right_examples) json["exact_match"] = *result.right_examples;
    if (result.right_targets) json["token_accuracy"] = *result.right_targets;
    if (!planned.train.out.empty()) json["folder"] = planned.train.out;
    return json;
  }

  static Json mean(const MeanOverSeeds& over) {
    return {{"mean", finite_or_null(over.mean)}, {"deviation", finite_or_null(over.deviation)}};
  }

  void add_scaling(Json& fields, const std::vector<SweepResult>& results) const {
    const std::vector<ScalingPoint> points = scaling_points(sweep_.plan, sweep_rows(sweep_.plan, results));
    const auto law = fit_power_law(points);
    if (!law) return;
    Json list = Json::array();
    for (const ScalingPoint& point : points)
      list.push_back(
          {{"parameters", point.parameters}, {"validation_loss", point.loss}, {"best", point.best}});
    fields["scaling"] = {{"factor", law->factor},
                         {"exponent", law->exponent},
                         {"r_squared", law->r_squared},
                         {"points", std::move(list)}};
  }

  Json combinations(const std::vector<SweepResult>& results) const {
    Json list = Json::array();
    for (const SweepRow& row : sweep_rows(sweep_.plan, results)) {
      Json json = {{"options", options(sweep_.plan.options(), row.values)}, {"runs", row.done}};
      json["validation_loss"] = mean(row.validation_loss);
      if (row.right_examples.count > 0) json["exact_match"] = mean(row.right_examples);
      list.push_back(std::move(json));
    }
    return list;
  }

  const SweepRuns& sweep_;
};

}  // namespace

std::span<const JsonEvent> sweep_events() { return kSweepEvents; }

std::unique_ptr<SweepReport> make_json_sweep_report(const SweepRuns& sweep) {
  return std::make_unique<JsonSweepReport>(sweep);
}

}  // namespace attnlab
