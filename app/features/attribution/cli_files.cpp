// Attribution report: JSON on standard output, and a CSV table.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/features/attribution/cli_report.h"
#include "core/io/files/csv_lines.h"

namespace attnlab {

namespace {

using AttributionJson = nlohmann::ordered_json;

AttributionJson inputs_json(const Attributions& a) {
  AttributionJson inputs = AttributionJson::array();
  for (const AttributedInput& input : a.inputs) {
    AttributionJson tokens = AttributionJson::array();
    for (const Piece& piece : input.pieces) tokens.push_back(piece.text);
    inputs.push_back({{"tensor", input.tensor}, {"first_position", input.first}, {"tokens", tokens}});
  }
  return inputs;
}

AttributionJson method_json(const Attributions& a, const MethodValues& method) {
  AttributionJson values = AttributionJson::array();
  for (const double value : method.values) values.push_back(finite_or_null(value));
  AttributionJson json = {
      {"method", method.method->name}, {"values", values}, {"sum", finite_or_null(method.sum())}};
  if (method.method->completes) json["completeness_error"] = finite_or_null(a.completeness_error(method));
  return json;
}

AttributionJson agreement_json(const Attributions& a) {
  AttributionJson rows = AttributionJson::array();
  for (const MethodValues& one : a.methods) {
    AttributionJson row = AttributionJson::array();
    for (const MethodValues& other : a.methods) row.push_back(finite_or_null(agreement(one, other)));
    rows.push_back(row);
  }
  return rows;
}

void write_values(CsvWriter& csv, const AttributionReport& report, const MethodValues& method) {
  for (const ReportedInput& input : reported_inputs(report.attribution)) {
    csv.number(report.attribution.step);
    csv.text(method.method->name);
    csv.text(csv_field(input.input->place.name()));
    csv.number(input.position());
    csv.text(csv_field(input.token()));
    csv.number(static_cast<float>(method.values.at(input.value)));
    csv.end_line();
  }
}

}  // namespace

void print_attribution_json(const AttributionReport& report) {
  const Attributions& a = report.attribution;
  AttributionJson json = {{"step", a.step},
                          {"word", report.word()},
                          {"position", a.settings.prediction.position},
                          {"metric", a.settings.metric}};
  if (metric_kind(a.settings.metric).subtracts) json["against"] = report.against();
  json["baseline"] = a.settings.baseline;
  json["points"] = a.settings.steps;
  json["value"] = finite_or_null(a.metric);
  json["baseline_value"] = finite_or_null(a.baseline_metric);
  json["probability"] = finite_or_null(a.probability);
  json["inputs"] = inputs_json(a);
  AttributionJson methods = AttributionJson::array();
  for (const MethodValues& method : a.methods) methods.push_back(method_json(a, method));
  json["methods"] = methods;
  json["agreement"] = agreement_json(a);
  print_json_object(json);
}

void write_attribution_table(const std::filesystem::path& file, std::span<const AttributionReport> reports) {
  CsvWriter csv(file);
  for (const char* title : {"step", "method", "input", "position", "token", "value"}) csv.text(title);
  csv.end_line();
  for (const AttributionReport& report : reports)
    for (const MethodValues& method : report.attribution.methods) write_values(csv, report, method);
  csv.close();
}

}  // namespace attnlab
