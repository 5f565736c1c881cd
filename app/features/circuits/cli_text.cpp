// Circuit report: tables on standard output.
#include <algorithm>
#include <cmath>

#include "app/base/print.h"
#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/features/circuits/cli_report.h"
#include "core/language/messages.h"

namespace attnlab::circuits {
namespace {

constexpr int kScoreDigits = 4;

void print_head_scores(const Report& report, const CircuitsAtStep& at) {
  std::vector<std::string> titles{tr("head")};
  for (const HeadScoreKind& kind : head_score_kinds()) titles.emplace_back(kind.name);
  TextTable table(titles);
  for (const ScoredHead& head : at.scores.heads) {
    std::vector<std::string> row{head.head().name()};
    for (const HeadScoreKind& kind : head_score_kinds())
      row.push_back(number_cell(kind.value(head), kScoreDigits));
    table.add(std::move(row));
  }
  print(table.text());
  const RepeatedSequences& measured = at.scores.measured;
  print(report.why_no_repeats.empty()
            ? tr("measured on {1} sequences of {2} random tokens that appear twice",
                 std::to_string(measured.sequences), std::to_string(measured.tokens))
            : std::string(tr(report.why_no_repeats)));
  print("\n");
}

void print_compositions(const Report& report, const CircuitsAtStep& at) {
  print("\n");
  if (at.compositions.empty()) return print(std::string(tr("no head can read the output of another")) + "\n");
  const double chance = composition_by_chance(report.config);
  const std::vector<CircuitHead> heads = circuit_heads(report.config);
  print(tr("composition; chance level 1/√C = {1}", number_cell(chance, kScoreDigits)) + "\n");
  TextTable table({tr("from"), tr("into"), tr("by"), tr("score"), tr("above chance")});
  Index printed = 0;
  for (const Composition& each : strongest_compositions(at)) {
    if (printed++ == report.top) break;
    table.add({heads[each.from].name(), heads[each.into].name(), std::string(input_name(each.by)),
               number_cell(each.score, kScoreDigits), number_cell(each.excess(chance), kScoreDigits)});
  }
  print(table.text());
}

void print_word_circuit(const std::string& title, const ReportedCircuit& shown) {
  print("\n" + title + "\n");
  std::vector<std::string> titles{""};
  for (const std::string& token : shown.columns) titles.push_back(quoted_piece(token));
  TextTable table(titles);
  for (std::size_t r = 0; r < shown.rows.size(); ++r) {
    std::vector<std::string> row{quoted_piece(shown.rows[r])};
    for (std::size_t c = 0; c < shown.columns.size(); ++c)
      row.push_back(number_cell(static_cast<double>(shown.circuit.at(r, c)), 3));
    table.add(std::move(row));
  }
  print(table.text());
}

void print_course(const Report& report) {
  std::vector<std::string> titles{tr("step")};
  for (const CircuitHead& head : circuit_heads(report.config)) titles.push_back(head.name());
  TextTable table(titles);
  for (const CircuitsAtStep& at : report.steps) {
    std::vector<std::string> row{std::to_string(at.step)};
    for (const ScoredHead& head : at.scores.heads)
      row.push_back(number_cell(report.score->value(head), kScoreDigits));
    table.add(std::move(row));
  }
  print(std::string(report.score->name) + "\n" + table.text());
  const std::optional<HeadFormed> formed = formed_head(report, *report.score);
  const std::string over = number_cell(report.over, 2);
  print((formed
             ? tr("first above {1} at step {2}: {3}", over, std::to_string(formed->step), formed->head.name())
             : tr("no head is above {1} at any of these steps", over)) +
        "\n");
}

}  // namespace

std::string_view input_name(HeadInput input) {
  switch (input) {
    case HeadInput::Query: return "query";
    case HeadInput::Key: return "key";
    case HeadInput::Value: break;
  }
  return "value";
}

std::optional<HeadFormed> formed_head(const Report& report, const HeadScoreKind& kind) {
  for (const CircuitsAtStep& at : report.steps)
    if (const ScoredHead* const best = best_head(at.scores, kind); best && kind.value(*best) > report.over)
      return HeadFormed{best->head(), at.step};
  return {};
}

std::vector<Composition> strongest_compositions(const CircuitsAtStep& at) {
  std::vector<Composition> all = at.compositions;
  std::erase_if(all, [](const Composition& each) { return !std::isfinite(each.score); });
  std::ranges::stable_sort(all, std::greater(), &Composition::score);
  return all;
}

void print_text(const Report& report) {
  if (report.course) return print_course(report);
  for (const CircuitsAtStep& at : report.steps) {
    print_head_scores(report, at);
    print_compositions(report, at);
    if (at.looks) print_word_circuit(tr("QK circuit of {1}: scores", at.looks->head.name()), *at.looks);
    if (at.says)
      print_word_circuit(tr("OV circuit of {1}: added to the logits", at.says->head.name()), *at.says);
  }
}

}  // namespace attnlab::circuits
