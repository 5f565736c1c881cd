// Rows: a kind of thing as a table. Each row has a name, as options write it, and a title, as screens show
// it.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/config/fields.h"
#include "core/config/nearest.h"

namespace attnlab {

/// One choice for each row.
template <typename Rows>
std::vector<Choice> choices_of(const Rows& rows) {
  std::vector<Choice> choices;
  for (const auto& row : rows) choices.emplace_back(row.name, row.title);
  return choices;
}

/// As choices_of(), of a constant table whose rows are called on screen what they are called in options.
template <typename Row, std::size_t N>
constexpr std::array<Choice, N> choices_by_name(const Row (&rows)[N]) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<Choice, N>{Choice(rows[I].name, rows[I].name)...};
  }
  (std::make_index_sequence<N>());
}

/// "pre|post|none": the names of all rows in their order, as a command's usage writes them.
template <typename Rows>
std::string joined_names(const Rows& rows, std::string_view between = "|") {
  std::string all;
  for (const auto& row : rows) all += (all.empty() ? "" : std::string(between)) + std::string(row.name);
  return all;
}

/// The row with this name; throws std::invalid_argument, "there is no KIND NAME", with near names. Allocates
/// nothing where there is such a row.
template <typename Rows>
const auto& row_named(const Rows& rows, std::string_view kind, std::string_view name) {
  for (const auto& row : rows)
    if (row.name == name) return row;
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  throw std::invalid_argument("there is no " + std::string(kind) + " " + std::string(name) +
                              did_you_mean(name, names));
}

}  // namespace attnlab
