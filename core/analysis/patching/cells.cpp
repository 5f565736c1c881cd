// Cells: batches of patches, and their shares of the answer.
#include "core/analysis/patching/cells.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {

namespace {

/// Metrics that are nearer to each other than this are one number.
constexpr double kSameMetric = 1e-5;

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

}  // namespace

PatchFiller::PatchFiller(PatchPasses& passes, const PatchMetric& metric, PatchingResult& result,
                         const PatchProgress& goes_on)
    : passes_(passes), metric_(metric), result_(result), goes_on_(goes_on) {
  result.clean = metric_of(passes.clean_logits());
  result.changed = metric_of(passes.changed_logits());
  const double scale = std::abs(result.clean - result.changed);
  if (std::isfinite(scale) && scale >= kSameMetric) return;
  throw std::invalid_argument(
      tr("the metric, {1}, is {2} for both texts, so patching cannot restore anything: choose other texts",
         tr(metric.title), short_number(result.changed)));
}

double PatchFiller::metric_of(std::span<const Real> logits) const {
  return metric_.of(logits, result_.pair.clean_answer, result_.pair.changed_answer);
}

void PatchFiller::fill(const std::vector<PatchJob>& jobs) {
  const double scale = result_.clean - result_.changed;
  const auto all = count_of(jobs);
  std::vector<Patch> patches;
  for (std::size_t first = 0; first < jobs.size(); first += patches.size()) {
    if (!goes_on(static_cast<Index>(first), all)) return;
    patches.clear();
    for (std::size_t i = first; i < jobs.size() && patches.size() < passes_.room(); ++i)
      patches.push_back(jobs[i].patch);
    const std::span<const Real> logits = passes_.logits(patches);
    const std::size_t width = passes_.clean_logits().size();
    for (std::size_t i = 0; i < patches.size(); ++i) {
      const double value = metric_of(logits.subspan(i * width, width));
      const double share = (value - result_.changed) / scale;
      *jobs[first + i].cell = {true, value, share == 0 ? 0 : share};  // no −0
    }
    result_.passes += count_of(patches);
  }
  result_.complete = true;
}

}  // namespace attnlab
