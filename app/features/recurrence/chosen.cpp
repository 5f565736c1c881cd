// Recurrence choice: from the chosen cell of the stage to a unit of a recurrent cell.
#include "app/features/recurrence/chosen.h"

#include <algorithm>

#include "app/features/recurrence/choice.h"
#include "core/analysis/recurrence/time_gradients.h"

namespace attnlab {

namespace {

/// The innermost of the cells that `place` is in; none: that of the same text, nearest to the output.
std::size_t cell_around(const Place& place, const std::vector<RecurrentCell>& cells) {
  std::size_t found = cells.size(), same_text = cells.size() - 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Place& own = cells[i].place;
    const bool inner = found == cells.size() || own.begins_with(cells[found].place);
    if (place.begins_with(own) && inner) found = i;
    if (own.text() == place.text()) same_text = i;
  }
  return found < cells.size() ? found : same_text;
}

/// The index of `cell` on the axis of this kind, the last such; −1 where it has none.
Index index_along(const TraceTensor& tensor, const CellName& cell, Axis axis) {
  for (std::size_t i = std::min(tensor.site->axes.size(), cell.index.size()); i-- > 0;)
    if (tensor.site->axes[i] == axis) return cell.index[i];
  return -1;
}

}  // namespace

RecurrentPlace recurrent_place(const AppState& state, const Trace& trace,
                               const std::vector<RecurrentCell>& cells) {
  RecurrentPlace at{.cell = cells.size() - 1};
  const CellName chosen = chosen_cell(state);
  const TraceTensor* const tensor = trace.find(value_name(chosen.tensor));
  if (!tensor || !tensor->site) return at;
  at.cell = cell_around(tensor->place, cells);
  const RecurrentCell& cell = cells[at.cell];
  at.time = std::clamp<Index>(index_along(*tensor, chosen, Axis::Token), 0, cell.steps() - 1);
  const Index unit =
      std::max(index_along(*tensor, chosen, Axis::Feature), index_along(*tensor, chosen, Axis::Row));
  at.unit = std::clamp<Index>(unit, 0, cell.units() - 1);
  return at;
}

CellName unit_cell(const TraceTensor& tensor, Index time, Index unit) {
  return {tensor.name, {0, time, unit}};
}

Index gradient_target(const RecurrenceChoice& choice, const Trace& trace) {
  const std::vector<Index> counted = counted_targets(trace);
  if (std::ranges::find(counted, choice.target) != counted.end()) return choice.target;
  return counted.empty() ? -1 : counted.back();
}

std::size_t eigenvalue_gate(const RecurrenceChoice& choice, const CellKind& kind) {
  return std::min(static_cast<std::size_t>(choice.gate), kind.gates.size() - 1);
}

}  // namespace attnlab
