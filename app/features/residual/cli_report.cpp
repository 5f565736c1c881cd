// Lens report: made of a pass, and as a table.
#include "app/features/residual/cli_report.h"

#include <limits>

#include "core/language/messages.h"
#include "core/models/model_config.h"

namespace attnlab::residual {

namespace {

std::vector<TableCell> state_row(const Report& report, std::size_t row, std::size_t column) {
  const LensRow& at = report.lens.rows[row];
  const LensCell& cell = at.cells[column];
  std::vector<TableCell> cells{report.step,
                               at.part.name(),
                               at.stream,
                               column,
                               report.pieces[column].text,
                               cell.has_right() ? TableCell(report.word(cell.right)) : TableCell(),
                               float_cell(cell.right_probability),
                               cell.has_right() ? TableCell(cell.right_rank) : TableCell(),
                               float_cell(cell.right_logit),
                               float_cell(cell.entropy),
                               float_cell(report.size(row, column)),
                               float_cell(report.added_size(row, column))};
  for (const LensWord& word : cell.top) {
    cells.emplace_back(report.word(word.token));
    cells.push_back(float_cell(word.probability));
  }
  return cells;
}

}  // namespace

double Report::size_in(const std::vector<std::vector<double>>& of, std::size_t row,
                       std::size_t column) const {
  if (lens.pooled && !has_class_token(trace->config())) return std::numeric_limits<double>::quiet_NaN();
  return of[row][column];
}

Report report_of(TracePtr trace, std::shared_ptr<const Vocabularies> vocabularies, Index top) {
  Report report{trace->step(), trace, std::move(vocabularies), logit_lens(*trace, top), lens_pieces(*trace)};
  report.states = residual_states(*trace);
  for (const StreamState& state : report.states) {
    report.sizes.push_back(row_sizes(*state.sum));
    report.added.push_back(row_sizes(*state.addition));
  }
  return report;
}

Index last_with_right(const Report& report) {
  const std::vector<LensCell>& cells = report.lens.rows.back().cells;
  for (std::size_t t = cells.size(); t-- > 0;)
    if (cells[t].has_right()) return static_cast<Index>(t);
  return static_cast<Index>(cells.size()) - 1;
}

Table states_table(const std::vector<Report>& steps) {
  std::vector<Column> columns{tr_mark("step"),
                              tr_mark("after"),
                              tr_mark("stream"),
                              tr_mark("position"),
                              tr_mark("token"),
                              tr_mark("right"),
                              tr_mark("right_probability"),
                              tr_mark("right_rank"),
                              tr_mark("right_logit"),
                              tr_mark("entropy_bits"),
                              tr_mark("size"),
                              tr_mark("added")};
  for (std::size_t i = 1; i <= steps.front().lens.rows.front().cells.front().top.size(); ++i) {
    columns.emplace_back("word" + std::to_string(i));
    columns.emplace_back("probability" + std::to_string(i));
  }
  Table table("states", std::move(columns));
  for (const Report& at : steps)
    for (std::size_t row = 0; row < at.lens.rows.size(); ++row)
      for (std::size_t column = 0; column < at.columns(); ++column) table.add(state_row(at, row, column));
  return table;
}

}  // namespace attnlab::residual
