// Circuit report: tables for CSV.
#include "app/features/circuits/cli_report.h"
#include "core/language/messages.h"

namespace attnlab::circuits {
namespace {

Table scores_table(const Report& report) {
  std::vector<Column> columns{tr_mark("step"), tr_mark("head")};
  for (const HeadScoreKind& kind : head_score_kinds()) columns.emplace_back(std::string(kind.name));
  Table table("heads", std::move(columns));
  for (const CircuitsAtStep& at : report.steps)
    for (const ScoredHead& head : at.scores.heads) {
      std::vector<TableCell> row{at.step, head.head().name()};
      for (const HeadScoreKind& kind : head_score_kinds()) row.emplace_back(kind.value(head));
      table.add(std::move(row));
    }
  return table;
}

Table eigenvalues_table(const Report& report) {
  Table table("eigenvalues", {tr_mark("step"), tr_mark("head"), tr_mark("real"), tr_mark("imaginary")});
  for (const CircuitsAtStep& at : report.steps)
    for (const ScoredHead& head : at.scores.heads)
      for (const std::complex<double>& value : head.eigenvalues.values)
        table.add({at.step, head.head().name(), value.real(), value.imag()});
  return table;
}

Table compositions_table(const Report& report) {
  Table table("compositions", {tr_mark("step"), tr_mark("from"), tr_mark("into"), tr_mark("by"),
                               tr_mark("score"), tr_mark("over_chance")});
  const std::vector<CircuitHead> heads = circuit_heads(report.config);
  for (const CircuitsAtStep& at : report.steps)
    for (const Composition& each : at.compositions)
      table.add({at.step, heads[each.from].name(), heads[each.into].name(), input_name(each.by), each.score,
                 each.excess(composition_by_chance(report.config))});
  return table;
}

Table words_table(const char* name, const ReportedCircuit& shown) {
  Table table(name, {tr_mark("head"), tr_mark("row"), tr_mark("column"), tr_mark("value")});
  for (std::size_t r = 0; r < shown.rows.size(); ++r)
    for (std::size_t c = 0; c < shown.columns.size(); ++c)
      table.add({shown.head.name(), shown.rows[r], shown.columns[c], shown.circuit.at(r, c)});
  return table;
}

}  // namespace

std::vector<Table> tables(const Report& report) {
  std::vector<Table> all{scores_table(report), eigenvalues_table(report)};
  if (!report.course) all.push_back(compositions_table(report));
  const CircuitsAtStep& last = report.steps.back();
  if (last.looks) all.push_back(words_table("looks", *last.looks));
  if (last.says) all.push_back(words_table("says", *last.says));
  return all;
}

}  // namespace attnlab::circuits
