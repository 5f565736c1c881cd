// Weight edit: the rules of an edit on the flat buffer.
#include "core/trace/weight_edit.h"

#include <stdexcept>

#include "core/autograd/edited.h"
#include "core/autograd/name_pattern.h"
#include "core/config/nearest.h"

namespace attnlab {

namespace {

void add_changes(const Parameter& parameter, std::span<const Real> weights, const Intervention& intervention,
                 std::vector<WeightChange>& changes) {
  const auto size = static_cast<std::size_t>(parameter.shape.size());
  const auto cells = weights.subspan(parameter.offset, size);
  std::vector<Real> edited(size);
  const CellRules rules = intervention.rules(parameter.shape);
  edit_cells(parameter.shape, cells, edited, intervention, &rules);
  for (std::size_t i = 0; i < size; ++i)
    if (rules(static_cast<Index>(i)))
      changes.push_back({parameter.offset + static_cast<Index>(i), cells[i], edited[i]});
}

}  // namespace

std::vector<WeightChange> weight_changes(const ParameterLayout& layout, std::span<const Real> weights,
                                         const CellEdit& edit) {
  const Intervention intervention = interventions_of(edit, {})[0];
  std::vector<WeightChange> changes;
  std::vector<std::string> known;
  bool met = false;
  for (ParameterId id = 0; id < layout.count(); ++id) {
    known.push_back(layout[id].name);
    if (!names(intervention.name, layout[id].name)) continue;
    met = true;
    add_changes(layout[id], weights, intervention, changes);
  }
  if (met) return changes;
  throw std::invalid_argument("unknown weight " + intervention.name + did_you_mean(intervention.name, known));
}

}  // namespace attnlab
