// Recurrence report: tables on standard output.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/features/recurrence/cli_report.h"
#include "core/analysis/recurrence/sequence_pattern.h"

namespace attnlab::recurrence {
namespace {

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
  const auto named = [&](std::string symbol, const char* begin, const char* end) {
    return report.unit ? symbol : begin + symbol + end;
  };
  std::vector<std::string> titles{"position", "token"};
  for (const std::size_t gate : reported_gates(cell))
    titles.push_back(named(std::string(cell.kind->gates[gate].makes.symbol), "mean ", ""));
  for (const MemoryBand& band : bands) titles.push_back(named(band.formula, "‖", "‖"));
  if (cell.cell) titles.push_back(named("c", "‖", "‖"));
  titles.push_back(named("h", "‖", "‖"));
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
  std::printf("%s", table.text().c_str());
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
  const std::string title(report.follow->title);
  if (count == 0) return void(std::printf("no unit follows “%s”, which never changes here\n", title.c_str()));
  std::printf("rise with “%s”: %s\n", title.c_str(), list(units.begin(), units.begin() + count).c_str());
  std::printf("fall with “%s”: %s\n", title.c_str(),
              list(std::make_reverse_iterator(known), std::make_reverse_iterator(known - count)).c_str());
}

void print_gradients(const Report& report) {
  if (report.gradients.empty()) return;
  if (report.target)
    std::printf("\n‖∂L/∂h_t‖ of the loss of the target at position %lld\n",
                static_cast<long long>(*report.target));
  else
    std::printf("\n‖∂L/∂h_t‖ of the whole loss\n");
  TextTable table({"cell", "position", "token", "‖∂L/∂h‖"});
  for (std::size_t i = 0; i < report.gradients.size(); ++i) {
    const std::vector<Piece> pieces = read_pieces(*report.trace, report.cells[i]);
    for (std::size_t t = 0; t < report.gradients[i].hidden.size(); ++t) {
      char number[32];
      std::snprintf(number, sizeof number, "%.4e", report.gradients[i].hidden[t]);
      table.add({report.gradients[i].place.name(), std::to_string(t), quoted_piece(pieces[t].text), number});
    }
  }
  std::printf("%s", table.text().c_str());
}

void print_eigenvalues(const Report& report) {
  if (report.matrices.empty() || !report.matrices.front().eigenvalues) return;
  std::printf("\neigenvalues λ of the recurrent weights\n");
  TextTable table({"matrix", "units", "spectral radius", "|λ| over 1", "largest λ"});
  for (const ReportedMatrix& each : report.matrices) {
    const std::complex<double> first = each.eigenvalues->values.front();
    table.add({each.matrix.name, std::to_string(each.matrix.units),
               number_cell(each.eigenvalues->radius(), 4), std::to_string(each.eigenvalues->outside()),
               number_cell(first.real(), 4) + (first.imag() < 0 ? " − " : " + ") +
                   number_cell(std::abs(first.imag()), 4) + "i"});
  }
  std::printf("%s", table.text().c_str());
}

void print_compared(const CellComparison& comparison) {
  const Index steps = comparison.settings.steps;
  std::printf("\n‖∂L/∂h_t‖ in cells of the same size, %s\n",
              steps == 0 ? "untrained" : ("trained for " + std::to_string(steps) + " steps").c_str());
  for (const ComparedCell& cell : comparison.cells)
    std::printf("%s: %lld parameters, loss %s%s\n", std::string(cell.kind->family).c_str(),
                static_cast<long long>(cell.parameters), number_cell(cell.loss, 4).c_str(),
                cell.failure.empty() ? "" : (", " + cell.failure).c_str());
  std::vector<std::string> titles{"cell", "position"};
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
  std::printf("%s", table.text().c_str());
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
  std::printf("%s, %lld units a layer%s\n", std::string(cell_kind(report.config.cell).title).c_str(),
              static_cast<long long>(report.config.width),
              pattern ? ("; pattern: " + std::string(pattern->name)).c_str() : "");
  if (report.trace) std::printf("loss of the text %s\n", number_cell(report.trace->loss(), 4).c_str());
  for (std::size_t i = 0; i < report.cells.size(); ++i) {
    const RecurrentCell& cell = report.cells[i];
    std::printf("\n%s  (%s)%s\n", cell.place.title().c_str(), cell.place.name().c_str(),
                report.unit ? (", unit " + std::to_string(*report.unit)).c_str() : "");
    print_recurrent_states(report, cell, report.bands[i]);
    if (report.follow) print_following(report, cell);
  }
  print_gradients(report);
  print_eigenvalues(report);
  if (report.comparison) print_compared(*report.comparison);
}

}  // namespace attnlab::recurrence
