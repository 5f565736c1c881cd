// Alignment report: tables for CSV.
#include "app/features/alignment/cli_report.h"
#include "core/language/messages.h"

namespace attnlab::alignment {
namespace {

Table pairs_table(const Report& report) {
  Table table("alignment", {tr_mark("position"), tr_mark("reads"), tr_mark("target"), tr_mark("state"),
                            tr_mark("source"), tr_mark("score"), tr_mark("weight")});
  const bool any = report.pass && report.pass->weights;
  for (Index i = 0; any && i < report.pass->positions(); ++i)
    for (Index j = 0; j < report.pass->sources(); ++j)
      table.add({i, report.read(i), report.says(i), j, report.source(j), float_cell(report.pass->score(i, j)),
                 float_cell(report.pass->weight(i, j))});
  return table;
}

void add_state(Table& table, const char* what, Index position, const StateRow& state) {
  Index feature = 0;
  for (const Real value : state.values()) table.add({what, position, feature++, value});
}

Table states_table(const AlignedPass& pass) {
  Table table("states", {tr_mark("vector"), tr_mark("position"), tr_mark("feature"), tr_mark("value")});
  for (Index j = 0; j < pass.sources(); ++j) add_state(table, "encoder", j, {pass.encoder, j});
  add_state(table, "start", 0, pass.start);
  for (Index i = 0; i < pass.positions(); ++i) {
    if (pass.context) add_state(table, "context", i, {pass.context, i});
    add_state(table, "decoder", i, pass.after(i));
    if (pass.attentional) add_state(table, "attentional", i, {pass.attentional, i});
  }
  return table;
}

void add_bands(Table& table, std::string_view alignment, Index step, const std::vector<LengthBand>& bands,
               const std::vector<Counts>& counts) {
  for (std::size_t i = 0; i < counts.size(); ++i)
    table.add({alignment, step, bands[i].shortest, bands[i].longest, counts[i].rows, counts[i].right_rows});
}

Table lengths_table(const Report& report) {
  Table table("lengths", {tr_mark("alignment"), tr_mark("step"), tr_mark("shortest"), tr_mark("longest"),
                          tr_mark("examples"), tr_mark("right")});
  add_bands(table, report.kind().name, report.step, report.bands, report.counts);
  if (report.experiment)
    for (const LengthRun& run : report.experiment->runs)
      for (std::size_t k = 0; k < run.at.size(); ++k)
        add_bands(table, run.alignment->name, run.at[k], report.experiment->bands, run.counts[k]);
  return table;
}

}  // namespace

std::vector<Table> tables(const Report& report) {
  std::vector<Table> all{pairs_table(report)};
  if (report.trace) all.push_back(states_table(*report.pass));
  if (!report.bands.empty() || report.experiment) all.push_back(lengths_table(report));
  return all;
}

}  // namespace attnlab::alignment
