// Table: the three forms of its cells.
#include "app/base/table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>

#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "core/io/files/csv_lines.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;

template <typename... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

/// The translation of a column's name; if there is none, the name with spaces for "_".
std::string title_of(const Column& column) {
  std::string title(tr(std::string_view(column.name)));
  if (title == column.name) std::ranges::replace(title, '_', ' ');
  return title;
}

/// "\"t\" \"he\"".
std::string all_in_quotes(const TableCell::Texts& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " ") + quoted_piece(text);
  return all;
}

template <typename Number>
std::string shortest(Number number) {
  char digits[40];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

std::string text_of(const Column& column, const TableCell& cell) {
  return std::visit(Overloaded{[](std::monostate) -> std::string { return "–"; },
                               [](bool value) -> std::string { return value ? tr("yes") : ""; },
                               [](Index value) { return std::to_string(value); },
                               [&](float value) { return number_cell(value, column.decimals); },
                               [&](double value) { return number_cell(value, column.decimals); },
                               [&](const std::string& value) {
                                 return column.kind == Column::Kind::Token ? quoted_piece(value) : value;
                               },
                               [](const TableCell::Texts& values) { return all_in_quotes(values); }},
                    cell.value());
}

std::string field_of(const TableCell& cell) {
  return std::visit(
      Overloaded{[](std::monostate) -> std::string { return ""; },
                 [](bool value) -> std::string { return value ? "true" : "false"; },
                 [](const std::string& value) { return csv_field(value); },
                 [](const TableCell::Texts& values) { return csv_field(all_in_quotes(values)); },
                 [](auto number) { return shortest(number); }},
      cell.value());
}

Json json_of(const TableCell& cell) {
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::monostate>)
          return Json(nullptr);
        else
          return Json(value);
      },
      cell.value());
}

template <typename Cells, typename Field>
std::string csv_line(const Cells& cells, const Field& field) {
  std::string line;
  for (const auto& cell : cells) line += (&cell == &cells.front() ? "" : ",") + field(cell);
  return line + "\n";
}

}  // namespace

TableCell::TableCell(float value) {
  if (std::isfinite(value)) value_ = value;
}

TableCell::TableCell(double value) {
  if (std::isfinite(value)) value_ = value;
}

TableCell float_cell(double value) { return static_cast<float>(value); }

Column token_column(std::string name) { return {std::move(name), Column::Kind::Token}; }
Column hidden_column(std::string name) { return {std::move(name), Column::Kind::Hidden}; }

Table::Table(std::string name, std::vector<Column> columns)
    : name_(std::move(name)), columns_(std::move(columns)) {}

void Table::add(std::vector<TableCell> cells) {
  if (cells.size() != columns_.size())
    throw std::logic_error("a row of the table " + name_ + " has " + std::to_string(cells.size()) +
                           " cells, but there are " + std::to_string(columns_.size()) + " columns");
  rows_.push_back(std::move(cells));
}

void Table::append(Table other) {
  for (std::vector<TableCell>& row : other.rows_) add(std::move(row));
}

Table Table::begun_with(Column column, const TableCell& cell) const {
  Table table = *this;
  table.columns_.insert(table.columns_.begin(), std::move(column));
  for (std::vector<TableCell>& row : table.rows_) row.insert(row.begin(), cell);
  return table;
}

std::string Table::text() const {
  if (rows_.empty()) return tr("none") + std::string("\n");
  std::vector<std::string> titles;
  const auto shown = [&](std::size_t c) { return columns_[c].kind != Column::Kind::Hidden; };
  for (std::size_t c = 0; c < columns_.size(); ++c)
    if (shown(c)) titles.push_back(title_of(columns_[c]));
  TextTable text(std::move(titles));
  for (const std::vector<TableCell>& row : rows_) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < row.size(); ++c)
      if (shown(c)) cells.push_back(text_of(columns_[c], row[c]));
    text.add(std::move(cells));
  }
  return text.text();
}

std::string Table::csv() const {
  std::string all = csv_line(columns_, [](const Column& column) { return csv_field(column.name); });
  for (const std::vector<TableCell>& row : rows_) all += csv_line(row, field_of);
  return all;
}

void Table::write_csv(const std::filesystem::path& file) const {
  OutputFile out(file);
  out.write(std::string_view(csv()));
  out.close();
}

Json Table::json() const {
  Json rows = Json::array();
  for (const std::vector<TableCell>& row : rows_) {
    Json object = Json::object();
    for (std::size_t c = 0; c < row.size(); ++c) object[columns_[c].name] = json_of(row[c]);
    rows.push_back(std::move(object));
  }
  return rows;
}

void add_tables(std::vector<Table>& all, std::vector<Table> more, std::optional<Index> step) {
  for (Table& table : more) {
    Table added = step ? table.begun_with("step", *step) : std::move(table);
    const auto same = std::ranges::find(all, added.name(), &Table::name);
    if (same == all.end())
      all.push_back(std::move(added));
    else
      same->append(std::move(added));
  }
}

}  // namespace attnlab
