// Masks: which keys may be seen, as an edit.
#pragma once

#include <vector>

#include "core/trace/edit.h"

namespace attnlab {

/// See MaskEdit and interventions_of().
std::vector<Intervention> mask_interventions(const MaskEdit& edit);

/// What the edit says of query `q` and key `k` of `keys`: true seen, false hidden, none: as it is.
std::optional<bool> seen_by(const MaskEdit& edit, Index q, Index k, Index keys);

}  // namespace attnlab
