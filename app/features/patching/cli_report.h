// Patching report: what came back of an answer, as text, as JSON, as a table and as a figure.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/state/figure_request.h"
#include "core/analysis/patching/patching.h"

namespace attnlab {

/// The grid of one step.
struct PatchReport {
  Index step = 0;
  PatchingResult result{};
};

/// The grids as tables, and the `top` strongest cells in words.
void print_patching(const PatchReport& report, std::size_t top);

/// {"step", "what", "metric", "clean", "changed", "blocks": [{"text", "rows", "columns", "values", "shares"},
/// …]} on a line; null for cells that are not there.
void print_patching_json(const PatchReport& report);

/// A row a cell of each step. Throws as CsvWriter.
void write_patching_table(const std::filesystem::path& file, const std::vector<PatchReport>& reports);

/// The view Patching as a figure of each step; "FILE-STEP.svg" where there are several. Throws as
/// save_figure().
void draw_patching_figures(const FigureRequest& figure, const std::string& model_folder,
                           const PatchQuestion& question, const std::vector<Index>& steps);

}  // namespace attnlab
