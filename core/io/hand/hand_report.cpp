// Hand report: the tables of attention by hand, written.
#include "core/io/hand/hand_report.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/io/files/csv_lines.h"
#include "core/io/hand/hand_numbers.h"
#include "core/language/language.h"
#include "core/language/messages.h"
#include "core/text/utf8.h"
#include "core/trace/derivation_text.h"
#include "core/trace/hand_sites.h"

namespace attnlab {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string padding(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, count_code_points(text)), ' ');
}

std::size_t widest_name(const std::vector<std::string>& names) {
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, count_code_points(name));
  return width;
}

std::string without_end_blanks(std::string line) {
  while (line.ends_with(' ')) line.pop_back();
  return line + "\n";
}

/// Numbers in columns under their names.
std::string table_text(const HandTable& table, int digits) {
  const std::size_t names = widest_name(table.rows);
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::size_t width = count_code_points(table.columns[c]);
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      width = std::max(width, count_code_points(number_text(table.at(r, c), digits)));
    widths.push_back(width);
  }
  std::string head(names, ' '), text;
  for (std::size_t c = 0; c < widths.size(); ++c)
    head += "  " + padding(table.columns[c], widths[c]) + table.columns[c];
  text = without_end_blanks(head);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    std::string line = table.rows[r] + padding(table.rows[r], names);
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string number = number_text(table.at(r, c), digits);
      line += "  " + padding(number, widths[c]) + number;
    }
    text += line + "\n";
  }
  return text;
}

bool is_computed(const HandTable& table) { return table.tensor && table.tensor->node->producer; }

Derivation derivation_at(const Trace& trace, const HandTable& table, std::size_t cell) {
  const auto index = table.tensor->shape.index_of(table.first + static_cast<Index>(cell));
  return trace.explain(table.tensor->name, std::span(index.data(), table.tensor->shape.rank()));
}

/// "  cat, The: 0.50×0.70 + … = 0.76" for each cell, after the formula.
std::string operands_text(const Trace& trace, const HandTable& table, int digits) {
  std::string text;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const Derivation derivation = derivation_at(trace, table, i);
    if (i == 0) text += "  " + derivation.formula + "\n";
    text += "  " + table.rows[i / table.columns.size()] + ", " + table.columns[i % table.columns.size()] +
            ": " + derivation_text(derivation, {digits, 0}) + "\n";
  }
  return text;
}

std::string options_text(const HandAttention& hand) {
  const ScoreKind& kind = score_kind(hand.score);
  std::string text = tr("score {1}: {2}", hand.score, kind.formula) + "\n";
  if (kind.has_sharpness) text += "β " + hand_number_text(hand.sharpness) + "\n";
  return text + tr("mask {1}", hand.mask) + "\n";
}

/// Of a value on the tape, the shortest text that gives the same bits.
std::string exact_cell(const HandTable& table, double value) {
  char digits[40];
  const auto write = [&](auto number) { return std::to_chars(digits, digits + sizeof digits, number).ptr; };
  return {digits, table.tensor ? write(Real(value)) : write(value)};
}

OrderedJson table_json(const Trace& trace, const HandTable& table) {
  OrderedJson json = {
      {"name", table.name}, {"title", table.title}, {"rows", table.rows}, {"columns", table.columns}};
  OrderedJson rows = OrderedJson::array(), cells = OrderedJson::array();
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    OrderedJson row = OrderedJson::array();
    for (std::size_t c = 0; c < table.columns.size(); ++c) row.push_back(number_json(table.at(r, c)));
    rows.push_back(std::move(row));
  }
  json["values"] = std::move(rows);
  for (std::size_t i = 0; is_computed(table) && i < table.cells.size(); ++i)
    cells.push_back(derivation_json(derivation_at(trace, table, i)));
  if (!cells.empty()) json["cells"] = std::move(cells);
  return json;
}

}  // namespace

std::string hand_text(const HandAttention& hand, const Trace& trace, int digits, Operands operands) {
  std::string text = options_text(hand);
  for (const HandTable& table : hand_tables(trace)) {
    text += "\n" + table.title + "\n" + table_text(table, digits);
    if (operands == Operands::Shown && is_computed(table)) text += operands_text(trace, table, digits);
  }
  return text;
}

std::string hand_tables_csv(const Trace& trace) {
  const InEnglish for_programs;
  std::string text;
  for (const HandTable& table : hand_tables(trace)) {
    text += (text.empty() ? "" : "\n") + csv_field(table.title);
    for (const std::string& column : table.columns) text += "," + csv_field(column);
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
      if (i % table.columns.size() == 0) text += "\n" + csv_field(table.rows[i / table.columns.size()]);
      text += "," + exact_cell(table, table.cells[i]);
    }
    text += "\n";
  }
  return text;
}

OrderedJson hand_report_json(const HandAttention& hand, const Trace& trace) {
  const InEnglish for_programs;
  OrderedJson json = {{"score", hand.score}};
  if (score_kind(hand.score).has_sharpness) json["beta"] = hand.sharpness;
  json["mask"] = hand.mask;
  json["d_k"] = hand.query.columns;
  json["tables"] = OrderedJson::array();
  for (const HandTable& table : hand_tables(trace)) json["tables"].push_back(table_json(trace, table));
  return json;
}

}  // namespace attnlab
