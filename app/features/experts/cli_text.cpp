// Expert report: tables on standard output.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/print.h"
#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/cli/json_lines.h"
#include "app/features/experts/cli_report.h"
#include "core/language/messages.h"

namespace attnlab::experts {
namespace {

/// "+0.0123"; "–" for a number that is not finite.
std::string effect_cell(double value) {
  return (std::isfinite(value) && value >= 0 ? "+" : "") + number_cell(value, 4);
}

/// `message` with the tokens, their entropy, that of equal shares, and the balance.
void print_evenness(std::string_view message, const ExpertCounts& counts) {
  print(fill(message, {std::to_string(counts.tokens()), number_cell(counts.entropy(), 4),
                       number_cell(std::log2(static_cast<double>(counts.experts())), 4),
                       number_cell(counts.balance(), 4)}) +
        "\n");
}

void print_evenness_of_text(const ExpertCounts& counts) {
  print_evenness(tr_plural("text: {1} token, entropy {2} of {3} bits, balance {4}",
                           "text: {1} tokens, entropy {2} of {3} bits, balance {4}", counts.tokens()),
                 counts);
}

void print_held_out_evenness(const ExpertCounts& counts) {
  print_evenness(
      tr_plural("held-out data: {1} token, entropy {2} of {3} bits, balance {4}",
                "held-out data: {1} tokens, entropy {2} of {3} bits, balance {4}", counts.tokens()),
      counts);
}

/// Shares and effects of the text, of held-out examples, or of both.
void print_expert_table(const Report& report, const Place& place) {
  const RoutedLayer* const text = text_layer(report, place);
  const HeldOutLayer* const held_out = held_out_layer(report, place);
  std::vector<std::string> titles{tr("expert")};
  const auto add_titles = [&](const char* share) {
    titles.insert(titles.end(), {share, tr("probability"), tr("loss without it"), tr("change")});
  };
  if (text) add_titles(tr("share"));
  if (held_out) add_titles(tr("held-out share"));
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
  print(table.text());
  if (text) print_evenness_of_text(counts_of(*text));
  if (held_out) print_held_out_evenness(held_out->counts);
}

void print_token_table(const Report& report, const RoutedLayer& layer) {
  std::vector<std::string> titles{tr("position"), tr("token"), tr("goes to")};
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
  print(table.text());
}

void print_words(const Report& report, const HeldOutLayer& layer) {
  for (Index e = 0; e < layer.counts.experts(); ++e) {
    std::string words;
    for (const RoutedToken* token :
         tokens_taken(layer, e, report.order, static_cast<std::size_t>(report.top)))
      words += (words.empty() ? "" : ", ") + tr("{1} {2} of {3}", quoted_piece(token->text),
                                                std::to_string(token->taken[static_cast<std::size_t>(e)]),
                                                std::to_string(token->seen));
    const std::string expert = std::to_string(e);
    print((words.empty() ? tr("expert {1} takes no tokens", expert)
                         : tr("expert {1} takes {2}", expert, words)) +
          "\n");
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
  print(tr_plural("{1} parameters, of which {2} are active for each token: {3} of {4} expert in each layer",
                  "{1} parameters, of which {2} are active for each token: {3} of {4} experts in each layer",
                  report.config.experts, std::to_string(report.cost.parameters),
                  std::to_string(report.cost.active_parameters),
                  std::to_string(report.config.experts_per_token), std::to_string(report.config.experts)) +
        "\n");
  if (report.trace) print(tr("loss of the text {1}", number_cell(report.trace->loss(), 4)) + "\n");
  if (report.held_out)
    print(tr_plural("validation loss {1} over {2} targets of {3} example",
                    "validation loss {1} over {2} targets of {3} examples", report.held_out->examples,
                    number_cell(report.held_out->loss, 4), std::to_string(report.held_out->targets),
                    std::to_string(report.held_out->examples)) +
          "\n");
  for (const Place& place : reported_layers(report)) {
    print("\n" + place.title() + "  (" + place.name() + ")\n");
    if (const RoutedLayer* const text = text_layer(report, place)) print_token_table(report, *text);
    print_expert_table(report, place);
    if (const HeldOutLayer* const held_out = held_out_layer(report, place)) print_words(report, *held_out);
  }
}

}  // namespace attnlab::experts
