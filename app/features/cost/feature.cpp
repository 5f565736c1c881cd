// The view Cost: its options, and the model that it counts.
#include "app/feature/features.h"
#include "app/features/cost/choice.h"
#include "core/config/rows.h"
#include "core/models/sizes/known_models.h"

namespace attnlab {
namespace {

/// Of the view's options, those that are sizes of a model stand with the names of size_fields().
Fields cost_fields(Choices& choices) {
  CostChoice& c = choices.of<CostChoice>();
  Fields fields{{"part", &c.part, "what is shown", {}, {}, {"parameters", "layers", "attention", "seconds"}},
                {"of", &c.of, "which model is counted", {}, {}, {"model", "sizes", "known"}},
                {"known", &c.known, "a model from the literature", {}, {}, choices_of(known_models())}};
  for (Field& field : size_fields(c.sizes)) fields.push_back(std::move(field));
  const auto most = static_cast<double>(kLargestLayerSize);
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

std::unique_ptr<Analysis> make_cost_analysis(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> cost();
}  // namespace commands
namespace expressions {
std::span<const ScriptExpression> cost();
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
