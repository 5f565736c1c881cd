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
#include "core/language/messages.h"
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
      {"cost.parameters", "", tr_mark("the number of parameters of the model in the view Cost"),
       counted_parameters, Needs::Trace},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab::commands {
namespace {

/// The open model if `name` is "model", else a well-known model.
ModelConfig config_named(const std::string& name, const Limits& limits) {
  if (name != "model") return known_model(name).config();
  if (!limits.config) throw std::invalid_argument(tr("no model is open"));
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
      {{"cost.sizes", names, tr_mark("copy the sizes of this model to the sliders of the view Cost"),
        Sender::Lessons, Undo::Each},
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

  /// Forward passes are timed on request, and again if another device computes.
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

/// The options that are sizes of a model have the names of size_fields().
Fields cost_fields(Choices& choices) {
  CostChoice& c = choices.of<CostChoice>();
  Fields fields{
      {"part",
       &c.part,
       tr_mark("the part of the view"),
       {},
       {},
       {"parameters", "layers", "attention", "seconds"}},
      {"of", &c.of, tr_mark("which model is counted"), {}, {}, {"model", "sizes", "known"}},
      {"known", &c.known, tr_mark("a model from the literature"), {}, {}, choices_of(known_models())}};
  for (Field& field : size_fields(c.sizes)) fields.push_back(std::move(field));
  const auto most = double(kLargestLayerSize);
  const Fields more{
      {"along", &c.along, tr_mark("the size on the x axis"), {}, {}, choices_of(layer_size_kinds())},
      {"count",
       &c.count,
       tr_mark("complexity orders as in the paper, or exact products"),
       {},
       {},
       {"order", "products"}},
      {"kernel", &c.kernel, tr_mark("k, the number of positions that a convolution reads"), 2, most},
      {"neighbours", &c.neighbours,
       tr_mark("r, the number of positions that a query of windowed attention sees"), 1, most},
      {"groups", &c.groups, tr_mark("key/value heads of grouped attention"), 1, 128},
      {"measurement", &c.measurement,
       tr_mark("how many timings were requested; a higher number starts another"), 0}};
  fields.insert(fields.end(), more.begin(), more.end());
  return fields;
}

/// Another model is timed only on request.
void forget_measurement(Choices& choices) { choices.of<CostChoice>().measurement = 0; }

}  // namespace

ModelConfig counted_config(const CostChoice& choice, const ModelConfig& open) {
  if (choice.of == "sizes") return sized_model(choice.sizes);
  return choice.of == "known" ? known_model(choice.known).config() : open;
}

namespace cost {

const Feature kFeature = {.name = "cost",
                          .title = tr_mark("Cost"),
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
