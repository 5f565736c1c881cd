// Recurrence report: JSON on standard output.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/features/recurrence/cli_report.h"
#include "core/analysis/recurrence/sequence_pattern.h"

namespace attnlab::recurrence {
namespace {

using Json = nlohmann::ordered_json;

template <typename Numbers>
Json recurrence_numbers(const Numbers& numbers) {
  Json list = Json::array();
  for (const auto number : numbers) list.push_back(finite_or_null(static_cast<double>(number)));
  return list;
}

/// [T,C] as a list of lists.
template <typename Cells>
Json rows_json(const Cells& cells, Index steps, Index units) {
  Json rows = Json::array();
  for (Index t = 0; t < steps; ++t)
    rows.push_back(recurrence_numbers(
        std::span(cells).subspan(static_cast<std::size_t>(t * units), static_cast<std::size_t>(units))));
  return rows;
}

Json gradient_json(const TimeGradient& gradient) {
  Json json = {{"cell", gradient.place.name()}, {"hidden", recurrence_numbers(gradient.hidden)}};
  if (!gradient.cell.empty()) json["cell_state"] = recurrence_numbers(gradient.cell);
  return json;
}

Json gradients_json(const std::vector<TimeGradient>& gradients) {
  Json list = Json::array();
  for (const TimeGradient& each : gradients) list.push_back(gradient_json(each));
  return list;
}

Json cell_json(const Report& report, std::size_t number) {
  const RecurrentCell& cell = report.cells[number];
  const auto rows = [&](const TraceTensor& tensor) {
    return rows_json(tensor.value, cell.steps(), cell.units());
  };
  Json tokens = Json::array(), gates, memory;
  for (const Piece& piece : read_pieces(*report.trace, cell)) tokens.push_back(piece.text);
  for (const std::size_t gate : reported_gates(cell))
    gates[std::string(cell.gates[gate]->site->name)] = rows(*cell.gates[gate]);
  for (const MemoryBand& band : report.bands[number])
    memory[band.formula] = rows_json(band.cells, cell.steps(), cell.units());
  Json json = {{"cell", cell.place.name()}, {"reverse", cell.reverse}, {"units", cell.units()},
               {"tokens", tokens},          {"gates", gates},          {"memory", memory}};
  if (cell.cell) json["cell_state"] = rows(*cell.cell);
  json["hidden"] = rows(*cell.hidden);
  if (!report.follow) return json;
  Json following = Json::array();
  for (const FollowingUnit& unit : following_units(report, cell))
    following.push_back({{"unit", unit.unit}, {"correlation", finite_or_null(unit.correlation)}});
  json["follow"] = {{"feature", report.follow->name}, {"units", following}};
  return json;
}

Json matrix_json(const ReportedMatrix& each) {
  Json json = {{"name", each.matrix.name}, {"units", each.matrix.units}};
  if (!each.eigenvalues) return json;
  json["spectral_radius"] = each.eigenvalues->radius();
  json["outside"] = each.eigenvalues->outside();
  Json values = Json::array();
  for (const std::complex<double>& value : each.eigenvalues->values)
    values.push_back(Json::array({value.real(), value.imag()}));
  json["eigenvalues"] = values;
  return json;
}

Json compared_json(const CellComparison& comparison) {
  Json list = Json::array();
  for (const ComparedCell& cell : comparison.cells) {
    list.push_back({{"cell", cell.kind->name},
                    {"parameters", cell.parameters},
                    {"step", cell.step},
                    {"loss", finite_or_null(cell.loss)},
                    {"gradients", gradients_json(cell.gradients)}});
    if (!cell.failure.empty()) list.back()["failure"] = cell.failure;
  }
  return list;
}

}  // namespace

void print_json(const Report& report) {
  Json json = {{"step", report.step}, {"cell", report.config.cell}};
  const SequencePattern* const pattern = pattern_of(report.config);
  json["pattern"] = pattern ? Json(pattern->name) : Json(nullptr);
  if (report.trace) json["loss"] = finite_or_null(report.trace->loss());
  if (report.trace) {
    json["cells"] = Json::array();
    for (std::size_t i = 0; i < report.cells.size(); ++i) json["cells"].push_back(cell_json(report, i));
  }
  if (!report.gradients.empty()) {
    json["target"] = report.target ? Json(*report.target) : Json(nullptr);
    json["gradients"] = gradients_json(report.gradients);
  }
  json["matrices"] = Json::array();
  for (const ReportedMatrix& each : report.matrices) json["matrices"].push_back(matrix_json(each));
  if (report.comparison) json["compared"] = compared_json(*report.comparison);
  print_json_object(json);
}

}  // namespace attnlab::recurrence
