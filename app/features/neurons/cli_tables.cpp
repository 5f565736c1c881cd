// Neuron report: tables for CSV.
#include <cmath>

#include "app/features/neurons/cli_report.h"

namespace attnlab::neurons {
namespace {

/// The word that a contribution is to, where there is one.
TableCell word_at(const Report& report, Index position) {
  const Index word = report.contributions.words[static_cast<std::size_t>(position)];
  return word < 0 ? TableCell() : TableCell(output_text(report, word));
}

void add_summary(std::vector<TableCell>& row, const Report& report, Index unit) {
  if (!report.held_out) return row.resize(row.size() + 7);
  const UnitSummary& summary = report.held_out->summaries[static_cast<std::size_t>(unit)];
  const BestFeature best = best_feature(*report.held_out, unit);
  for (const double value : {summary.least, summary.most, summary.mean, summary.deviation, summary.active})
    row.push_back(float_cell(value));
  row.push_back(best.feature ? TableCell(best.feature->name) : TableCell());
  row.push_back(best.feature ? float_cell(best.correlation) : TableCell());
}

Table units_table(const Report& report) {
  Table table("units", {"network", "unit", "activation", "position", "contribution", "to", "least", "most",
                        "mean", "deviation", "active", "follows", "correlation"});
  for (const Index unit : report.order) {
    const LargestOfUnit activation = largest_activation(report, unit);
    std::vector<TableCell> row{report.layer.place.name(), unit, float_cell(activation.value),
                               activation.position};
    const LargestOfUnit added =
        report.no_way.empty() ? largest_contribution(report, unit) : LargestOfUnit{std::nan(""), 0};
    row.push_back(float_cell(added.value));
    row.push_back(std::isfinite(added.value) ? word_at(report, added.position) : TableCell());
    add_summary(row, report, unit);
    table.add(std::move(row));
  }
  return table;
}

Table tokens_table(const Report& report) {
  Table table("tokens", {"network", "unit", "position", "token", "activation", "contribution", "to"});
  const std::vector<Piece> pieces = read_pieces(report);
  for (const Index unit : listed_units(report))
    for (Index t = 0; t < report.layer.tokens(); ++t) {
      const TableCell word = report.no_way.empty() ? word_at(report, t) : TableCell();
      const bool none = std::holds_alternative<std::monostate>(word.value());
      table.add({report.layer.place.name(), unit, t, pieces[static_cast<std::size_t>(t)].text,
                 float_cell(report.layer.activation(t, unit)),
                 none ? TableCell() : TableCell(report.contributions.at(t, unit)), word});
    }
  return table;
}

Table words_table(const Report& report) {
  Table table("words", {"word", "value"});
  for (const auto* words : {&report.said.promoted, &report.said.suppressed})
    for (const SaidWord& word : *words) table.add({output_text(report, word.word), float_cell(word.value)});
  return table;
}

Table examples_table(const Report& report) {
  Table table("examples", {"example", "position", "token", "activation"});
  const HeldOutUnits& units = report.held_out->held_out;
  for (const MovingExample& moved :
       examples_that_move(units, *report.unit, static_cast<std::size_t>(report.top))) {
    const UnitExample& example = units.examples[moved.example];
    for (Index t = 0; t < example.tokens(); ++t)
      table.add({moved.example, t, example.pieces[static_cast<std::size_t>(t)].text,
                 units.at(example.begin + t, *report.unit)});
  }
  return table;
}

}  // namespace

std::vector<Table> tables(const Report& report) {
  std::vector<Table> all{units_table(report), tokens_table(report)};
  if (report.unit && report.no_way.empty()) all.push_back(words_table(report));
  if (report.unit && report.held_out) all.push_back(examples_table(report));
  return all;
}

}  // namespace attnlab::neurons
