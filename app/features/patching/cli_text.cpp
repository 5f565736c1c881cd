// Patching report: tables and sentences on standard output.
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/features/patching/cli_report.h"
#include "core/analysis/patching/words.h"

namespace attnlab::patching {
namespace {

std::string column_words(const PatchingResult& result, const PatchBlock& block, std::size_t column) {
  switch (patched_part(result.question.what).kind) {
    case PatchedPart::Kind::Positions:
      return std::to_string(column) + " " + column_token(result, block, column);
    case PatchedPart::Kind::Heads: return "head " + std::to_string(column);
    case PatchedPart::Kind::Path: return line_brief(block.columns[column], names_stacks(result));
  }
  return "";
}

/// "0.83"; "" where there is no cell.
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
  std::printf("\n%s, %s\n%s", std::string(patched_part(result.question.what).title).c_str(),
              printable(block_title(result, block)).c_str(), table.text().c_str());
}

void print_side(const char* name, const PatchText& text, const std::string& word, double value,
                const std::string& metric) {
  std::printf("%s: %s  answer %s, %s %s\n", name, quoted_piece(text.text).c_str(), quoted_piece(word).c_str(),
              metric.c_str(), number_cell(value, 4).c_str());
}

}  // namespace

void print_text(const Report& report, std::size_t top) {
  const PatchingResult& result = report.result;
  const std::string metric(patch_metric(result.question.metric).title);
  std::printf("step %lld, %lld passes; 0 is as changed, 1 as clean\n", static_cast<long long>(report.step),
              static_cast<long long>(result.passes));
  print_side("clean", result.question.pair.clean, result.pair.clean_word, result.clean, metric);
  print_side("changed", result.question.pair.changed, result.pair.changed_word, result.changed, metric);
  for (const PatchBlock& block : result.blocks) print_block(result, block);
  std::printf("\n");
  for (const PatchCellPlace& place : strongest_cells(result, top))
    std::printf("%s\n", printable(cell_sentence(result, result.blocks[place.block], place.cell)).c_str());
}

}  // namespace attnlab::patching
