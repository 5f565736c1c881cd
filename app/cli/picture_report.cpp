// Picture report: one forward pass, and its numbers by layer, head and patch.
#include "app/cli/picture_report.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/base/print.h"
#include "app/cli/groups/example_options.h"
#include "app/figure/cover_image.h"
#include "app/figure/png.h"
#include "core/config/scan_number.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse_from(const std::string& from, const PatchGrid& grid) {
  const std::string last = position_name(grid, grid.positions() - 1);
  throw std::invalid_argument(
      grid.first > 0
          ? tr("--from is {1}, but must be cls, mean, or a patch as ROW,COLUMN from 0,0 to {2}", from, last)
          : tr("--from is {1}, but must be mean, or a patch as ROW,COLUMN from 0,0 to {2}", from, last));
}

Index number_of_patch(std::string_view text, const std::string& from, const PatchGrid& grid, Index count) {
  Index number = 0;
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 0 || number >= count)
    refuse_from(from, grid);
  return number;
}

AskedBy asked_from(const std::string& from, const PatchGrid& grid) {
  if (from.empty()) return asked_by_whole(grid);
  if (from == "mean") return {.query = 0, .all = true};
  if (from == "cls" && grid.first > 0) return {.query = 0, .all = false};
  const std::size_t comma = from.find(',');
  if (comma == std::string::npos) refuse_from(from, grid);
  const std::string_view text = from;
  return {.query = grid.position({number_of_patch(text.substr(0, comma), from, grid, grid.rows),
                                  number_of_patch(text.substr(comma + 1), from, grid, grid.columns)}),
          .all = false};
}

std::string from_words(const PictureReport& report) {
  if (report.by.all) return "mean";
  return position_name(report.grid, report.by.query);
}

void print_grid(const PictureReport& report, const std::vector<double>& weights) {
  if (report.grid.first > 0) std::printf("  [CLS] %6.4f\n", weights[0]);
  for (Index row = 0; row < report.grid.rows; ++row) {
    std::printf(" ");
    for (Index column = 0; column < report.grid.columns; ++column)
      std::printf(" %6.4f", weights[static_cast<std::size_t>(report.grid.position({row, column}))]);
    std::printf("\n");
  }
}

/// Weights as rows of patches, and the weight of the class vector by itself.
Json grid_json(const PictureReport& report, const std::vector<double>& weights, const char* name) {
  Json json = Json::object();
  if (report.grid.first > 0) json["cls"] = weights[0];
  for (Index row = 0; row < report.grid.rows; ++row) {
    Json cells = Json::array();
    for (Index column = 0; column < report.grid.columns; ++column)
      cells.push_back(weights[static_cast<std::size_t>(report.grid.position({row, column}))]);
    json[name].push_back(cells);
  }
  return json;
}

void add_rows(Table& table, const PictureReport& report, const std::vector<TableCell>& begin,
              const std::vector<double>& weights) {
  for (Index position = 0; position < report.grid.positions(); ++position) {
    const std::optional<PatchGrid::Place> patch = report.grid.patch_at(position);
    std::vector<TableCell> row = begin;
    row.insert(row.end(), {position, patch ? TableCell(patch->row) : TableCell(),
                           patch ? TableCell(patch->column) : TableCell(),
                           float_cell(weights[static_cast<std::size_t>(position)])});
    table.add(std::move(row));
  }
}

Picture picture_of(const Trace& trace) {
  const Batch& batch = trace.batch();
  return {batch.channels, batch.height, batch.width, batch.pictures};
}

}  // namespace

PictureReport picture_report(const Checkpoint& model, const std::string& image, const std::string& from) {
  const Tracer tracer(model.model, model.vocabularies);
  ExampleOptions options;
  options.image = image;
  TraceRequest request = request_for(options, model);
  request.gradients = false;
  PictureReport report{.trace = tracer.trace(model.state->snapshot, request)};
  const std::vector<PictureAttention> attentions = picture_attentions(*report.trace);
  if (attentions.empty()) throw std::invalid_argument(tr("no attention of this model reads patches"));
  report.grid = *patch_grid(*report.trace);
  report.by = asked_from(from, report.grid);
  for (const PictureAttention& attention : attentions)
    for (Index head = 0; head < attention.heads(); ++head)
      report.heads.push_back({attention.layer(), head, weights_of(attention, report.grid, head, report.by)});
  report.rollout = picture_rollout(*report.trace, report.by);
  return report;
}

void print_picture_report(const PictureReport& report) {
  print((report.by.all ? std::string(tr(
                             "attention to the patches, by row and column: mean over the patches as queries"))
                       : tr("attention from {1} to the patches, by row and column", from_words(report))) +
        "\n");
  for (const PictureReport::Head& head : report.heads) {
    print(tr("layer {1} head {2}", std::to_string(head.layer), std::to_string(head.head)) + "\n");
    print_grid(report, head.weights);
  }
  for (std::size_t layer = 0; layer < report.rollout.size(); ++layer) {
    print(tr("rollout after layer {1}", std::to_string(layer)) + "\n");
    print_grid(report, report.rollout[layer]);
  }
}

Json picture_report_json(const PictureReport& report) {
  Json json = {
      {"from", from_words(report)},
      {"patches", {{"rows", report.grid.rows}, {"columns", report.grid.columns}, {"side", report.grid.side}}},
      {"attention", Json::array()},
      {"rollout", Json::array()}};
  for (const PictureReport::Head& head : report.heads) {
    Json one = {{"layer", head.layer}, {"head", head.head}};
    one.update(grid_json(report, head.weights, "weights"));
    json["attention"].push_back(one);
  }
  for (std::size_t layer = 0; layer < report.rollout.size(); ++layer) {
    Json one = {{"layer", layer}};
    one.update(grid_json(report, report.rollout[layer], "shares"));
    json["rollout"].push_back(one);
  }
  return json;
}

Table picture_table(const PictureReport& report) {
  Table table("weights", {"what", "layer", "head", "position", "row", "column", "weight"});
  for (const PictureReport::Head& head : report.heads)
    add_rows(table, report, {"attention", head.layer, head.head}, head.weights);
  for (std::size_t layer = 0; layer < report.rollout.size(); ++layer)
    add_rows(table, report, {"rollout", layer, TableCell()}, report.rollout[layer]);
  return table;
}

void write_picture_panels(const std::filesystem::path& file, const PictureReport& report) {
  CoverPanels panels{picture_of(*report.trace), report.grid, {}};
  panels.rows.resize(report.rollout.size());
  for (const PictureReport::Head& head : report.heads)
    panels.rows.at(panels.rows.size() - 1 - static_cast<std::size_t>(head.layer)).push_back(head.weights);
  for (std::size_t layer = 0; layer < report.rollout.size(); ++layer)
    panels.rows[panels.rows.size() - 1 - layer].push_back(report.rollout[layer]);
  write_png(cover_image(panels), file);
}

}  // namespace attnlab
