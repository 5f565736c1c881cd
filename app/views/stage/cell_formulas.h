// The formulas of one position of recurrent cells, and of alignments that look before each step.
#pragma once

#include "app/widgets/formula/formula.h"
#include "core/layers/alignment_kind.h"
#include "core/ops/recurrent/cell_kind.h"

namespace attnlab {

/// How a cell makes its tensor `site`. Throws std::invalid_argument if no formula of it is drawn.
Formula cell_formula(const CellKind& kind, const Site& site);

/// How an alignment makes its tensor `site`. Throws std::invalid_argument if no formula of it is drawn.
Formula alignment_formula(const AlignmentKind& kind, const Site& site);

}  // namespace attnlab
