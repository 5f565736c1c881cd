// Neuron report: JSON on standard output.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/features/neurons/cli_report.h"

namespace attnlab::neurons {
namespace {

using Json = nlohmann::ordered_json;

Json held_out_unit_json(const DescribedUnits& described, Index unit) {
  const UnitSummary& summary = described.summaries[static_cast<std::size_t>(unit)];
  Json follows = Json::object();
  for (const UnitsFollowing& each : described.following)
    follows[std::string(each.feature->name)] =
        finite_or_null(each.correlations[static_cast<std::size_t>(unit)]);
  return {{"least", finite_or_null(summary.least)},
          {"most", finite_or_null(summary.most)},
          {"mean", finite_or_null(summary.mean)},
          {"deviation", finite_or_null(summary.deviation)},
          {"active", summary.active},
          {"silent", summary.silent},
          {"follows", follows}};
}

Json unit_json(const Report& report, Index unit) {
  Json activations = Json::array(), contributions = Json::array();
  for (Index t = 0; t < report.layer.tokens(); ++t) {
    activations.push_back(finite_or_null(report.layer.activation(t, unit)));
    if (report.no_way.empty())
      contributions.push_back(finite_or_null(static_cast<double>(report.contributions.at(t, unit))));
  }
  Json json = {{"unit", unit}, {"activations", activations}};
  if (report.no_way.empty()) json["contributions"] = contributions;
  if (report.held_out) json["held_out"] = held_out_unit_json(*report.held_out, unit);
  return json;
}

Json said_json(const Report& report, const std::vector<SaidWord>& words) {
  Json list = Json::array();
  for (const SaidWord& word : words)
    list.push_back({{"word", output_text(report, word.word)}, {"value", finite_or_null(word.value)}});
  return list;
}

Json moving_json(const Report& report) {
  Json list = Json::array();
  const HeldOutUnits& units = report.held_out->held_out;
  for (const MovingExample& moved :
       examples_that_move(units, *report.unit, static_cast<std::size_t>(report.top))) {
    const UnitExample& example = units.examples[moved.example];
    Json tokens = Json::array(), values = Json::array();
    for (Index t = 0; t < example.tokens(); ++t) {
      tokens.push_back(example.pieces[static_cast<std::size_t>(t)].text);
      values.push_back(finite_or_null(static_cast<double>(units.at(example.begin + t, *report.unit))));
    }
    list.push_back({{"example", moved.example},
                    {"position", moved.position},
                    {"activation", finite_or_null(static_cast<double>(moved.activation))},
                    {"tokens", tokens},
                    {"activations", values}});
  }
  return list;
}

Json word_names(const Report& report) {
  Json words = Json::array();
  for (const Index word : report.contributions.words)
    words.push_back(word < 0 ? Json() : Json(output_text(report, word)));
  return words;
}

Json weights_json(const Report& report) {
  Json json = {{"in", UnitLayer::weights_in(*report.layer.in, *report.unit)}};
  if (report.layer.gate) json["gate"] = UnitLayer::weights_in(*report.layer.gate, *report.unit);
  json["out"] = report.layer.weights_out(*report.unit);
  return json;
}

}  // namespace

void print_json(const Report& report) {
  Json tokens = Json::array();
  for (const Piece& piece : read_pieces(report)) tokens.push_back(piece.text);
  Json json = {{"step", report.step},           {"network", report.layer.place.name()},
               {"units", report.layer.units()}, {"loss", finite_or_null(report.trace->loss())},
               {"by", report.by->name},         {"tokens", tokens}};
  if (report.no_way.empty())
    json["words"] = word_names(report);
  else
    json["no_contributions"] = report.no_way;
  if (report.held_out)
    json["held_out"] = {{"positions", report.held_out->held_out.positions()},
                        {"examples", report.held_out->held_out.examples.size()},
                        {"silent", report.held_out->silent()}};
  Json listed = Json::array();
  for (const Index unit : listed_units(report)) listed.push_back(unit_json(report, unit));
  json["listed"] = listed;
  if (report.unit) {
    json["weights"] = weights_json(report);
    if (report.no_way.empty()) {
      json["promotes"] = said_json(report, report.said.promoted);
      json["suppresses"] = said_json(report, report.said.suppressed);
    }
    if (report.held_out) json["moved_by"] = moving_json(report);
  }
  print_json_object(json);
}

}  // namespace attnlab::neurons
