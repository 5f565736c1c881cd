// Patching report: how much of an answer returns, as text, as JSON and as a table.
#pragma once

#include <string>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/patching/patching.h"

namespace attnlab::patching {

/// The grid of one step.
struct Report {
  Index step = 0;
  PatchingResult result{};
};

/// The grids as tables, and the `top` strongest cells in words.
void print_text(const Report& report, std::size_t top);

/// {"step", "what", "metric", "clean", "changed", "blocks": [{"text", "rows", "columns", "values", "shares"},
/// …]} on a line; null for cells that do not exist.
void print_json(const Report& report);

/// One row for each cell of each step.
Table cells_table(const std::vector<Report>& reports);

}  // namespace attnlab::patching
