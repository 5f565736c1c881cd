// Circuit report: JSON on standard output.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/features/circuits/cli_report.h"

namespace attnlab::circuits {
namespace {

using Json = nlohmann::ordered_json;

Json scored_head_json(const ScoredHead& head) {
  Json json = {{"head", head.head().name()}};
  for (const HeadScoreKind& kind : head_score_kinds())
    json[std::string(kind.name)] = finite_or_null(kind.value(head));
  Json values = Json::array();
  for (const std::complex<double>& value : head.eigenvalues.values)
    values.push_back(Json::array({value.real(), value.imag()}));
  json["eigenvalues"] = values;
  return json;
}

Json word_circuit_json(const ReportedCircuit& shown) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < shown.rows.size(); ++r) {
    Json row = Json::array();
    for (std::size_t c = 0; c < shown.columns.size(); ++c)
      row.push_back(finite_or_null(static_cast<double>(shown.circuit.at(r, c))));
    rows.push_back(row);
  }
  return {{"head", shown.head.name()}, {"rows", shown.rows}, {"columns", shown.columns}, {"cells", rows}};
}

Json step_json(const Report& report, const CircuitsAtStep& at) {
  Json json = {{"step", at.step}, {"heads", Json::array()}};
  for (const ScoredHead& head : at.scores.heads) json["heads"].push_back(scored_head_json(head));
  if (!report.course) {
    const double chance = composition_by_chance(report.config);
    const std::vector<CircuitHead> heads = circuit_heads(report.config);
    json["chance"] = chance;
    json["compositions"] = Json::array();
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

void print_json(const Report& report) {
  const RepeatedSequences& measured = report.steps.front().scores.measured;
  Json json = {{"sequences", measured.sequences}, {"tokens", measured.tokens}};
  json["steps"] = Json::array();
  for (const CircuitsAtStep& at : report.steps) json["steps"].push_back(step_json(report, at));
  Json formed = Json::object();
  for (const HeadScoreKind& kind : head_score_kinds()) {
    const std::optional<HeadFormed> first = formed_head(report, kind);
    formed[std::string(kind.name)] =
        first ? Json({{"head", first->head.name()}, {"step", first->step}}) : Json(nullptr);
  }
  json["over"] = report.over;
  json["formed"] = formed;
  print_json_object(json);
}

}  // namespace attnlab::circuits
