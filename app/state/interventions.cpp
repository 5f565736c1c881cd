// Interventions from the switches of AppState.
#include "app/state/interventions.h"

#include <algorithm>
#include <cmath>

namespace attnlab {

std::vector<Intervention> interventions_for(const AppState& state, Index head_size) {
  std::vector<Intervention> all;
  const std::string prefix = attention_prefix(state.selection);
  if (!state.scaling) {
    const Real factor = static_cast<Real>(std::sqrt(static_cast<double>(head_size)));
    all.push_back({prefix + ".scaled", [factor](const Shape&, std::span<Real> cells) {
                     for (Real& cell : cells) cell *= factor;
                   }});
  }
  if (!state.masking) {
    all.push_back({prefix + ".mask", [](const Shape&, std::span<Real> cells) {
                     std::fill(cells.begin(), cells.end(), Real(0));
                   }});
  }
  return all;
}

}  // namespace attnlab
