// The view Cost: its options, and the model that it counts; its commands and expressions.
#include <algorithm>
#include <stdexcept>

#include "app/feature/features.h"
#include "app/features/cost/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/commands/command_table.h"
#include "app/state/expressions/expression_table.h"
#include "app/state/latest_job.h"
#include "core/analysis/pass_time.h"
#include "core/config/rows.h"
#include "core/models/sizes/known_models.h"
#include "core/ops/attention/attention_device.h"

namespace attnlab::expressions {
namespace {

std::string counted_parameters(const Asked& a) {
  return std::to_string(
      parameter_count(counted_config(a.view.state.choices.of<CostChoice>(), a.view.trace->config())));
}

std::span<const ScriptExpression> cost() {
  static constexpr ScriptExpression kRows[] = {
      {"cost.parameters", "", "parameters of the model that the view Cost counts", counted_parameters,
       Needs::Trace},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab::commands {
namespace {

/// The open model where `name` is "model", else a known one.
ModelConfig config_named(const std::string& name, const Limits& limits) {
  if (name != "model") return known_model(name).config();
  if (!limits.config) throw std::invalid_argument("no model is open");
  return *limits.config;
}

void take_sizes(Target& d, const Arguments& a, const Limits& limits) {
  CostChoice& choice = d.state.choices.of<CostChoice>();
  choice.sizes = sizes_of(config_named(a.text(0), limits));
  choice.of = "sizes";
}

std::span<const Entry> cost() {
  static const std::string names = "model|" + joined_names(known_models());
  static const Entry kEntries[] = {
      {{"cost.sizes", names, "count a model of these sizes, which the view Cost can change", Sender::Lessons,
        Undo::Each},
       take_sizes}};
  return kEntries;
}

}  // namespace

}  // namespace attnlab::commands

namespace attnlab {
namespace {

class CostAnalysis final : public Analysis {
 public:
  explicit CostAnalysis(const AnalysisTools& tools) : device_(tools.device), job_(tools.wake) {}

  /// Passes are timed where somebody asked for it, and again where another device computes.
  void update(const AnalysisInput& input) override {
    job_.take();
    const Index measurement = input.state.choices.of<CostChoice>().measurement;
    if (measurement == 0) return job_.clear();
    if (!on_stage(input.state, cost::kFeature)) return;
    const std::shared_ptr<AttentionDevice> device = device_.get();
    const Key key{measurement, input.model.experiment.model, device ? device->description() : ""};
    job_.ask(key, [model = key.model, device, snapshot = input.trace->snapshot()](StopToken stop) {
      return time_passes(*model, snapshot->weights, device.get(), {}, [&] { return !stop.stop_requested(); });
    });
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result(), job_.error(), job_.busy()); }

 private:
  struct Key {
    Index measurement = 0;
    std::shared_ptr<const Model> model;
    std::string device;
    friend bool operator==(const Key&, const Key&) = default;
  };

  AttentionDeviceChoice device_;
  LatestJob<Key, std::vector<PassTime>> job_;
};

std::unique_ptr<Analysis> make_cost_analysis(const AnalysisTools& tools) {
  return std::make_unique<CostAnalysis>(tools);
}

/// Of the view's options, those that are sizes of a model stand with the names of size_fields().
Fields cost_fields(Choices& choices) {
  CostChoice& c = choices.of<CostChoice>();
  Fields fields{{"part", &c.part, "what is shown", {}, {}, {"parameters", "layers", "attention", "seconds"}},
                {"of", &c.of, "which model is counted", {}, {}, {"model", "sizes", "known"}},
                {"known", &c.known, "a model from the literature", {}, {}, choices_of(known_models())}};
  for (Field& field : size_fields(c.sizes)) fields.push_back(std::move(field));
  const auto most = double(kLargestLayerSize);
  const Fields more{
      {"along", &c.along, "the size on the axis", {}, {}, choices_of(layer_size_kinds())},
      {"count",
       &c.count,
       "orders as the paper writes them, or exact products",
       {},
       {},
       {"order", "products"}},
      {"kernel", &c.kernel, "k, positions that a convolution reads", 2, most},
      {"neighbours", &c.neighbours, "r, positions that a query of windowed attention sees", 1, most},
      {"groups", &c.groups, "heads of keys and values of grouped attention", 1, 128},
      {"measurement", &c.measurement, "how often passes were timed; one more times them again", 0}};
  fields.insert(fields.end(), more.begin(), more.end());
  return fields;
}

/// Another model is not timed before it is asked for.
void forget_measurement(Choices& choices) { choices.of<CostChoice>().measurement = 0; }

}  // namespace

ModelConfig counted_config(const CostChoice& choice, const ModelConfig& open) {
  if (choice.of == "sizes") return sized_model(choice.sizes);
  return choice.of == "known" ? known_model(choice.known).config() : open;
}

namespace cost {

const Feature kFeature = {.name = "cost",
                          .title = "Cost",
                          .group = &kArithmeticGroup,
                          .term = "complexity",
                          .key = "C",
                          .shared = {.matrices = true},
                          .options = cost_fields,
                          .forget_model = forget_measurement,
                          .analysis = make_cost_analysis,
                          .commands = commands::cost,
                          .expressions = expressions::cost};

}  // namespace cost

}  // namespace attnlab
