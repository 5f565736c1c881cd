// Expert report: tables for CSV.
#include "app/features/experts/cli_report.h"

namespace attnlab::experts {
namespace {

void add_use(std::vector<TableCell>& row, const std::optional<ExpertCounts>& counts,
             const ExpertEffect& effect) {
  const auto e = static_cast<std::size_t>(effect.expert);
  row.push_back(counts ? TableCell(counts->shares()[e]) : TableCell());
  row.push_back(counts ? TableCell(counts->mean_probabilities()[e]) : TableCell());
  row.insert(row.end(), {effect.loss, effect.effect});
}

Table experts_table(const Report& report) {
  Table table("experts",
              {"feed_forward", "expert", "share", "probability", "loss_without", "change", "held_out_share",
               "held_out_probability", "held_out_loss_without", "held_out_change"});
  for (const Place& place : reported_layers(report)) {
    const RoutedLayer* const text = text_layer(report, place);
    const HeldOutLayer* const held_out = held_out_layer(report, place);
    const auto in_text = text ? std::optional(counts_of(*text)) : std::nullopt;
    const auto in_held_out = held_out ? std::optional(held_out->counts) : std::nullopt;
    for (Index e = 0; e < report.config.experts; ++e) {
      std::vector<TableCell> row{place.name(), e};
      add_use(row, in_text, effect_in(report.effects, place.name(), e));
      add_use(row, in_held_out, effect_in(report.held_out_effects, place.name(), e));
      table.add(std::move(row));
    }
  }
  return table;
}

void number_columns(std::vector<Column>& columns, const std::string& name, Index count) {
  for (Index i = 0; i < count; ++i) columns.emplace_back(name + std::to_string(i));
}

Table tokens_table(const Report& report) {
  std::vector<Column> columns{"feed_forward", "position", "token"};
  number_columns(columns, "choice", report.config.experts_per_token);
  number_columns(columns, "gate", report.config.experts);
  number_columns(columns, "probability", report.config.experts);
  Table table("tokens", std::move(columns));
  for (const RoutedLayer& layer : report.layers) {
    const std::vector<Piece> pieces = routed_pieces(*report.trace, layer);
    for (Index t = 0; t < layer.tokens(); ++t) {
      std::vector<TableCell> row{layer.place.name(), t, pieces[static_cast<std::size_t>(t)].text};
      for (Index rank = 0; rank < layer.per_token(); ++rank) row.emplace_back(layer.chosen(t, rank));
      for (Index e = 0; e < layer.experts(); ++e) row.emplace_back(float_cell(layer.gate(t, e)));
      for (Index e = 0; e < layer.experts(); ++e) row.emplace_back(float_cell(layer.probability(t, e)));
      table.add(std::move(row));
    }
  }
  return table;
}

Table words_table(const Report& report) {
  std::vector<Column> columns{"feed_forward", "token", "seen"};
  number_columns(columns, "taken", report.config.experts);
  Table table("words", std::move(columns));
  for (const HeldOutLayer& layer : report.held_out->layers)
    for (const RoutedToken& token : layer.tokens) {
      std::vector<TableCell> row{layer.feed_forward, token.text, token.seen};
      row.insert(row.end(), token.taken.begin(), token.taken.end());
      table.add(std::move(row));
    }
  return table;
}

}  // namespace

std::vector<Table> tables(const Report& report) {
  std::vector<Table> all{experts_table(report)};
  if (report.trace) all.push_back(tokens_table(report));
  if (report.held_out) all.push_back(words_table(report));
  return all;
}

}  // namespace attnlab::experts
