// Attribution: the methods that are asked for, one after another.
#include "core/analysis/attribution/attribution.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "core/analysis/attribution/passes.h"
#include "core/analysis/attribution/rank_correlation.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

bool is_asked_for(const AttributionMethod& method, const Trace& trace, const AttributionSettings& settings) {
  if (!is_offered(method, trace.config())) return false;
  return settings.methods.empty() || std::ranges::count(settings.methods, method.name) > 0;
}

void check_settings(const Trace& trace, const AttributionSettings& settings) {
  if (!has_attributions(trace.config()))
    throw std::invalid_argument(
        tr("this model compares word vectors and does not predict tokens, so there is nothing to attribute"));
  if (settings.steps < 1 || settings.steps > kMostIntegralSteps)
    throw std::invalid_argument(tr("the number of integration steps is {1}, but must be from 1 to {2}",
                                   std::to_string(settings.steps), std::to_string(kMostIntegralSteps)));
  for (const std::string& name : settings.methods)
    if (!is_offered(attribution_method(name), trace.config()))
      throw std::invalid_argument(
          tr("this model does not have self-attention, so it does not have {1}: choose another method",
             tr(attribution_method(name).title)));
  check_prediction(trace, settings.prediction);
}

double predicted_probability(const Trace& trace, const ChosenPrediction& prediction) {
  return std::exp(metric_of(trace, metric_kind("log_probability"), prediction));
}

/// One for the baseline, and what each method takes.
Index passes_needed(const Attributions& result) {
  Index passes = 1;
  for (const MethodValues& values : result.methods)
    if (values.method->passes) passes += values.method->passes(result.settings, result.rows());
  return passes;
}

Attributions begun_attributions(const Trace& trace, const AttributionSettings& settings) {
  Attributions result{.settings = settings,
                      .step = trace.step(),
                      .inputs = attributed_inputs(trace),
                      .metric = metric_of(trace, metric_kind(settings.metric), settings.prediction),
                      .probability = predicted_probability(trace, settings.prediction),
                      .methods = {}};
  for (const AttributionMethod& method : attribution_methods())
    if (is_asked_for(method, trace, settings)) result.methods.push_back({&method, {}});
  result.passes = passes_needed(result);
  return result;
}

}  // namespace

double MethodValues::sum() const { return std::accumulate(values.begin(), values.end(), 0.0); }

Index Attributions::rows() const {
  Index count = 0;
  for (const AttributedInput& input : inputs) count += input.rows();
  return count;
}

const MethodValues* Attributions::of(std::string_view method) const {
  const auto found =
      std::ranges::find_if(methods, [&](const MethodValues& v) { return v.method->name == method; });
  return found == methods.end() ? nullptr : &*found;
}

double agreement(const MethodValues& a, const MethodValues& b) {
  std::vector<double> x, y;
  for (std::size_t i = 0; i < std::min(a.values.size(), b.values.size()); ++i) {
    if (a.values[i] == 0 && b.values[i] == 0) continue;
    x.push_back(std::abs(a.values[i]));
    y.push_back(std::abs(b.values[i]));
  }
  return rank_correlation(x, y);
}

Attributions attribute(const Tracer& tracer, const TracePtr& trace, const TraceRequest& request,
                       const AttributionSettings& settings, const AttributionHooks& hooks) {
  check_settings(*trace, settings);
  Attributions result = begun_attributions(*trace, settings);
  AttributionPasses passes(tracer, trace, request, result, hooks);
  result.baseline_metric = passes.metric_with(on_the_way(passes.inputs(), 0));
  for (MethodValues& method : result.methods) {
    if (!passes.goes_on()) break;
    std::vector<double> values = method.method->work(passes);
    if (passes.goes_on()) method.values = std::move(values);
    if (hooks.progress) hooks.progress(result);
  }
  return result;
}

}  // namespace attnlab
