// Patching report: tables and sentences on standard output.
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/base/print.h"
#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/features/patching/cli_report.h"
#include "core/analysis/patching/words.h"
#include "core/language/messages.h"

namespace attnlab::patching {
namespace {

std::string column_words(const PatchingResult& result, const PatchBlock& block, std::size_t column) {
  switch (patched_part(result.question.what).kind) {
    case PatchedPart::Kind::Positions:
      return std::to_string(column) + " " + column_token(result, block, column);
    case PatchedPart::Kind::Heads: return tr("head {1}", std::to_string(column));
    case PatchedPart::Kind::Path: return line_brief(block.columns[column], names_stacks(result));
  }
  return "";
}

/// "0.83"; "" if the cell does not exist.
std::string share_cell(const PatchCell& cell) {
  if (!cell.there) return "";
  return number_cell(std::abs(cell.share) < 0.005 ? 0 : cell.share, 2);
}

void print_block(const PatchingResult& result, const PatchBlock& block) {
  std::vector<std::string> titles{""};
  for (std::size_t c = 0; c < block.columns.size(); ++c) titles.push_back(column_words(result, block, c));
  TextTable table(titles);
  for (std::size_t r = 0; r < block.rows.size(); ++r) {
    std::vector<std::string> row{line_title(block.rows[r], names_stacks(result))};
    for (std::size_t c = 0; c < block.columns.size(); ++c) row.push_back(share_cell(block.at(r, c)));
    table.add(std::move(row));
  }
  const std::string part(tr(patched_part(result.question.what).title));
  const std::string text = printable(tr(block_title(result, block)));
  print("\n" + part + ", " + text + "\n" + table.text());
}

void print_clean(const PatchingResult& result, std::string_view metric) {
  print(tr("clean: {1}  answer {2}, {3} {4}", quoted_piece(result.question.pair.clean.text),
           quoted_piece(result.pair.clean_word), metric, number_cell(result.clean, 4)) +
        "\n");
}

void print_corrupted(const PatchingResult& result, std::string_view metric) {
  print(tr("corrupted: {1}  answer {2}, {3} {4}", quoted_piece(result.question.pair.changed.text),
           quoted_piece(result.pair.changed_word), metric, number_cell(result.changed, 4)) +
        "\n");
}

}  // namespace

void print_text(const Report& report, std::size_t top) {
  const PatchingResult& result = report.result;
  const std::string metric(tr(patch_metric(result.question.metric).title));
  print(tr("step {1}, {2} forward passes; 0: as corrupted, 1: as clean", std::to_string(report.step),
           std::to_string(result.passes)) +
        "\n");
  print_clean(result, metric);
  print_corrupted(result, metric);
  for (const PatchBlock& block : result.blocks) print_block(result, block);
  print("\n");
  for (const PatchCellPlace& place : strongest_cells(result, top))
    print(printable(cell_sentence(result, result.blocks[place.block], place.cell)) + "\n");
}

}  // namespace attnlab::patching
