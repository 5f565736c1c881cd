// Expert report: tables on standard output.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/cli/json_lines.h"
#include "app/features/experts/cli_report.h"

namespace attnlab::experts {
namespace {

/// "+0.0123"; "–" for a number that is not finite.
std::string effect_cell(double value) {
  return (std::isfinite(value) && value >= 0 ? "+" : "") + number_cell(value, 4);
}

void print_evenness(const char* of, const ExpertCounts& counts) {
  std::printf("%s: %lld tokens, entropy %s of %s bit, balance %s\n", of,
              static_cast<long long>(counts.tokens()), number_cell(counts.entropy(), 4).c_str(),
              number_cell(std::log2(static_cast<double>(counts.experts())), 4).c_str(),
              number_cell(counts.balance(), 4).c_str());
}

/// Shares and effects of the text, of what is held out, or of both.
void print_expert_table(const Report& report, const Place& place) {
  const RoutedLayer* const text = text_layer(report, place);
  const HeldOutLayer* const held_out = held_out_layer(report, place);
  std::vector<std::string> titles{"expert"};
  if (text) titles.insert(titles.end(), {"share", "probability", "loss without", "change"});
  if (held_out) titles.insert(titles.end(), {"held-out share", "probability", "loss without", "change"});
  TextTable table(titles);
  for (Index e = 0; e < report.config.experts; ++e) {
    std::vector<std::string> row{std::to_string(e)};
    const auto add = [&](const ExpertCounts& counts, const std::vector<ExpertEffect>& effects) {
      const auto at = static_cast<std::size_t>(e);
      const ExpertEffect effect = effect_in(effects, place.name(), e);
      row.insert(row.end(),
                 {number_cell(counts.shares()[at], 4), number_cell(counts.mean_probabilities()[at], 4),
                  number_cell(effect.loss, 4), effect_cell(effect.effect)});
    };
    if (text) add(counts_of(*text), report.effects);
    if (held_out) add(held_out->counts, report.held_out_effects);
    table.add(std::move(row));
  }
  std::printf("%s", table.text().c_str());
  if (text) print_evenness("text", counts_of(*text));
  if (held_out) print_evenness("held out", held_out->counts);
}

void print_token_table(const Report& report, const RoutedLayer& layer) {
  std::vector<std::string> titles{"position", "token", "goes to"};
  for (Index e = 0; e < layer.experts(); ++e) titles.push_back("p" + std::to_string(e));
  TextTable table(titles);
  const std::vector<Piece> pieces = routed_pieces(*report.trace, layer);
  for (Index t = 0; t < layer.tokens(); ++t) {
    std::string chosen;
    for (Index rank = 0; rank < layer.per_token(); ++rank) {
      const Index expert = layer.chosen(t, rank);
      chosen += (rank ? " + " : "") + number_cell(layer.gate(t, expert), 2) + "·e" + std::to_string(expert);
    }
    std::vector<std::string> row{std::to_string(t), quoted_piece(pieces[static_cast<std::size_t>(t)].text),
                                 chosen};
    for (Index e = 0; e < layer.experts(); ++e) row.push_back(number_cell(layer.probability(t, e), 3));
    table.add(std::move(row));
  }
  std::printf("%s", table.text().c_str());
}

void print_words(const Report& report, const HeldOutLayer& layer) {
  for (Index e = 0; e < layer.counts.experts(); ++e) {
    std::string words;
    for (const RoutedToken* token :
         tokens_taken(layer, e, report.order, static_cast<std::size_t>(report.top)))
      words += (words.empty() ? "" : ", ") + quoted_piece(token->text) + " " +
               std::to_string(token->taken[static_cast<std::size_t>(e)]) + " of " +
               std::to_string(token->seen);
    std::printf("expert %lld takes %s\n", static_cast<long long>(e),
                words.empty() ? "nothing" : words.c_str());
  }
}

}  // namespace

ExpertEffect effect_in(const std::vector<ExpertEffect>& effects, const std::string& feed_forward,
                       Index expert) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const auto found = std::ranges::find_if(
      effects, [&](const ExpertEffect& e) { return e.expert == expert && e.feed_forward == feed_forward; });
  return found == effects.end() ? ExpertEffect{feed_forward, expert, kNone, kNone} : *found;
}

std::vector<Place> reported_layers(const Report& report) {
  std::vector<Place> places;
  for (const RoutedLayer& layer : report.layers) places.push_back(layer.place);
  if (places.empty() && report.held_out)
    for (const HeldOutLayer& layer : report.held_out->layers) places.push_back(layer.place);
  return places;
}

const HeldOutLayer* held_out_layer(const Report& report, const Place& place) {
  if (!report.held_out) return nullptr;
  const auto found = std::ranges::find(report.held_out->layers, place, &HeldOutLayer::place);
  return found == report.held_out->layers.end() ? nullptr : &*found;
}

const RoutedLayer* text_layer(const Report& report, const Place& place) {
  const auto found = std::ranges::find(report.layers, place, &RoutedLayer::place);
  return found == report.layers.end() ? nullptr : &*found;
}

void print_text(const Report& report) {
  std::printf(
      "%lld parameters, of which %lld work for a token: %lld of %lld experts in each layer\n",
      static_cast<long long>(report.cost.parameters), static_cast<long long>(report.cost.active_parameters),
      static_cast<long long>(report.config.experts_per_token), static_cast<long long>(report.config.experts));
  if (report.trace) std::printf("loss of the text %s\n", number_cell(report.trace->loss(), 4).c_str());
  if (report.held_out)
    std::printf("held-out loss %s over %lld targets of %lld examples\n",
                number_cell(report.held_out->loss, 4).c_str(),
                static_cast<long long>(report.held_out->targets),
                static_cast<long long>(report.held_out->examples));
  for (const Place& place : reported_layers(report)) {
    std::printf("\n%s  (%s)\n", place.title().c_str(), place.name().c_str());
    if (const RoutedLayer* const text = text_layer(report, place)) print_token_table(report, *text);
    print_expert_table(report, place);
    if (const HeldOutLayer* const held_out = held_out_layer(report, place)) print_words(report, *held_out);
  }
}

}  // namespace attnlab::experts
