// Attribution: how much each word or patch of the input counts for one prediction, by several methods.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/attribution/inputs.h"
#include "core/analysis/attribution/metric.h"
#include "core/config/stop.h"
#include "core/trace/tracer.h"

namespace attnlab {

class AttributionPasses;
struct AttributionSettings;

/// One way to share a prediction out over the inputs.
struct AttributionMethod {
  std::string_view name;      ///< as options write it: "integrated"
  std::string_view title;     ///< on screen
  std::string_view brief;     ///< short enough for the row of a table
  std::string_view term;      ///< of the glossary
  std::string_view sentence;  ///< what it does, for a student
  std::string_view formula;   ///< of one row x, in the notation of the field
  bool is_signed = true;      ///< values below zero speak against the prediction
  bool of_attention =
      false;  ///< follows self-attention alone: other models have none, and the metric is not read
  bool completes = false;  ///< the values are to add up to what the baseline takes away
  /// How many passes of the model it takes for N rows; null: none.
  Index (*passes)(const AttributionSettings& settings, Index rows) = nullptr;
  /// Worked out row by row [N]; each pass of the model goes through `passes`.
  std::vector<double> (*work)(AttributionPasses& passes);
};

std::span<const AttributionMethod> attribution_methods();
/// Throws std::invalid_argument with near names.
const AttributionMethod& attribution_method(std::string_view name);
/// Whether the method says something of models of `config`.
bool is_offered(const AttributionMethod& method, const ModelConfig& config);
/// Whether there is anything to attribute: the model predicts words or classes from input vectors.
bool has_attributions(const ModelConfig& config);

/// Most steps of an integral.
inline constexpr Index kMostIntegralSteps = 512;

/// What is attributed, and how, as a value.
struct AttributionSettings {
  ChosenPrediction prediction{};
  std::string metric = "logit";           ///< of metric_kinds()
  std::string baseline = "zero";          ///< of baseline_kinds()
  Index steps = 64;                       ///< of the integral, 1 to kMostIntegralSteps
  std::vector<std::string> methods = {};  ///< of attribution_methods(); empty: all that the model has
  friend bool operator==(const AttributionSettings&, const AttributionSettings&) = default;
};

/// The values of one method.
struct MethodValues {
  const AttributionMethod* method = nullptr;
  std::vector<double> values;  ///< [N] row by row, the inputs in order; empty: not worked out yet

  double sum() const;
};

/// The attributions of one prediction.
struct Attributions {
  AttributionSettings settings{};
  Index step = 0;                       ///< of the weights
  std::vector<AttributedInput> inputs;  ///< their rows, one behind the other, are the N rows of the values
  double metric = 0;                    ///< of the pass
  double baseline_metric = 0;           ///< of the pass with every input at its baseline
  double probability = 0;               ///< of the word
  std::vector<MethodValues> methods;    ///< in the order of attribution_methods()
  Index done = 0, passes = 0;           ///< passes of the model that are made, and that are needed

  bool finished() const { return done >= passes; }
  Index rows() const;
  /// Null where it is not among the methods.
  const MethodValues* of(std::string_view method) const;
  /// metric − baseline_metric: what the signed methods share out.
  double difference() const { return metric - baseline_metric; }
  /// How far the values of a method are from adding up to difference().
  double completeness_error(const MethodValues& values) const { return values.sum() - difference(); }
};

/// Spearman's rank correlation of two methods' magnitudes |value|, over the rows to which one of them gives
/// something: those that the prediction can see. NaN for fewer than two.
double agreement(const MethodValues& a, const MethodValues& b);

/// What a caller of attribute() may ask for.
struct AttributionHooks {
  StopToken stop{};  ///< a stop ends the work, and leaves it unfinished
  /// Called as methods are finished, and after some passes, on the thread that works.
  std::function<void(const Attributions&)> progress{};
};

/// Computes all methods for one prediction of `trace`, which `tracer` made of `request`: a value for each of
/// the N rows of the inputs, in the units of the metric. Edits of the pass count, and a generated target
/// stays as it is. Gradients and forward passes are in the precision of the weights; the metric and the sums
/// over steps in double. Throws std::invalid_argument for a model that does not predict words or classes (see
/// has_attributions()) and for settings outside their ranges, std::out_of_range as check_prediction().
///
/// Gradient × input and its use: Simonyan et al. 2014, Denil et al. 2014. Integrated gradients: Sundararajan
/// et al. 2017, by the midpoint rule. Occlusion: Zeiler and Fergus 2014. Rollout: Abnar and Zuidema 2020.
Attributions attribute(const Tracer& tracer, const TracePtr& trace, const TraceRequest& request,
                       const AttributionSettings& settings, const AttributionHooks& hooks = {});

}  // namespace attnlab
