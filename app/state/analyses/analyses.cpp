// Analyses: makes them, and asks each in turn.
#include "app/state/analyses/analyses.h"

#include <algorithm>

#include "app/feature/features.h"

namespace attnlab {

Analyses::Analyses(const AnalysisTools& tools) {
  for (const Feature* view : features())
    if (view->analysis) all_.push_back(view->analysis(tools));
}

void Analyses::update(const AnalysisInput& input) {
  results_ = {};
  results_.changes = input.changes();
  for (const auto& each : all_) {
    each->update(input);
    each->publish(results_);
  }
}

void Analyses::clear() {
  for (const auto& each : all_) each->clear();
  results_ = {};
}

bool Analyses::busy() const {
  return std::ranges::any_of(all_, [](const auto& each) { return each->busy(); });
}

}  // namespace attnlab
