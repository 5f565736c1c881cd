// The rows of all methods: gradient × input, integrated gradients, occlusion, rollout.
#include "core/analysis/attribution/input_rollout.h"
#include "core/analysis/attribution/passes.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

namespace {

Index one_pass(const AttributionSettings&, Index) { return 1; }
Index pass_a_step(const AttributionSettings& settings, Index) { return settings.steps; }
Index pass_a_row(const AttributionSettings&, Index rows) { return rows; }

std::vector<double> zeros_of_rows(const AttributionPasses& passes) {
  return std::vector<double>(passes.inputs().rows(), 0.0);
}

/// Adds Σ_c (x − b)·gradient·weight to each row: x is the pass's own input, the gradient that of `at`.
void add_input_products(const AttributionPasses& passes, const Trace& at, bool from_baseline, double weight,
                        std::vector<double>& rows) {
  std::size_t row = 0;
  for (std::size_t i = 0; i < passes.inputs().inputs.size(); ++i) {
    const AttributedInput& input = passes.inputs().inputs[i];
    const std::vector<Real>& baseline = passes.inputs().baselines[i];
    const std::span<const Real> x = passes.trace().at(input.tensor).value;
    const std::span<const Real> gradient = at.at(input.tensor).gradient;
    const std::size_t width = baseline.size();
    for (Index t = 0; t < input.rows(); ++t, ++row)
      for (std::size_t c = 0; c < width && !gradient.empty(); ++c) {
        const std::size_t cell = static_cast<std::size_t>(t) * width + c;
        const double from = from_baseline ? double(baseline[c]) : 0;
        rows[row] += weight * (double(x[cell]) - from) * double(gradient[cell]);
      }
  }
}

std::vector<double> gradient_times_input(AttributionPasses& passes) {
  std::vector<double> rows = zeros_of_rows(passes);
  add_input_products(passes, *passes.gradients_with({}), false, 1, rows);
  return rows;
}

/// The midpoint rule: the mean of the gradients at ½/n, 1½/n, … of the way from the baseline.
std::vector<double> integrated_gradients(AttributionPasses& passes) {
  std::vector<double> rows = zeros_of_rows(passes);
  const auto steps = double(passes.settings().steps);
  for (Index step = 0; step < passes.settings().steps && passes.goes_on(); ++step) {
    const double share = (double(step) + 0.5) / steps;
    const TracePtr at = passes.gradients_with(on_the_way(passes.inputs(), share));
    add_input_products(passes, *at, true, 1 / steps, rows);
  }
  return rows;
}

std::vector<double> occlusion(AttributionPasses& passes) {
  std::vector<double> rows;
  const double whole = passes.metric();
  for (std::size_t i = 0; i < passes.inputs().inputs.size(); ++i)
    for (Index t = 0; t < passes.inputs().inputs[i].rows() && passes.goes_on(); ++t)
      rows.push_back(whole - passes.metric_with({without_row(passes.inputs(), i, t)}));
  return rows;
}

std::vector<double> rollout_of_prediction(AttributionPasses& passes) {
  return input_rollout(passes.trace(), passes.settings().prediction.position);
}

}  // namespace

std::span<const AttributionMethod> attribution_methods() {
  static constexpr AttributionMethod kMethods[] = {
      {.name = "gradient",
       .title = tr_mark("gradient × input"),
       .brief = tr_mark("gradient × input"),
       .term = "gradient × input",
       .sentence =
           tr_mark("The gradient of the prediction with respect to the token's vector, times the vector: "
                   "accurate only for small changes."),
       .formula = "x · ∂f/∂x",
       .passes = one_pass,
       .work = gradient_times_input},
      {.name = "integrated",
       .title = tr_mark("integrated gradients"),
       .brief = tr_mark("integrated"),
       .term = "integrated gradients",
       .sentence =
           tr_mark("The mean gradient along the straight line from the baseline to the vectors, times the "
                   "difference of the two: the values of all tokens sum to the whole difference."),
       .formula = "(x − b) · ∫ ∂f/∂x dα",
       .completes = true,
       .passes = pass_a_step,
       .work = integrated_gradients},
      {.name = "occlusion",
       .title = tr_mark("occlusion"),
       .brief = tr_mark("occlusion"),
       .term = "occlusion",
       .sentence = tr_mark("How much the prediction drops when the baseline replaces this one token."),
       .formula = "f(x) − f(x without the token)",
       .passes = pass_a_row,
       .work = occlusion},
      {.name = "rollout",
       .title = tr_mark("attention rollout"),
       .brief = tr_mark("rollout"),
       .term = "attention rollout",
       .sentence = tr_mark("Which tokens attention leads back to, layer by layer; it ignores the values, all "
                           "other sublayers, and the predicted token."),
       .formula = "Π (½A + ½I)",
       .is_signed = false,
       .of_attention = true,
       .work = rollout_of_prediction},
  };
  return kMethods;
}

const AttributionMethod& attribution_method(std::string_view name) {
  return row_named(attribution_methods(), "method of attribution", name);
}

bool is_offered(const AttributionMethod& method, const ModelConfig& config) {
  return !method.of_attention || has_rollout(config);
}

bool has_attributions(const ModelConfig& config) { return architecture_of(config).has_layers(); }

}  // namespace attnlab
