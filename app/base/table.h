// Table: rows of cells under declared columns, from which aligned text, CSV and JSON are made.
#pragma once

#include <concepts>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// Nothing, a number, yes or no, a text, or several texts. A number that is not finite is nothing.
class TableCell {
 public:
  using Texts = std::vector<std::string>;
  using Value = std::variant<std::monostate, bool, Index, float, double, std::string, Texts>;

  TableCell() = default;
  TableCell(std::nullopt_t) {}
  TableCell(bool value) : value_(value) {}
  template <std::integral T>
  TableCell(T value) : value_(static_cast<Index>(value)) {}
  TableCell(float value);
  TableCell(double value);
  TableCell(std::string value) : value_(std::move(value)) {}
  TableCell(std::string_view value) : value_(std::string(value)) {}
  TableCell(const char* value) : value_(std::string(value)) {}
  TableCell(Texts value) : value_(std::move(value)) {}
  template <typename T>
  TableCell(const std::optional<T>& value) {
    if (value) *this = TableCell(*value);
  }

  const Value& value() const { return value_; }

 private:
  Value value_;
};

/// A number that is written in float's precision.
TableCell float_cell(double value);

/// A column: its name in CSV and JSON. In text, its title is the translation of tr_mark("name_of_it"), or
/// else the name with spaces for "_".
struct Column {
  enum class Kind {
    Plain,
    Token,  ///< texts of tokens, which text has in quotes
    Hidden  ///< not in text
  };
  Column(const char* named) : name(named) {}
  Column(std::string named, int digits = 4) : name(std::move(named)), decimals(digits) {}
  Column(std::string named, Kind of) : name(std::move(named)), kind(of) {}

  std::string name;
  int decimals = 4;  ///< of numbers with a fraction, in text
  Kind kind = Kind::Plain;
};

Column token_column(std::string name);
Column hidden_column(std::string name);

class Table {
 public:
  Table(std::string name, std::vector<Column> columns);

  /// Adds a row with one cell a column. Throws std::logic_error for another number of cells.
  void add(std::vector<TableCell> cells);
  /// Adds the rows of a table with the same columns.
  void append(Table other);
  /// The table with one more column, at the left, with the same cell in each row.
  Table begun_with(Column column, const TableCell& cell) const;

  const std::string& name() const { return name_; }
  bool empty() const { return rows_.empty(); }

  /// Lines with columns below each other, "–" in an empty cell; "none" if the table has no rows.
  std::string text() const;
  /// A line of titles and a line a row, with commas between (RFC 4180). Numbers are in the shortest form that
  /// reads back to the same bits.
  std::string csv() const;
  /// Writes csv() into a file. Throws as OutputFile.
  void write_csv(const std::filesystem::path& file) const;
  /// An array with an object a row.
  nlohmann::ordered_json json() const;

 private:
  std::string name_;
  std::vector<Column> columns_;
  std::vector<std::vector<TableCell>> rows_;
};

/// Adds `more` to `all`: rows to tables of the same name, which begin with the column "step" where `step`
/// names one.
void add_tables(std::vector<Table>& all, std::vector<Table> more, std::optional<Index> step = {});

}  // namespace attnlab
