// Circuit report: JSON on standard output.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/features/circuits/cli_report.h"

namespace attnlab {

namespace {

using CircuitJson = nlohmann::ordered_json;

CircuitJson scored_head_json(const ScoredHead& head) {
  CircuitJson json = {{"head", head.head().name()}};
  for (const HeadScoreKind& kind : head_score_kinds())
    json[std::string(kind.name)] = finite_or_null(kind.value(head));
  CircuitJson values = CircuitJson::array();
  for (const std::complex<double>& value : head.eigenvalues.values)
    values.push_back(CircuitJson::array({value.real(), value.imag()}));
  json["eigenvalues"] = values;
  return json;
}

CircuitJson word_circuit_json(const ReportedCircuit& shown) {
  CircuitJson rows = CircuitJson::array();
  for (std::size_t r = 0; r < shown.rows.size(); ++r) {
    CircuitJson row = CircuitJson::array();
    for (std::size_t c = 0; c < shown.columns.size(); ++c)
      row.push_back(finite_or_null(static_cast<double>(shown.circuit.at(r, c))));
    rows.push_back(row);
  }
  return {{"head", shown.head.name()}, {"rows", shown.rows}, {"columns", shown.columns}, {"cells", rows}};
}

CircuitJson step_json(const CircuitReport& report, const CircuitsAtStep& at) {
  CircuitJson json = {{"step", at.step}, {"heads", CircuitJson::array()}};
  for (const ScoredHead& head : at.scores.heads) json["heads"].push_back(scored_head_json(head));
  if (!report.course) {
    const double chance = composition_by_chance(report.config);
    const std::vector<CircuitHead> heads = circuit_heads(report.config);
    json["chance"] = chance;
    json["compositions"] = CircuitJson::array();
    for (const Composition& each : at.compositions)
      json["compositions"].push_back({{"from", heads[each.from].name()},
                                      {"into", heads[each.into].name()},
                                      {"by", input_name(each.by)},
                                      {"score", finite_or_null(each.score)},
                                      {"over_chance", finite_or_null(each.excess(chance))}});
  }
  if (at.looks) json["looks"] = word_circuit_json(*at.looks);
  if (at.says) json["says"] = word_circuit_json(*at.says);
  return json;
}

}  // namespace

void print_circuits_json(const CircuitReport& report) {
  const RepeatedSequences& measured = report.steps.front().scores.measured;
  CircuitJson json = {{"sequences", measured.sequences}, {"tokens", measured.tokens}};
  json["steps"] = CircuitJson::array();
  for (const CircuitsAtStep& at : report.steps) json["steps"].push_back(step_json(report, at));
  CircuitJson formed = CircuitJson::object();
  for (const HeadScoreKind& kind : head_score_kinds()) {
    const std::optional<HeadFormed> first = formed_head(report, kind);
    formed[std::string(kind.name)] =
        first ? CircuitJson({{"head", first->head.name()}, {"step", first->step}}) : CircuitJson(nullptr);
  }
  json["over"] = report.over;
  json["formed"] = formed;
  print_json_object(json);
}

}  // namespace attnlab
