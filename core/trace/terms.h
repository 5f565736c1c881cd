// Terms of a sum that are worth reading.
#pragma once

#include <vector>

#include "core/trace/derivation.h"

namespace attnlab {

/// The terms that are written out, and the rest as one.
struct Terms {
  std::vector<const DerivationPart*> shown;
  std::size_t others = 0;  ///< how many are not shown
  double rest = 0;         ///< their sum
};

/// All terms of the sum `part` in order, or, where there are more than `most` (0: no limit), the `most`
/// largest by amount.
Terms largest_terms(const DerivationPart& part, std::size_t most);

/// The cells of a derivation as it is written with at most `most` terms of a sum (0: no limit), each once, in
/// the order in which they are written.
std::vector<CellName> written_cells(const DerivationPart& root, std::size_t most);

}  // namespace attnlab
