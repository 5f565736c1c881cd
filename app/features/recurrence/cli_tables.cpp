// Recurrence report: tables for CSV.
#include "app/features/recurrence/cli_report.h"

namespace attnlab::recurrence {
namespace {

Table matrices_table(const Report& report) {
  Table table("matrices", {"matrix", "units", "spectral_radius", "outside"});
  for (const ReportedMatrix& each : report.matrices)
    table.add({each.matrix.name, each.matrix.units,
               each.eigenvalues ? TableCell(each.eigenvalues->radius()) : TableCell(),
               each.eigenvalues ? TableCell(each.eigenvalues->outside()) : TableCell()});
  return table;
}

std::vector<TableCell> state_row(const Report& report, std::size_t number, Index t, Index unit,
                                 const std::string& token) {
  const RecurrentCell& cell = report.cells[number];
  std::vector<TableCell> row{cell.place.name(), t, token, unit};
  const auto add = [&](const TraceTensor& tensor) {
    row.emplace_back(float_cell(cell.value(tensor, t, unit)));
  };
  for (const std::size_t gate : reported_gates(cell)) add(*cell.gates[gate]);
  for (const MemoryBand& band : report.bands[number])
    row.emplace_back(band.cells[static_cast<std::size_t>(t * cell.units() + unit)]);
  if (cell.cell) add(*cell.cell);
  add(*cell.hidden);
  return row;
}

Table states_table(const Report& report) {
  const RecurrentCell& first = report.cells.front();
  std::vector<Column> columns{"cell", "position", "token", "unit"};
  for (const std::size_t gate : reported_gates(first))
    columns.emplace_back(std::string(first.gates[gate]->site->name));
  for (const MemoryBand& band : report.bands.front()) columns.emplace_back(band.formula);
  if (first.cell) columns.emplace_back("cell_state");
  columns.emplace_back("hidden");
  Table table("states", std::move(columns));
  for (std::size_t i = 0; i < report.cells.size(); ++i) {
    const std::vector<Piece> pieces = read_pieces(*report.trace, report.cells[i]);
    for (Index t = 0; t < report.cells[i].steps(); ++t)
      for (Index unit = 0; unit < report.cells[i].units(); ++unit)
        table.add(state_row(report, i, t, unit, pieces[static_cast<std::size_t>(t)].text));
  }
  return table;
}

Table gradients_table(std::string name) {
  return {std::move(name), {"network", "cell", "position", "hidden", "cell_state"}};
}

void add_gradients(Table& table, std::string_view network, const std::vector<TimeGradient>& gradients) {
  for (const TimeGradient& gradient : gradients)
    for (std::size_t t = 0; t < gradient.hidden.size(); ++t)
      table.add({network, gradient.place.name(), t, gradient.hidden[t],
                 gradient.cell.empty() ? TableCell() : TableCell(gradient.cell[t])});
}

Table eigenvalues_table(const Report& report) {
  Table table("eigenvalues", {"matrix", "real", "imaginary", "magnitude"});
  for (const ReportedMatrix& each : report.matrices)
    for (const std::complex<double>& value : each.eigenvalues->values)
      table.add({each.matrix.name, value.real(), value.imag(), std::abs(value)});
  return table;
}

}  // namespace

std::vector<Table> tables(const Report& report) {
  std::vector<Table> all{matrices_table(report)};
  if (report.trace) all.push_back(states_table(report));
  if (!report.gradients.empty())
    add_gradients(all.emplace_back(gradients_table("gradients")), report.config.cell, report.gradients);
  if (!report.matrices.empty() && report.matrices.front().eigenvalues)
    all.push_back(eigenvalues_table(report));
  if (!report.comparison) return all;
  Table& compared = all.emplace_back(gradients_table("compared"));
  for (const ComparedCell& cell : report.comparison->cells)
    add_gradients(compared, cell.kind->name, cell.gradients);
  return all;
}

}  // namespace attnlab::recurrence
