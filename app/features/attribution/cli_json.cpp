// Attribution report: JSON on standard output, and a CSV table.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/features/attribution/cli_report.h"
#include "core/language/messages.h"

namespace attnlab::attribution {
namespace {

using Json = nlohmann::ordered_json;

Json inputs_json(const Attributions& a) {
  Json inputs = Json::array();
  for (const AttributedInput& input : a.inputs) {
    Json tokens = Json::array();
    for (const Piece& piece : input.pieces) tokens.push_back(piece.text);
    inputs.push_back({{"tensor", input.tensor}, {"first_position", input.first}, {"tokens", tokens}});
  }
  return inputs;
}

Json method_json(const Attributions& a, const MethodValues& method) {
  Json values = Json::array();
  for (const double value : method.values) values.push_back(finite_or_null(value));
  Json json = {{"method", method.method->name}, {"values", values}, {"sum", finite_or_null(method.sum())}};
  if (method.method->completes) json["completeness_error"] = finite_or_null(a.completeness_error(method));
  return json;
}

Json agreement_json(const Attributions& a) {
  Json rows = Json::array();
  for (const MethodValues& one : a.methods) {
    Json row = Json::array();
    for (const MethodValues& other : a.methods) row.push_back(finite_or_null(agreement(one, other)));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

void print_json(const Report& report) {
  const Attributions& a = report.attribution;
  Json json = {{"step", a.step},
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
  Json methods = Json::array();
  for (const MethodValues& method : a.methods) methods.push_back(method_json(a, method));
  json["methods"] = methods;
  json["agreement"] = agreement_json(a);
  print_json_object(json);
}

Table values_table(std::span<const Report> reports) {
  Table table("values", {tr_mark("step"), tr_mark("method"), tr_mark("input"), tr_mark("position"),
                         tr_mark("token"), tr_mark("value")});
  for (const Report& report : reports)
    for (const MethodValues& method : report.attribution.methods)
      for (const ReportedInput& input : reported_inputs(report.attribution))
        table.add({report.attribution.step, method.method->name, input.input->place.name(), input.position(),
                   input.token(), float_cell(method.values.at(input.value))});
  return table;
}

}  // namespace attnlab::attribution
