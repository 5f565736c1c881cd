// What probes found: making the tables.
#include "app/features/probes/cli_tables.h"

#include <stdexcept>

namespace attnlab::probes {
namespace {

constexpr int kDecimals = 3;

std::string layer_name(const ProbedLayer& layer) {
  const Index number = point_layer(layer.point);
  return number < 0 ? "embedding" : std::to_string(number);
}

}  // namespace

const ProbedLayer& layer_named(const ProbeReport& report, const std::string& name) {
  std::string names;
  for (const ProbedLayer& layer : report.layers) {
    if (name == layer_name(layer)) return layer;
    names += (names.empty() ? "" : ", ") + layer_name(layer);
  }
  throw std::invalid_argument("--layer is " + name + ", but must be one of " + names);
}

Table layers_table(const ProbeReport& report) {
  std::vector<Column> columns{"read"};
  for (const char* share :
       {"accuracy", "error", "control", "majority", "selectivity", "training", "control_training"})
    columns.emplace_back(share, kDecimals);
  Table table("probes", std::move(columns));
  for (const ProbedLayer& layer : report.layers)
    table.add({point_title(layer.point), layer.accuracy, report.error(layer.accuracy), layer.control,
               report.majority, layer.selectivity(), layer.training_accuracy, layer.control_training});
  return table;
}

Table confusion_table(const ProbeReport& report, const ProbedLayer& layer) {
  const std::size_t classes = report.classes.size();
  std::vector<Column> columns{"right"};
  for (const std::string& name : report.classes) columns.emplace_back("said " + name);
  Table table("confusion", std::move(columns));
  for (std::size_t right = 0; right < classes; ++right) {
    std::vector<TableCell> row{report.classes[right]};
    for (std::size_t said = 0; said < classes; ++said)
      row.emplace_back(layer.confusion[right * classes + said]);
    table.add(std::move(row));
  }
  return table;
}

Table tokens_table(const ProbeReport& report, const std::vector<ProbedToken>& tokens) {
  std::vector<Column> columns{"position", token_column("token"), "label"};
  for (const ProbedLayer& layer : report.layers) {
    columns.emplace_back(point_title(layer.point));
    columns.emplace_back(point_title(layer.point) + " probability", kDecimals);
  }
  Table table("tokens", std::move(columns));
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    std::vector<TableCell> row{t, tokens[t].text, tokens[t].right};
    for (std::size_t i = 0; i < report.layers.size(); ++i) {
      row.emplace_back(report.classes[static_cast<std::size_t>(tokens[t].said[i])]);
      row.emplace_back(tokens[t].probability[i]);
    }
    table.add(std::move(row));
  }
  return table;
}

}  // namespace attnlab::probes
