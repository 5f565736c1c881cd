// Attribution passes: each is traced again, with the same target.
#include "core/analysis/attribution/passes.h"

#include "core/trace/same_target.h"

namespace attnlab {

namespace {

constexpr Index kPassesBetweenReports = 16;

}  // namespace

AttributionPasses::AttributionPasses(const Tracer& tracer, const TracePtr& trace, const TraceRequest& request,
                                     Attributions& result, const AttributionHooks& hooks)
    : tracer_(tracer),
      trace_(trace),
      request_(with_same_target(*trace, request)),
      result_(result),
      hooks_(hooks),
      metric_(metric_kind(result.settings.metric)),
      inputs_(inputs_and_baselines(*trace, baseline_kind(result.settings.baseline))) {
  request_.only_target.reset();
}

void AttributionPasses::count() {
  ++result_.done;
  if (hooks_.progress && result_.done % kPassesBetweenReports == 0) hooks_.progress(result_);
}

double AttributionPasses::metric_with(std::vector<Intervention> changes) {
  const TracePtr changed = tracer_.trace(trace_->snapshot(), request_, {.interventions = std::move(changes)});
  count();
  return metric_of(*changed, metric_, settings().prediction);
}

TracePtr AttributionPasses::gradients_with(std::vector<Intervention> changes) {
  TraceRequest request = request_;
  request.gradients = true;
  TracePtr changed = tracer_.trace(
      trace_->snapshot(), request,
      {.interventions = std::move(changes), .objective = metric_objective(metric_, settings().prediction)});
  count();
  return changed;
}

}  // namespace attnlab
