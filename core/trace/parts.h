// Parts: derivations built by hand, of numbers that no tape holds.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/trace/derivation.h"

namespace attnlab {

/// A cell with its value.
inline DerivationPart cell_part(CellName cell, double value) {
  return {Expression::Kind::Cell, std::move(cell), {}, value, {}};
}

inline DerivationPart number_part(double value, std::string label = {}) {
  return {Expression::Kind::Constant, {}, std::move(label), value, {}};
}

/// `kind` applied to `parts`, evaluated.
inline DerivationPart combined(Expression::Kind kind, std::vector<DerivationPart> parts,
                               std::string label = {}) {
  DerivationPart part{kind, {}, std::move(label), 0, std::move(parts)};
  part.value = part.evaluate();
  return part;
}

}  // namespace attnlab
