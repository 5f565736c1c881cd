// Patching report: a CSV table with a row a cell.
#include "app/features/patching/cli_report.h"
#include "core/analysis/patching/words.h"
#include "core/io/files/csv_lines.h"

namespace attnlab {

namespace {

constexpr const char* kPatchTitles[] = {"step",      "what",     "text",  "tensor", "head", "into_tensor",
                                        "into_head", "position", "token", "value",  "share"};

void index_or_nothing(CsvWriter& csv, bool there, Index index) {
  if (there) return csv.number(index);
  csv.text("");
}

void write_cell(CsvWriter& csv, const PatchReport& report, const PatchBlock& block, std::size_t cell) {
  const PatchingResult& result = report.result;
  const std::size_t c = cell % block.columns.size();
  const PatchLine &row = block.rows[cell / block.columns.size()], &column = block.columns[c];
  const PatchedPart::Kind kind = patched_part(result.question.what).kind;
  const bool positions = kind == PatchedPart::Kind::Positions, path = kind == PatchedPart::Kind::Path;
  csv.number(report.step);
  csv.text(result.question.what);
  csv.text(block_title(result, block));
  csv.text(csv_field(row.tensor));
  index_or_nothing(csv, !positions, path ? row.index : column.index);
  csv.text(csv_field(column.tensor));
  index_or_nothing(csv, path, column.index);
  index_or_nothing(csv, positions, column.index);
  csv.text(csv_field(positions ? column_token(result, block, c) : ""));
  csv.number(block.cells[cell].value);
  csv.number(block.cells[cell].share);
  csv.end_line();
}

}  // namespace

void write_patching_table(const std::filesystem::path& file, const std::vector<PatchReport>& reports) {
  CsvWriter csv(file);
  for (const char* title : kPatchTitles) csv.text(title);
  csv.end_line();
  for (const PatchReport& report : reports)
    for (const PatchBlock& block : report.result.blocks)
      for (std::size_t i = 0; i < block.cells.size(); ++i)
        if (block.cells[i].there) write_cell(csv, report, block, i);
  csv.close();
}

}  // namespace attnlab
