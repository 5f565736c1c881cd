// Recurrence report: CSV tables in a folder.
#include <array>
#include <cmath>

#include "app/features/recurrence/cli_recurrence_report.h"
#include "core/io/files/atomic_folder.h"
#include "core/io/files/csv_lines.h"

namespace attnlab {

namespace {

constexpr std::string_view kMatricesTable = "matrices.csv", kStatesTable = "states.csv",
                           kGradientsTable = "gradients.csv", kEigenvaluesTable = "eigenvalues.csv",
                           kComparedTable = "compared.csv", kMatricesBegin = "matrix,units,spectral_radius,";
constexpr std::array kRecurrenceTables{kMatricesTable, kStatesTable, kGradientsTable, kEigenvaluesTable,
                                       kComparedTable};

bool is_recurrence_folder(const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::path table = folder / kMatricesTable;
  if (!std::filesystem::is_regular_file(table, error)) return false;
  InputFile file(table);
  std::string begin(kMatricesBegin.size(), ' ');
  if (file.size() < begin.size()) return false;
  file.read(0, std::as_writable_bytes(std::span(begin)));
  return begin == kMatricesBegin;
}

void csv_titles(CsvWriter& csv, const std::vector<std::string>& titles) {
  for (const std::string& title : titles) csv.text(csv_field(title));
  csv.end_line();
}

void write_matrices(const std::filesystem::path& file, const RecurrenceReport& report) {
  CsvWriter csv(file);
  csv_titles(csv, {"matrix", "units", "spectral_radius", "outside"});
  for (const ReportedMatrix& each : report.matrices) {
    csv.text(csv_field(each.matrix.name));
    csv.number(each.matrix.units);
    if (each.eigenvalues) {
      csv.number(each.eigenvalues->radius());
      csv.number(each.eigenvalues->outside());
    } else {
      csv.text("");
      csv.text("");
    }
    csv.end_line();
  }
  csv.close();
}

void write_cell_states(CsvWriter& csv, const RecurrenceReport& report, std::size_t number) {
  const RecurrentCell& cell = report.cells[number];
  const std::vector<Piece> pieces = read_pieces(*report.trace, cell);
  for (Index t = 0; t < cell.steps(); ++t)
    for (Index unit = 0; unit < cell.units(); ++unit) {
      csv.text(csv_field(cell.place.name()));
      csv.number(t);
      csv.text(csv_field(pieces[static_cast<std::size_t>(t)].text));
      csv.number(unit);
      for (const std::size_t gate : reported_gates(cell))
        csv.number(static_cast<float>(cell.value(*cell.gates[gate], t, unit)));
      for (const MemoryBand& band : report.bands[number])
        csv.number(band.cells[static_cast<std::size_t>(t * cell.units() + unit)]);
      if (cell.cell) csv.number(static_cast<float>(cell.value(*cell.cell, t, unit)));
      csv.number(static_cast<float>(cell.value(*cell.hidden, t, unit)));
      csv.end_line();
    }
}

void write_states(const std::filesystem::path& file, const RecurrenceReport& report) {
  CsvWriter csv(file);
  const RecurrentCell& first = report.cells.front();
  std::vector<std::string> titles{"cell", "position", "token", "unit"};
  for (const std::size_t gate : reported_gates(first)) titles.emplace_back(first.gates[gate]->site->name);
  for (const MemoryBand& band : report.bands.front()) titles.push_back(band.formula);
  if (first.cell) titles.emplace_back("cell_state");
  titles.emplace_back("hidden");
  csv_titles(csv, titles);
  for (std::size_t i = 0; i < report.cells.size(); ++i) write_cell_states(csv, report, i);
  csv.close();
}

void write_gradient_rows(CsvWriter& csv, std::string_view network,
                         const std::vector<TimeGradient>& gradients) {
  for (const TimeGradient& gradient : gradients)
    for (std::size_t t = 0; t < gradient.hidden.size(); ++t) {
      csv.text(network);
      csv.text(csv_field(gradient.place.name()));
      csv.number(t);
      csv.number(gradient.hidden[t]);
      if (gradient.cell.empty())
        csv.text("");
      else
        csv.number(gradient.cell[t]);
      csv.end_line();
    }
}

void write_eigenvalues(const std::filesystem::path& file, const RecurrenceReport& report) {
  CsvWriter csv(file);
  csv_titles(csv, {"matrix", "real", "imaginary", "magnitude"});
  for (const ReportedMatrix& each : report.matrices)
    for (const std::complex<double>& value : each.eigenvalues->values) {
      csv.text(csv_field(each.matrix.name));
      csv.number(value.real());
      csv.number(value.imag());
      csv.number(std::abs(value));
      csv.end_line();
    }
  csv.close();
}

}  // namespace

void write_recurrence_tables(const std::filesystem::path& folder, const RecurrenceReport& report) {
  AtomicFolder place(folder, {"folder of tables of recurrence", kRecurrenceTables, is_recurrence_folder});
  const std::vector<std::string> titles{"network", "cell", "position", "hidden", "cell_state"};
  write_matrices(place.path() / kMatricesTable, report);
  if (report.trace) write_states(place.path() / kStatesTable, report);
  if (!report.gradients.empty()) {
    CsvWriter csv(place.path() / kGradientsTable);
    csv_titles(csv, titles);
    write_gradient_rows(csv, report.config.cell, report.gradients);
    csv.close();
  }
  if (!report.matrices.empty() && report.matrices.front().eigenvalues)
    write_eigenvalues(place.path() / kEigenvaluesTable, report);
  if (report.comparison) {
    CsvWriter csv(place.path() / kComparedTable);
    csv_titles(csv, titles);
    for (const ComparedCell& cell : report.comparison->cells)
      write_gradient_rows(csv, cell.kind->name, cell.gradients);
    csv.close();
  }
  place.commit();
}

}  // namespace attnlab
