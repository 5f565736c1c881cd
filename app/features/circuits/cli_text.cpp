// Circuit report: tables on standard output.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/features/circuits/cli_report.h"

namespace attnlab::circuits {
namespace {

constexpr int kScoreDigits = 4;

void print_head_scores(const Report& report, const CircuitsAtStep& at) {
  std::vector<std::string> titles{"head"};
  for (const HeadScoreKind& kind : head_score_kinds()) titles.emplace_back(kind.name);
  TextTable table(titles);
  for (const ScoredHead& head : at.scores.heads) {
    std::vector<std::string> row{head.head().name()};
    for (const HeadScoreKind& kind : head_score_kinds())
      row.push_back(number_cell(kind.value(head), kScoreDigits));
    table.add(std::move(row));
  }
  std::printf("%s", table.text().c_str());
  if (report.why_no_repeats.empty())
    std::printf("measured on %lld sequences of %lld random tokens that come twice\n",
                static_cast<long long>(at.scores.measured.sequences),
                static_cast<long long>(at.scores.measured.tokens));
  else
    std::printf("%s\n", report.why_no_repeats.c_str());
}

void print_compositions(const Report& report, const CircuitsAtStep& at) {
  if (at.compositions.empty()) return void(std::printf("\nno head can read another's output\n"));
  const double chance = composition_by_chance(report.config);
  const std::vector<CircuitHead> heads = circuit_heads(report.config);
  std::printf("\ncomposition: by chance 1/√C = %s\n", number_cell(chance, kScoreDigits).c_str());
  TextTable table({"from", "into", "by", "score", "over chance"});
  Index printed = 0;
  for (const Composition& each : strongest_compositions(at)) {
    if (printed++ == report.top) break;
    table.add({heads[each.from].name(), heads[each.into].name(), std::string(input_name(each.by)),
               number_cell(each.score, kScoreDigits), number_cell(each.excess(chance), kScoreDigits)});
  }
  std::printf("%s", table.text().c_str());
}

void print_word_circuit(const char* title, const std::optional<ReportedCircuit>& shown) {
  if (!shown) return;
  std::printf("\n%s of %s\n", title, shown->head.name().c_str());
  std::vector<std::string> titles{""};
  for (const std::string& word : shown->columns) titles.push_back(quoted_piece(word));
  TextTable table(titles);
  for (std::size_t r = 0; r < shown->rows.size(); ++r) {
    std::vector<std::string> row{quoted_piece(shown->rows[r])};
    for (std::size_t c = 0; c < shown->columns.size(); ++c)
      row.push_back(number_cell(static_cast<double>(shown->circuit.at(r, c)), 3));
    table.add(std::move(row));
  }
  std::printf("%s", table.text().c_str());
}

void print_course(const Report& report) {
  std::vector<std::string> titles{"step"};
  for (const CircuitHead& head : circuit_heads(report.config)) titles.push_back(head.name());
  TextTable table(titles);
  for (const CircuitsAtStep& at : report.steps) {
    std::vector<std::string> row{std::to_string(at.step)};
    for (const ScoredHead& head : at.scores.heads)
      row.push_back(number_cell(report.score->value(head), kScoreDigits));
    table.add(std::move(row));
  }
  std::printf("%s\n%s", std::string(report.score->name).c_str(), table.text().c_str());
  const std::optional<HeadFormed> formed = formed_head(report, *report.score);
  if (formed)
    std::printf("over %s first at step %lld: %s\n", number_cell(report.over, 2).c_str(),
                static_cast<long long>(formed->step), formed->head.name().c_str());
  else
    std::printf("no head is over %s at any of these steps\n", number_cell(report.over, 2).c_str());
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
    print_word_circuit("who looks at whom, q·k/√D:", at.looks);
    print_word_circuit("what is said, added to the logits:", at.says);
  }
}

}  // namespace attnlab::circuits
