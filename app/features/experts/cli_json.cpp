// Expert report: JSON on standard output.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/features/experts/cli_report.h"

namespace attnlab::experts {
namespace {

using Json = nlohmann::ordered_json;

Json numbers_json(const std::vector<double>& numbers) {
  Json list = Json::array();
  for (const double number : numbers) list.push_back(finite_or_null(number));
  return list;
}

/// What is known of a text and of held-out examples alike.
Json use_json(const ExpertCounts& counts, const std::vector<ExpertEffect>& effects,
              const std::string& feed_forward) {
  std::vector<double> without, change;
  for (Index e = 0; e < counts.experts(); ++e) {
    without.push_back(effect_in(effects, feed_forward, e).loss);
    change.push_back(effect_in(effects, feed_forward, e).effect);
  }
  return {{"tokens", counts.tokens()},
          {"shares", numbers_json(counts.shares())},
          {"mean_probabilities", numbers_json(counts.mean_probabilities())},
          {"entropy_bits", finite_or_null(counts.entropy())},
          {"balance", finite_or_null(counts.balance())},
          {"loss_without", numbers_json(without)},
          {"change", numbers_json(change)}};
}

Json text_json(const Report& report, const RoutedLayer& layer) {
  Json json = use_json(counts_of(layer), report.effects, layer.place.name());
  const std::vector<Piece> pieces = routed_pieces(*report.trace, layer);
  Json routed = Json::array();
  for (Index t = 0; t < layer.tokens(); ++t) {
    Json chosen = Json::array();
    std::vector<double> gates, probabilities;
    for (Index rank = 0; rank < layer.per_token(); ++rank) {
      chosen.push_back(layer.chosen(t, rank));
      gates.push_back(layer.gate(t, layer.chosen(t, rank)));
    }
    for (Index e = 0; e < layer.experts(); ++e) probabilities.push_back(layer.probability(t, e));
    routed.push_back({{"position", t},
                      {"token", pieces[static_cast<std::size_t>(t)].text},
                      {"experts", chosen},
                      {"gates", numbers_json(gates)},
                      {"probabilities", numbers_json(probabilities)}});
  }
  json["routing"] = routed;
  return json;
}

Json held_out_json(const Report& report, const HeldOutLayer& layer) {
  Json json = use_json(layer.counts, report.held_out_effects, layer.feed_forward);
  Json words = Json::array();
  for (Index e = 0; e < layer.counts.experts(); ++e) {
    Json list = Json::array();
    for (const RoutedToken* token :
         tokens_taken(layer, e, report.order, static_cast<std::size_t>(report.top)))
      list.push_back({{"token", token->text},
                      {"taken", token->taken[static_cast<std::size_t>(e)]},
                      {"seen", token->seen}});
    words.push_back(list);
  }
  json["words"] = words;
  return json;
}

}  // namespace

void print_json(const Report& report) {
  Json json = {{"step", report.step},
               {"parameters", report.cost.parameters},
               {"active_parameters", report.cost.active_parameters},
               {"experts", report.config.experts},
               {"experts_per_token", report.config.experts_per_token}};
  if (report.trace) json["loss"] = finite_or_null(report.trace->loss());
  if (report.held_out)
    json["held_out"] = {{"loss", finite_or_null(report.held_out->loss)},
                        {"targets", report.held_out->targets},
                        {"examples", report.held_out->examples}};
  Json layers = Json::array();
  for (const Place& place : reported_layers(report)) {
    Json layer = {{"feed_forward", place.name()}};
    if (const RoutedLayer* const text = text_layer(report, place)) layer["text"] = text_json(report, *text);
    if (const HeldOutLayer* const held_out = held_out_layer(report, place))
      layer["held_out"] = held_out_json(report, *held_out);
    layers.push_back(layer);
  }
  json["layers"] = layers;
  print_json_object(json);
}

}  // namespace attnlab::experts
