// Token rows as text and as CSV.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/cli/token_rows.h"
#include "core/text/escaped_text.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;

/// Columns with texts that may begin with a space, or hold a line end.
constexpr std::array<std::string_view, 5> kTokenColumns{"token", "left", "right", "word", "parts"};

/// "\"t\" \"he\"".
std::string all_in_quotes(const Json& texts) {
  std::string all;
  for (const Json& text : texts) all += (all.empty() ? "" : " ") + quoted_piece(text);
  return all;
}

std::string number_words(const Json& number, int decimals) {
  return number.is_number_float() ? number_cell(number.get<double>(), decimals) : number.dump();
}

std::string text_cell(const std::string& column, const Json& value, int decimals) {
  if (value.is_null()) return "–";
  if (value.is_array()) return all_in_quotes(value);
  if (value.is_number()) return number_words(value, decimals);
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "";
  const auto text = value.get<std::string>();
  return std::ranges::find(kTokenColumns, column) == kTokenColumns.end() ? text : quoted_piece(text);
}

/// In quotes, with quotes inside doubled, where it holds what separates cells or lines (RFC 4180).
std::string csv_field(const Json& value) {
  if (value.is_null()) return "";
  std::string text = value.is_array()                          ? all_in_quotes(value)
                     : value.is_number() || value.is_boolean() ? value.dump()
                                                               : escaped_text(value.get<std::string>());
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
  return '"' + text + '"';
}

std::vector<std::string> titles_of(const TokenTable& table) {
  std::vector<std::string> titles;
  if (!table.rows->empty())
    for (const auto& [name, value] : table.rows->front().items()) titles.push_back(name);
  return titles;
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i ? "," : "") + cells[i];
  return line + "\n";
}

}  // namespace

std::string as_text(const TokenTable& table) {
  std::vector<std::string> titles = titles_of(table);
  if (titles.empty()) return "none\n";
  for (std::string& title : titles) std::ranges::replace(title, '_', ' ');
  TextTable text(titles);
  for (const Json& row : *table.rows) {
    std::vector<std::string> cells;
    for (const auto& [name, value] : row.items()) cells.push_back(text_cell(name, value, table.decimals));
    text.add(std::move(cells));
  }
  return text.text();
}

std::string as_csv(const TokenTable& table) {
  std::string all = csv_line(titles_of(table));
  for (const Json& row : *table.rows) {
    std::vector<std::string> cells;
    for (const Json& value : row) cells.push_back(csv_field(value));
    all += csv_line(cells);
  }
  return all;
}

}  // namespace attnlab
