// Masks: which keys may be seen, as an edit.
#pragma once

#include <vector>

#include "core/trace/edit.h"

namespace attnlab {

/// See MaskEdit and interventions_of().
std::vector<Intervention> mask_interventions(const MaskEdit& edit);

/// Whether query `q` sees key `k` of `keys` after the edit; none: the edit leaves that unchanged.
std::optional<bool> seen_by(const MaskEdit& edit, Index q, Index k, Index keys);

}  // namespace attnlab
