// Neuron report: CSV tables in a folder.
#include <array>
#include <cmath>

#include "app/features/neurons/cli_report.h"
#include "core/io/files/atomic_folder.h"
#include "core/io/files/csv_lines.h"

namespace attnlab {

namespace {

constexpr std::string_view kUnitsTable = "units.csv", kUnitTokensTable = "tokens.csv",
                           kUnitWordsTable = "words.csv", kUnitExamplesTable = "examples.csv",
                           kUnitsBegin = "network,unit,activation,";
constexpr std::array kNeuronTables{kUnitsTable, kUnitTokensTable, kUnitWordsTable, kUnitExamplesTable};

bool is_neuron_folder(const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::path table = folder / kUnitsTable;
  if (!std::filesystem::is_regular_file(table, error)) return false;
  InputFile file(table);
  std::string begin(kUnitsBegin.size(), ' ');
  if (file.size() < begin.size()) return false;
  file.read(0, std::as_writable_bytes(std::span(begin)));
  return begin == kUnitsBegin;
}

void neuron_titles(CsvWriter& csv, std::initializer_list<const char*> titles) {
  for (const char* title : titles) csv.text(title);
  csv.end_line();
}

/// An empty cell for what is not known.
void neuron_number(CsvWriter& csv, double value) {
  if (std::isfinite(value)) return csv.number(static_cast<float>(value));
  csv.text("");
}

void write_unit_summary(CsvWriter& csv, const NeuronReport& report, Index unit) {
  if (!report.held_out) {
    for (int i = 0; i < 7; ++i) csv.text("");
    return;
  }
  const UnitSummary& summary = report.held_out->summaries[static_cast<std::size_t>(unit)];
  for (const double value : {summary.least, summary.most, summary.mean, summary.deviation, summary.active})
    neuron_number(csv, value);
  const BestFeature best = best_feature(*report.held_out, unit);
  csv.text(best.feature ? std::string(best.feature->name) : "");
  neuron_number(csv, best.feature ? best.correlation : std::nan(""));
}

void write_units(const std::filesystem::path& file, const NeuronReport& report) {
  CsvWriter csv(file);
  neuron_titles(csv, {"network", "unit", "activation", "position", "contribution", "to", "least", "most",
                      "mean", "deviation", "active", "follows", "correlation"});
  for (const Index unit : report.order) {
    const LargestOfUnit activation = largest_activation(report, unit);
    csv.text(csv_field(report.layer.place.name()));
    csv.number(unit);
    neuron_number(csv, activation.value);
    csv.number(activation.position);
    const LargestOfUnit added =
        report.no_way.empty() ? largest_contribution(report, unit) : LargestOfUnit{std::nan(""), 0};
    neuron_number(csv, added.value);
    csv.text(std::isfinite(added.value)
                 ? csv_field(output_text(
                       report, report.contributions.words[static_cast<std::size_t>(added.position)]))
                 : "");
    write_unit_summary(csv, report, unit);
    csv.end_line();
  }
  csv.close();
}

void write_unit_tokens(const std::filesystem::path& file, const NeuronReport& report) {
  CsvWriter csv(file);
  neuron_titles(csv, {"network", "unit", "position", "token", "activation", "contribution", "to"});
  const std::vector<Piece> pieces = read_pieces(report);
  for (const Index unit : listed_units(report))
    for (Index t = 0; t < report.layer.tokens(); ++t) {
      csv.text(csv_field(report.layer.place.name()));
      csv.number(unit);
      csv.number(t);
      csv.text(csv_field(pieces[static_cast<std::size_t>(t)].text));
      neuron_number(csv, report.layer.activation(t, unit));
      const Index word = report.no_way.empty() ? report.contributions.words[static_cast<std::size_t>(t)] : -1;
      neuron_number(csv, word < 0 ? std::nan("") : static_cast<double>(report.contributions.at(t, unit)));
      csv.text(word < 0 ? "" : csv_field(output_text(report, word)));
      csv.end_line();
    }
  csv.close();
}

void write_unit_words(const std::filesystem::path& file, const NeuronReport& report) {
  CsvWriter csv(file);
  neuron_titles(csv, {"word", "value"});
  for (const auto* words : {&report.said.promoted, &report.said.suppressed})
    for (const SaidWord& word : *words) {
      csv.text(csv_field(output_text(report, word.word)));
      neuron_number(csv, word.value);
      csv.end_line();
    }
  csv.close();
}

void write_unit_examples(const std::filesystem::path& file, const NeuronReport& report) {
  CsvWriter csv(file);
  neuron_titles(csv, {"example", "position", "token", "activation"});
  const HeldOutUnits& units = report.held_out->held_out;
  for (const MovingExample& moved :
       examples_that_move(units, *report.unit, static_cast<std::size_t>(report.top))) {
    const UnitExample& example = units.examples[moved.example];
    for (Index t = 0; t < example.tokens(); ++t) {
      csv.number(moved.example);
      csv.number(t);
      csv.text(csv_field(example.pieces[static_cast<std::size_t>(t)].text));
      neuron_number(csv, static_cast<double>(units.at(example.begin + t, *report.unit)));
      csv.end_line();
    }
  }
  csv.close();
}

}  // namespace

void write_neuron_tables(const std::filesystem::path& folder, const NeuronReport& report) {
  AtomicFolder place(folder, {"folder of tables of neurons", kNeuronTables, is_neuron_folder});
  write_units(place.path() / kUnitsTable, report);
  write_unit_tokens(place.path() / kUnitTokensTable, report);
  if (report.unit && report.no_way.empty()) write_unit_words(place.path() / kUnitWordsTable, report);
  if (report.unit && report.held_out) write_unit_examples(place.path() / kUnitExamplesTable, report);
  place.commit();
}

}  // namespace attnlab
