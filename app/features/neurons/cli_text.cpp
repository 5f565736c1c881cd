// Neuron report: tables on standard output.
#include <algorithm>
#include <cmath>

#include "app/base/print.h"
#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/features/neurons/cli_report.h"
#include "core/language/messages.h"
#include "core/ops/basic/activation.h"
#include "core/trace/tensor_axes.h"

namespace attnlab::neurons {
namespace {

template <typename ValueAt>
LargestOfUnit largest_at(Index positions, const ValueAt& value) {
  LargestOfUnit largest{std::nan(""), 0};
  for (Index t = 0; t < positions; ++t) {
    const double now = value(t);
    if (!std::isnan(now) && !(std::abs(now) <= std::abs(largest.value))) largest = {now, t};
  }
  return largest;
}

std::string quoted_token_at(const Report& report, Index position) {
  return quoted_piece(read_pieces(report)[static_cast<std::size_t>(position)].text);
}

std::string dead_units_line(const Report& report) {
  const ActivationKind& kind = activation_kind(report.trace->config().activation);
  if (!kind.dies) return tr("units with {1} cannot die", tr(kind.title));
  const std::vector<Index> dead = report.held_out->silent();
  const std::string count = std::to_string(dead.size()), units = std::to_string(report.layer.units());
  if (dead.empty()) return tr("{1} of {2} units dead", count, units);
  std::string list;
  for (const Index unit : dead) list += (list.empty() ? "" : ", ") + std::to_string(unit);
  return tr("{1} of {2} units dead: {3}", count, units, list);
}

std::string feature_cell(const DescribedUnits& described, Index unit) {
  const BestFeature best = best_feature(described, unit);
  return best.feature ? std::string(best.feature->name) + " " + number_cell(best.correlation, 3) : "–";
}

void print_unit_table(const Report& report) {
  std::vector<std::string> titles{tr("unit"), tr("activation"), tr("at")};
  if (report.no_way.empty()) titles.insert(titles.end(), {tr("contribution"), tr("to")});
  if (report.held_out)
    titles.insert(titles.end(), {tr("min"), tr("max"), tr("mean"), tr("active"), tr("follows")});
  if (report.follow) titles.push_back(std::string(report.follow->name));
  TextTable table(titles);
  for (const Index unit : listed_units(report)) {
    const LargestOfUnit activation = largest_activation(report, unit);
    std::vector<std::string> row{std::to_string(unit), number_cell(activation.value, 4),
                                 quoted_token_at(report, activation.position)};
    if (report.no_way.empty()) {
      const LargestOfUnit added = largest_contribution(report, unit);
      const Index word = report.contributions.words[static_cast<std::size_t>(added.position)];
      row.insert(row.end(),
                 {number_cell(added.value, 4), word < 0 ? "–" : quoted_piece(output_text(report, word))});
    }
    if (report.held_out) {
      const UnitSummary& summary = report.held_out->summaries[static_cast<std::size_t>(unit)];
      row.insert(row.end(),
                 {number_cell(summary.least, 4), number_cell(summary.most, 4), number_cell(summary.mean, 4),
                  number_cell(summary.active, 4), feature_cell(*report.held_out, unit)});
    }
    if (report.follow)
      row.push_back(number_cell(
          report.held_out->followed(report.follow->name)->correlations[static_cast<std::size_t>(unit)], 4));
    table.add(std::move(row));
  }
  print(table.text());
}

void print_unit_tokens(const Report& report) {
  const bool ways = report.no_way.empty();
  std::vector<std::string> titles{tr("position"), tr("token"), tr("activation")};
  if (ways) titles.insert(titles.end(), {tr("contribution"), tr("to")});
  TextTable table(titles);
  for (Index t = 0; t < report.layer.tokens(); ++t) {
    std::vector<std::string> row{std::to_string(t), quoted_token_at(report, t),
                                 number_cell(report.layer.activation(t, *report.unit), 4)};
    if (ways) {
      const Index word = report.contributions.words[static_cast<std::size_t>(t)];
      row.insert(row.end(), {number_cell(static_cast<double>(report.contributions.at(t, *report.unit)), 4),
                             word < 0 ? "–" : quoted_piece(output_text(report, word))});
    }
    table.add(std::move(row));
  }
  print(table.text());
}

/// “owl” 1.2, “fox” 0.8: the tokens with their values.
std::string said_line(const Report& report, const std::vector<SaidWord>& words) {
  std::string line;
  for (const SaidWord& word : words)
    line += (line.empty() ? "" : ", ") + quoted_piece(output_text(report, word.word)) + " " +
            number_cell(word.value, 4);
  return line;
}

void print_moving_examples(const Report& report) {
  const HeldOutUnits& units = report.held_out->held_out;
  for (const MovingExample& moved :
       examples_that_move(units, *report.unit, static_cast<std::size_t>(report.top)))
    print(number_cell(static_cast<double>(moved.activation), 4) + "  " +
          quoted_piece(example_text(units, moved)) + "\n");
}

void print_one_unit(const Report& report) {
  print_unit_tokens(report);
  if (report.no_way.empty()) {
    const std::string promoted = said_line(report, report.said.promoted),
                      suppressed = said_line(report, report.said.suppressed);
    print((promoted.empty() ? std::string(tr("promotes no token")) : tr("promotes {1}", promoted)) + "\n");
    print((suppressed.empty() ? std::string(tr("suppresses no token")) : tr("suppresses {1}", suppressed)) +
          "\n");
  }
  if (report.held_out) print_moving_examples(report);
}

}  // namespace

std::vector<Index> listed_units(const Report& report) {
  if (report.unit) return {*report.unit};
  const auto count = std::min<std::size_t>(report.order.size(), static_cast<std::size_t>(report.top));
  return {report.order.begin(), report.order.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::vector<Piece> read_pieces(const Report& report) {
  const TraceTensor& activations = *report.layer.activations;
  const std::vector<Piece>& all = axis_pieces(*report.trace, activations, 1);
  std::vector<Piece> pieces;
  for (Index t = 0; t < report.layer.tokens(); ++t) {
    const auto at = static_cast<std::size_t>(t + first_piece(*report.trace, activations));
    pieces.push_back(at < all.size() ? all[at] : Piece{kUnknownId, std::to_string(t), true});
  }
  return pieces;
}

std::string output_text(const Report& report, Index word) {
  return report.vocabularies->target.entry(static_cast<TokenId>(word));
}

LargestOfUnit largest_activation(const Report& report, Index unit) {
  return largest_at(report.layer.tokens(), [&](Index t) { return report.layer.activation(t, unit); });
}

LargestOfUnit largest_contribution(const Report& report, Index unit) {
  return largest_at(report.layer.tokens(),
                    [&](Index t) { return static_cast<double>(report.contributions.at(t, unit)); });
}

std::string example_text(const HeldOutUnits& units, const MovingExample& moved) {
  constexpr Index kAround = 16;
  const std::vector<Piece>& pieces = units.examples[moved.example].pieces;
  const Index first = std::max<Index>(0, moved.position - kAround),
              last = std::min<Index>(std::ssize(pieces), moved.position + kAround / 2);
  const bool letters = std::ranges::all_of(pieces, [](const Piece& p) { return p.text.size() <= 4; });
  std::string text;
  for (Index t = first; t < last; ++t) {
    const std::string& piece = pieces[static_cast<std::size_t>(t)].text;
    text += (t > first && !letters ? " " : "") + (t == moved.position ? "[" + piece + "]" : piece);
  }
  return text;
}

void print_text(const Report& report) {
  print(tr("{1} ({2}): {3} units, step {4}, loss {5}", report.layer.place.title(), report.layer.place.name(),
           std::to_string(report.layer.units()), std::to_string(report.step),
           number_cell(report.trace->loss(), 4)) +
        "\n");
  if (!report.no_way.empty()) print(tr("no contributions: {1}", tr(report.no_way)) + "\n");
  if (report.held_out)
    print(tr("held-out data: {1} positions of {2} examples",
             std::to_string(report.held_out->held_out.positions()),
             std::to_string(report.held_out->held_out.examples.size())) +
          "; " + dead_units_line(report) + "\n");
  print_unit_table(report);
  if (report.unit) print_one_unit(report);
}

void print_course(const std::vector<Report>& reports) {
  const bool held_out = reports.front().held_out.has_value(), ways = reports.front().no_way.empty();
  std::vector<std::string> titles{tr("step"), tr("loss"), tr("unit"), tr("activation"), tr("at")};
  if (ways) titles.push_back(tr("contribution"));
  if (held_out) titles.insert(titles.end(), {tr("max"), tr("active"), tr("follows"), tr("dead units")});
  TextTable table(titles);
  for (const Report& report : reports) {
    const Index unit = listed_units(report).front();
    const LargestOfUnit activation = largest_activation(report, unit);
    std::vector<std::string> row{std::to_string(report.step), number_cell(report.trace->loss(), 4),
                                 std::to_string(unit), number_cell(activation.value, 4),
                                 quoted_token_at(report, activation.position)};
    if (ways) row.push_back(number_cell(largest_contribution(report, unit).value, 4));
    if (held_out) {
      const UnitSummary& summary = report.held_out->summaries[static_cast<std::size_t>(unit)];
      row.insert(row.end(),
                 {number_cell(summary.most, 4), number_cell(summary.active, 4),
                  feature_cell(*report.held_out, unit), std::to_string(report.held_out->silent().size())});
    }
    table.add(std::move(row));
  }
  print(table.text());
}

}  // namespace attnlab::neurons
