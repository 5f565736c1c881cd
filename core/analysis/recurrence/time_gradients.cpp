// Time gradients, from the gradients of a traced pass.
#include "core/analysis/recurrence/time_gradients.h"

#include <cmath>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/trace/gradient_norms.h"
#include "core/trace/same_target.h"
#include "core/training/optimizer.h"

namespace attnlab {

namespace {

bool has_gradients(const Trace& trace) {
  for (const TraceTensor& parameter : trace.parameters())
    if (!parameter.gradient.empty()) return true;
  return false;
}

void require_gradients(const Trace& trace) {
  if (!has_gradients(trace))
    throw std::invalid_argument(
        tr("this pass does not have gradients: trace it with gradients and a target"));
}

std::vector<double> norms_over_time(const TraceTensor& tensor) {
  if (tensor.gradient.empty()) return std::vector<double>(tensor.shape[1], 0.0);
  return gradient_norm_by_step(tensor);
}

}  // namespace

std::vector<TimeGradient> time_gradients(const Trace& trace) {
  require_gradients(trace);
  if (counted_targets(trace).empty())
    throw std::invalid_argument(
        tr("this pass does not have a target, so it does not have gradients: add a target"));
  std::vector<TimeGradient> all;
  for (const RecurrentCell& cell : recurrent_cells(trace))
    all.push_back({.place = cell.place,
                   .reverse = cell.reverse,
                   .hidden = norms_over_time(*cell.hidden),
                   .cell = cell.cell ? norms_over_time(*cell.cell) : std::vector<double>()});
  return all;
}

std::vector<Index> counted_targets(const Trace& trace) {
  std::vector<Index> positions;
  const std::vector<TokenId>& targets = trace.batch().target;
  for (std::size_t t = 0; t < targets.size(); ++t)
    if (targets[t] != kIgnoredTarget) positions.push_back(static_cast<Index>(t));
  return positions;
}

TraceRequest with_one_target(const Trace& trace, TraceRequest request, Index position) {
  request = with_same_target(trace, std::move(request));
  request.gradients = true;
  request.only_target = position;
  return request;
}

double gradient_norm(const Trace& trace) {
  require_gradients(trace);
  double squares = 0;
  for (const TraceTensor& parameter : trace.parameters())
    for (const Real cell : parameter.gradient) squares += double(cell) * double(cell);
  return std::sqrt(squares);
}

ClippedGradient clipped(const TrainingConfig& config, double norm) {
  return {.before = norm, .limit = config.clip, .factor = clip_factor(config, norm)};
}

}  // namespace attnlab
