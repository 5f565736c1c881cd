// Picture report: where a model that classifies images looks, as text, JSON, a table and an image.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/pictures/picture_attention.h"
#include "core/io/checkpoint.h"

namespace attnlab {

/// Weights by position. If there is a class vector, its weight comes first.
struct PictureReport {
  struct Head {
    Index layer, head;
    std::vector<double> weights;
  };

  TracePtr trace;
  PatchGrid grid{};
  AskedBy by{};
  std::vector<Head> heads{};
  std::vector<std::vector<double>> rollout{};  ///< after each layer
};

/// `from` is the query: "cls", "mean", "ROW,COLUMN" of a patch, or "": the class vector, and without one the
/// mean over the patches. Throws std::invalid_argument for a patch that does not exist, and for a model
/// without attention over patches.
PictureReport picture_report(const Checkpoint& model, const std::string& image, const std::string& from);

void print_picture_report(const PictureReport& report);
/// {"from", "patches", "attention": [{"layer", "head", "weights"}, …], "rollout": [{"layer", "shares"}, …]}.
nlohmann::ordered_json picture_report_json(const PictureReport& report);
/// A row a weight: what, layer, head, position, row, column, weight.
Table picture_table(const PictureReport& report);
/// A row of panels a layer, the last on top: its heads, and rollout at the right. Throws as write_png().
void write_picture_panels(const std::filesystem::path& file, const PictureReport& report);

}  // namespace attnlab
