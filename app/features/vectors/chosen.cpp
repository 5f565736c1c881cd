// Which vectors are shown, and the row that the selected token has among them.
#include "app/features/vectors/chosen.h"

#include <algorithm>

#include "app/features/vectors/choice.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

/// The position of row 0 in the text: 1 where a class vector comes first, and the rows begin behind it.
Index first_position(const Trace& trace, const VectorTable& table) {
  return table.of == VectorTable::Of::Tokens ? position_of_row(trace, table, 0) : 0;
}

}  // namespace

const VectorTable& shown_table(const VectorsChoice& choice, const std::vector<VectorTable>& tables) {
  const auto found = std::ranges::find(tables, choice.of, &VectorTable::name);
  return found == tables.end() ? tables.front() : *found;
}

TextSide side_of_table(const VectorTable& table) {
  return table.source ? TextSide::Source : TextSide::Target;
}

Index selected_position(const AppState& state, const Trace& trace, const VectorTable& table) {
  const SelectedTokens tokens = selected_tokens(state, trace, side_of_table(table));
  return tokens.query >= 0 ? tokens.query : tokens.key;
}

Index row_at_position(const Trace& trace, const VectorTable& table, Index position) {
  const std::vector<Piece>& pieces = pieces_of(trace, side_of_table(table));
  if (position < 0 || position >= std::ssize(pieces)) return -1;
  const Index row = table.of == VectorTable::Of::Entries ? pieces[static_cast<std::size_t>(position)].id
                                                         : position - first_position(trace, table);
  return row >= 0 && row < table.count ? row : -1;
}

std::vector<Index> positions_of_row(const Trace& trace, const VectorTable& table, Index row) {
  std::vector<Index> positions;
  for (Index i = 0; i < std::ssize(pieces_of(trace, side_of_table(table))); ++i)
    if (row_at_position(trace, table, i) == row) positions.push_back(i);
  return positions;
}

Index focused_row(const AppState& state, const Trace& trace, const VectorTable& table) {
  const VectorsChoice& choice = state.choices.of<VectorsChoice>();
  const Index position = selected_position(state, trace, table);
  const bool chosen = choice.word >= 0 && choice.word < table.count && choice.word_beside == position;
  return chosen ? choice.word : row_at_position(trace, table, position);
}

std::vector<Index> chosen_rows(const VectorsChoice& choice, const VectorTable& table) {
  std::vector<Index> rows = choice.chosen;
  std::erase_if(rows, [&](Index row) { return row >= table.count; });
  return rows;
}

}  // namespace attnlab
