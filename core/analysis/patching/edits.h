// Edits: a cell of a patching grid as an edit of a pass over the corrupted text.
#pragma once

#include <optional>

#include "core/analysis/patching/patching.h"
#include "core/trace/edit.h"

namespace attnlab {

/// The cells that one pass of the grid takes from the clean text; none of paths, which are no cells of one
/// tensor.
std::optional<CellRegion> patched_region(const PatchingResult& result, const PatchBlock& block,
                                         std::size_t cell);

/// These cells as they are when a model of `format` reads `clean`.
PatchEdit patch_edit(CellRegion cells, const PatchText& clean, Format format);

}  // namespace attnlab
