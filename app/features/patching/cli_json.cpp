// Patching report: JSON on standard output.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/features/patching/cli_report.h"
#include "core/analysis/patching/words.h"
#include "core/language/language.h"

namespace attnlab::patching {
namespace {

using Json = nlohmann::ordered_json;

Json side_json(const PatchText& text, const std::string& word, double value) {
  return {{"text", text.text}, {"answer", word}, {"value", finite_or_null(value)}};
}

/// A line with its tensor, its title and, for a head, its number.
Json line_json(const PatchLine& line, bool stack) {
  const InEnglish for_programs;
  Json json = {{"tensor", line.tensor}, {"title", line_title(line, stack)}};
  if (line.index >= 0) json["head"] = line.index;
  return json;
}

Json column_json(const PatchingResult& result, const PatchBlock& block, std::size_t column) {
  switch (patched_part(result.question.what).kind) {
    case PatchedPart::Kind::Positions:
      return {{"position", column}, {"token", column_token(result, block, column)}};
    case PatchedPart::Kind::Heads: return {{"head", column}};
    case PatchedPart::Kind::Path: return line_json(block.columns[column], names_stacks(result));
  }
  return {};
}

/// [rows][columns]; null for cells that do not exist.
Json cells_json(const PatchBlock& block, double PatchCell::*number) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < block.rows.size(); ++r) {
    Json row = Json::array();
    for (std::size_t c = 0; c < block.columns.size(); ++c)
      row.push_back(block.at(r, c).there ? finite_or_null(block.at(r, c).*number) : Json());
    rows.push_back(row);
  }
  return rows;
}

Json block_json(const PatchingResult& result, const PatchBlock& block) {
  Json rows = Json::array(), columns = Json::array();
  for (const PatchLine& line : block.rows) rows.push_back(line_json(line, names_stacks(result)));
  for (std::size_t c = 0; c < block.columns.size(); ++c) columns.push_back(column_json(result, block, c));
  return {{"text", block_title(result, block)},
          {"rows", rows},
          {"columns", columns},
          {"values", cells_json(block, &PatchCell::value)},
          {"shares", cells_json(block, &PatchCell::share)}};
}

}  // namespace

void print_json(const Report& report) {
  const PatchingResult& result = report.result;
  Json json = {{"step", report.step}, {"what", result.question.what}, {"metric", result.question.metric}};
  if (patched_part(result.question.what).kind == PatchedPart::Kind::Path) json["into"] = result.question.into;
  json["clean"] = side_json(result.question.pair.clean, result.pair.clean_word, result.clean);
  json["changed"] = side_json(result.question.pair.changed, result.pair.changed_word, result.changed);
  json["passes"] = result.passes;
  Json blocks = Json::array();
  for (const PatchBlock& block : result.blocks) blocks.push_back(block_json(result, block));
  json["blocks"] = blocks;
  print_json_object(json);
}

}  // namespace attnlab::patching
