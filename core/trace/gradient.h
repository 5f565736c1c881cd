// Gradient: where the gradient of one cell comes from, by the chain rule.
#pragma once

#include "core/trace/derivation.h"
#include "core/trace/readers.h"

namespace attnlab {

/// ∂L/∂x = Σ_y ∂L/∂y·∂y/∂x over the named cells y that are computed from cell `offset` of `node`, each slope
/// ∂y/∂x written with the cells that it needs. A leaf where nothing reads the cell, and at the loss itself.
/// Requires that the pass was run backward.
Derivation derive_gradient(const Recording& recording, const Readers& readers, const Node* node,
                           Index offset);

/// ∂user/∂cell: how fast a cell changes with one that it is computed from, through unnamed cells between.
double slope(const Recording& recording, CellPlace user, CellPlace cell);

}  // namespace attnlab
