// Circuit report: CSV tables in a folder.
#include <array>
#include <cmath>

#include "app/features/circuits/cli_report.h"
#include "core/io/files/atomic_folder.h"
#include "core/io/files/csv_lines.h"

namespace attnlab {

namespace {

constexpr std::string_view kHeadScoresTable = "heads.csv", kCircuitEigenvaluesTable = "eigenvalues.csv",
                           kCompositionsTable = "compositions.csv", kLooksTable = "looks.csv",
                           kSaysTable = "says.csv", kHeadScoresBegin = "step,head,induction,";
constexpr std::array kCircuitTables{kHeadScoresTable, kCircuitEigenvaluesTable, kCompositionsTable,
                                    kLooksTable, kSaysTable};

bool is_circuit_folder(const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::path table = folder / kHeadScoresTable;
  if (!std::filesystem::is_regular_file(table, error)) return false;
  InputFile file(table);
  std::string begin(kHeadScoresBegin.size(), ' ');
  if (file.size() < begin.size()) return false;
  file.read(0, std::as_writable_bytes(std::span(begin)));
  return begin == kHeadScoresBegin;
}

/// An empty cell for what there is not.
void score_field(CsvWriter& csv, double value) {
  if (std::isfinite(value)) return csv.number(value);
  csv.text("");
}

void begin_table(CsvWriter& csv, std::initializer_list<std::string_view> titles) {
  for (const std::string_view title : titles) csv.text(title);
  csv.end_line();
}

void write_head_scores(const std::filesystem::path& file, const CircuitReport& report) {
  CsvWriter csv(file);
  csv.text("step");
  csv.text("head");
  for (const HeadScoreKind& kind : head_score_kinds()) csv.text(kind.name);
  csv.end_line();
  for (const CircuitsAtStep& at : report.steps)
    for (const ScoredHead& head : at.scores.heads) {
      csv.number(at.step);
      csv.text(csv_field(head.head().name()));
      for (const HeadScoreKind& kind : head_score_kinds()) score_field(csv, kind.value(head));
      csv.end_line();
    }
  csv.close();
}

void write_circuit_eigenvalues(const std::filesystem::path& file, const CircuitReport& report) {
  CsvWriter csv(file);
  begin_table(csv, {"step", "head", "real", "imaginary"});
  for (const CircuitsAtStep& at : report.steps)
    for (const ScoredHead& head : at.scores.heads)
      for (const std::complex<double>& value : head.eigenvalues.values) {
        csv.number(at.step);
        csv.text(csv_field(head.head().name()));
        csv.number(value.real());
        csv.number(value.imag());
        csv.end_line();
      }
  csv.close();
}

void write_compositions(const std::filesystem::path& file, const CircuitReport& report) {
  CsvWriter csv(file);
  begin_table(csv, {"step", "from", "into", "by", "score", "over_chance"});
  const std::vector<CircuitHead> heads = circuit_heads(report.config);
  for (const CircuitsAtStep& at : report.steps)
    for (const Composition& each : at.compositions) {
      csv.number(at.step);
      csv.text(csv_field(heads[each.from].name()));
      csv.text(csv_field(heads[each.into].name()));
      csv.text(input_name(each.by));
      score_field(csv, each.score);
      score_field(csv, each.excess(composition_by_chance(report.config)));
      csv.end_line();
    }
  csv.close();
}

void write_word_circuit(const std::filesystem::path& file, const ReportedCircuit& shown) {
  CsvWriter csv(file);
  begin_table(csv, {"head", "row", "column", "value"});
  for (std::size_t r = 0; r < shown.rows.size(); ++r)
    for (std::size_t c = 0; c < shown.columns.size(); ++c) {
      csv.text(csv_field(shown.head.name()));
      csv.text(csv_field(shown.rows[r]));
      csv.text(csv_field(shown.columns[c]));
      csv.number(shown.circuit.at(r, c));
      csv.end_line();
    }
  csv.close();
}

}  // namespace

void write_circuit_tables(const std::filesystem::path& folder, const CircuitReport& report) {
  AtomicFolder place(folder, {"folder of tables of circuits", kCircuitTables, is_circuit_folder});
  write_head_scores(place.path() / kHeadScoresTable, report);
  write_circuit_eigenvalues(place.path() / kCircuitEigenvaluesTable, report);
  if (!report.course) write_compositions(place.path() / kCompositionsTable, report);
  const CircuitsAtStep& last = report.steps.back();
  if (last.looks) write_word_circuit(place.path() / kLooksTable, *last.looks);
  if (last.says) write_word_circuit(place.path() / kSaysTable, *last.says);
  place.commit();
}

}  // namespace attnlab
