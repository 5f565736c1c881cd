// Attribution passes: the passes of a model that attributions are made of, counted as they are made.
#pragma once

#include "core/analysis/attribution/attribution.h"

namespace attnlab {

/// Makes passes like a given one, with inputs changed. Used by one thread.
class AttributionPasses {
 public:
  AttributionPasses(const Tracer& tracer, const TracePtr& trace, const TraceRequest& request,
                    Attributions& result, const AttributionHooks& hooks);

  const Trace& trace() const { return *trace_; }
  const AttributionSettings& settings() const { return result_.settings; }
  const InputsAndBaselines& inputs() const { return inputs_; }
  /// False once a stop was asked for: then no more passes are to be made.
  bool goes_on() const { return !hooks_.stop.stop_requested(); }

  /// The metric of the pass itself.
  double metric() const { return metric_of(*trace_, metric_, settings().prediction); }
  /// The metric of a pass with these changes; no gradients.
  double metric_with(std::vector<Intervention> changes);
  /// A pass with these changes, whose gradients are those of the metric.
  TracePtr gradients_with(std::vector<Intervention> changes);

 private:
  void count();

  const Tracer& tracer_;
  TracePtr trace_;
  TraceRequest request_;
  Attributions& result_;
  const AttributionHooks& hooks_;
  const MetricKind& metric_;
  InputsAndBaselines inputs_;
};

}  // namespace attnlab
