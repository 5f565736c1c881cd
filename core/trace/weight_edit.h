// Weight edit: a cell edit made to the model itself, so that it can be undone.
#pragma once

#include "core/autograd/parameters.h"
#include "core/trace/edit.h"

namespace attnlab {

/// One weight before and after, by its place in the flat buffer.
struct WeightChange {
  Index offset = 0;
  Real before = 0, after = 0;
};

/// The changes that `edit` makes to the parameters that it names. Throws std::invalid_argument for a name
/// that no parameter has, and for cells that it does not have.
std::vector<WeightChange> weight_changes(const ParameterLayout& layout, std::span<const Real> weights,
                                         const CellEdit& edit);

}  // namespace attnlab
