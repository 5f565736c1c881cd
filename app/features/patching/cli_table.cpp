// Patching report: a table with one row per cell.
#include "app/features/patching/cli_report.h"
#include "core/analysis/patching/words.h"
#include "core/language/messages.h"

namespace attnlab::patching {
namespace {

void add_cell(Table& table, const Report& report, const PatchBlock& block, std::size_t cell) {
  const PatchingResult& result = report.result;
  const std::size_t c = cell % block.columns.size();
  const PatchLine &row = block.rows[cell / block.columns.size()], &column = block.columns[c];
  const PatchedPart::Kind kind = patched_part(result.question.what).kind;
  const bool positions = kind == PatchedPart::Kind::Positions, path = kind == PatchedPart::Kind::Path;
  table.add({report.step, result.question.what, block_title(result, block), row.tensor,
             positions ? TableCell() : TableCell(path ? row.index : column.index), column.tensor,
             path ? TableCell(column.index) : TableCell(), positions ? TableCell(column.index) : TableCell(),
             positions ? column_token(result, block, c) : "", block.cells[cell].value,
             block.cells[cell].share});
}

}  // namespace

Table cells_table(const std::vector<Report>& reports) {
  Table table("cells", {tr_mark("step"), tr_mark("what"), tr_mark("text"), tr_mark("tensor"), tr_mark("head"),
                        tr_mark("into_tensor"), tr_mark("into_head"), tr_mark("position"), tr_mark("token"),
                        tr_mark("value"), tr_mark("share")});
  for (const Report& report : reports)
    for (const PatchBlock& block : report.result.blocks)
      for (std::size_t i = 0; i < block.cells.size(); ++i)
        if (block.cells[i].there) add_cell(table, report, block, i);
  return table;
}

}  // namespace attnlab::patching
