// Interventions from the switches of AppState.
#include "app/state/interventions.h"

#include <cmath>

#include "core/trace/edit.h"

namespace attnlab {

std::vector<Intervention> interventions_for(const AppState& state, Index head_size) {
  std::vector<Intervention> all;
  const std::string prefix = attention_prefix(state.selection);
  const Index all_of = CellRegion::kWhole;
  if (!state.scaling) {
    const double factor = std::sqrt(static_cast<double>(head_size));
    all.push_back(intervention_of(
        CellEdit{{prefix + ".scaled", {all_of, all_of, all_of, all_of}}, CellEdit::How::Scale, factor}));
  }
  if (!state.masking)
    all.push_back(
        intervention_of(CellEdit{{prefix + ".mask", {all_of, all_of, all_of}}, CellEdit::How::Set, 0}));
  return all;
}

}  // namespace attnlab
