// Recurrence report: tables on standard output.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/base/print.h"
#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/features/recurrence/cli_report.h"
#include "core/analysis/recurrence/sequence_pattern.h"
#include "core/language/messages.h"

namespace attnlab::recurrence {
namespace {

using namespace std::string_literals;

/// One number of a position: of a unit, or over all units.
template <typename Value>
double reported_number(const Report& report, const RecurrentCell& cell, const Value& value, bool length) {
  if (report.unit) return value(*report.unit);
  double sum = 0;
  for (Index unit = 0; unit < cell.units(); ++unit) sum += length ? value(unit) * value(unit) : value(unit);
  return length ? std::sqrt(sum) : sum / static_cast<double>(cell.units());
}

std::vector<std::string> state_titles(const Report& report, const RecurrentCell& cell,
                                      const std::vector<MemoryBand>& bands) {
  const auto norm_of = [&](const std::string& symbol) { return report.unit ? symbol : "‖" + symbol + "‖"; };
  std::vector<std::string> titles{tr("position"), tr("token")};
  for (const std::size_t gate : reported_gates(cell)) {
    const std::string symbol(cell.kind->gates[gate].makes.symbol);
    titles.push_back(report.unit ? symbol : tr("mean {1}", symbol));
  }
  for (const MemoryBand& band : bands) titles.push_back(norm_of(band.formula));
  if (cell.cell) titles.push_back(norm_of("c"));
  titles.push_back(norm_of("h"));
  return titles;
}

void print_recurrent_states(const Report& report, const RecurrentCell& cell,
                            const std::vector<MemoryBand>& bands) {
  constexpr bool kMean = false, kLength = true;
  TextTable table(state_titles(report, cell, bands));
  const std::vector<Piece> pieces = read_pieces(*report.trace, cell);
  for (Index t = 0; t < cell.steps(); ++t) {
    std::vector<std::string> row{std::to_string(t), quoted_piece(pieces[static_cast<std::size_t>(t)].text)};
    const auto add = [&](const auto& value, bool length) {
      row.push_back(number_cell(reported_number(report, cell, value, length), 4));
    };
    for (const std::size_t gate : reported_gates(cell))
      add([&](Index unit) { return cell.value(*cell.gates[gate], t, unit); }, kMean);
    for (const MemoryBand& band : bands)
      add(
          [&](Index unit) {
            return static_cast<double>(band.cells[static_cast<std::size_t>(t * cell.units() + unit)]);
          },
          kLength);
    if (cell.cell) add([&](Index unit) { return cell.value(*cell.cell, t, unit); }, kLength);
    add([&](Index unit) { return cell.value(*cell.hidden, t, unit); }, kLength);
    table.add(std::move(row));
  }
  print(table.text());
}

void print_following(const Report& report, const RecurrentCell& cell) {
  const std::vector<FollowingUnit> units = following_units(report, cell);
  const auto list = [&](auto first, auto last) {
    std::string words;
    for (auto each = first; each != last; ++each)
      words += (words.empty() ? "" : ", ") + std::to_string(each->unit) + " (r " +
               number_cell(each->correlation, 2) + ")";
    return words;
  };
  const auto known =
      std::ranges::find_if(units, [](const FollowingUnit& u) { return std::isnan(u.correlation); });
  const auto count = std::min(static_cast<std::ptrdiff_t>(report.top), known - units.begin());
  const std::string_view title = tr(report.follow->title);
  if (count == 0)
    return print(tr("no unit follows “{1}”, because it never changes in this text", title) + "\n");
  print(tr("units that rise with “{1}”: {2}", title, list(units.begin(), units.begin() + count)) + "\n");
  print(tr("units that fall with “{1}”: {2}", title,
           list(std::make_reverse_iterator(known), std::make_reverse_iterator(known - count))) +
        "\n");
}

void print_gradients(const Report& report) {
  if (report.gradients.empty()) return;
  print("\n" +
        (report.target
             ? tr("‖∂L/∂h_t‖ of the loss of the target at position {1}", std::to_string(*report.target))
             : std::string(tr("‖∂L/∂h_t‖ of the loss of the whole text"))) +
        "\n");
  TextTable table({tr("cell"), tr("position"), tr("token"), "‖∂L/∂h‖"});
  for (std::size_t i = 0; i < report.gradients.size(); ++i) {
    const std::vector<Piece> pieces = read_pieces(*report.trace, report.cells[i]);
    for (std::size_t t = 0; t < report.gradients[i].hidden.size(); ++t) {
      char number[32];
      std::snprintf(number, sizeof number, "%.4e", report.gradients[i].hidden[t]);
      table.add({report.gradients[i].place.name(), std::to_string(t), quoted_piece(pieces[t].text), number});
    }
  }
  print(table.text());
}

void print_eigenvalues(const Report& report) {
  if (report.matrices.empty() || !report.matrices.front().eigenvalues) return;
  print("\n"s + tr("eigenvalues λ of the recurrent weights") + "\n");
  TextTable table({tr("matrix"), tr("units"), tr("spectral radius"), tr("|λ| > 1"), tr("largest λ")});
  for (const ReportedMatrix& each : report.matrices) {
    const std::complex<double> first = each.eigenvalues->values.front();
    table.add({each.matrix.name, std::to_string(each.matrix.units),
               number_cell(each.eigenvalues->radius(), 4), std::to_string(each.eigenvalues->outside()),
               number_cell(first.real(), 4) + (first.imag() < 0 ? " − " : " + ") +
                   number_cell(std::abs(first.imag()), 4) + "i"});
  }
  print(table.text());
}

void print_compared(const CellComparison& comparison) {
  const Index steps = comparison.settings.steps;
  print("\n" +
        (steps == 0 ? std::string(tr("‖∂L/∂h_t‖ in cells of the same size, untrained"))
                    : tr_plural("‖∂L/∂h_t‖ in cells of the same size, trained for {1} step",
                                "‖∂L/∂h_t‖ in cells of the same size, trained for {1} steps", steps,
                                std::to_string(steps))) +
        "\n");
  for (const ComparedCell& cell : comparison.cells) {
    const std::string parameters = std::to_string(cell.parameters), loss = number_cell(cell.loss, 4);
    print((cell.failure.empty() ? tr("{1}: {2} parameters, loss {3}", cell.kind->family, parameters, loss)
                                : tr("{1}: {2} parameters, loss {3}, {4}", cell.kind->family, parameters,
                                     loss, cell.failure)) +
          "\n");
  }
  std::vector<std::string> titles{tr("cell"), tr("position")};
  for (const ComparedCell& cell : comparison.cells) titles.emplace_back(cell.kind->family);
  TextTable table(titles);
  const std::vector<TimeGradient>& first = comparison.cells.front().gradients;
  for (std::size_t i = 0; i < first.size(); ++i)
    for (std::size_t t = 0; t < first[i].hidden.size(); ++t) {
      std::vector<std::string> row{first[i].place.name(), std::to_string(t)};
      for (const ComparedCell& cell : comparison.cells) {
        char number[32];
        std::snprintf(number, sizeof number, "%.4e", cell.gradients[i].hidden[t]);
        row.emplace_back(number);
      }
      table.add(std::move(row));
    }
  print(table.text());
}

}  // namespace

std::vector<FollowingUnit> following_units(const Report& report, const RecurrentCell& cell) {
  const std::vector<Piece> pieces = read_pieces(*report.trace, cell);
  return units_following(cell.hidden->value, cell.units(), report.follow->values(pieces, cell.steps() - 1));
}

std::vector<std::size_t> reported_gates(const RecurrentCell& cell) {
  std::vector<std::size_t> gates;
  for (std::size_t i = 0; i < cell.gates.size(); ++i)
    if (cell.gates[i] != cell.hidden) gates.push_back(i);
  return gates;
}

void print_text(const Report& report) {
  const SequencePattern* const pattern = pattern_of(report.config);
  const std::string_view title = tr(cell_kind(report.config.cell).title);
  const Index units = report.config.width;
  print((pattern
             ? tr_plural("{1}, {2} unit per layer; pattern: {3}", "{1}, {2} units per layer; pattern: {3}",
                         units, title, std::to_string(units), tr(pattern->name))
             : tr_plural("{1}, {2} unit per layer", "{1}, {2} units per layer", units, title,
                         std::to_string(units))) +
        "\n");
  if (report.trace) print(tr("loss of the text {1}", number_cell(report.trace->loss(), 4)) + "\n");
  for (std::size_t i = 0; i < report.cells.size(); ++i) {
    const RecurrentCell& cell = report.cells[i];
    const std::string place = cell.place.title() + "  (" + cell.place.name() + ")";
    print("\n" + (report.unit ? tr("{1}, unit {2}", place, std::to_string(*report.unit)) : place) + "\n");
    print_recurrent_states(report, cell, report.bands[i]);
    if (report.follow) print_following(report, cell);
  }
  print_gradients(report);
  print_eigenvalues(report);
  if (report.comparison) print_compared(*report.comparison);
}

}  // namespace attnlab::recurrence
