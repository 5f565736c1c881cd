// Expressions of attention by hand.
#include <stdexcept>

#include "app/state/expressions/expression_table.h"
#include "app/state/hand_cell.h"
#include "app/state/hand_choice.h"
#include "core/io/hand/hand_numbers.h"

namespace attnlab::expressions {

namespace {

const HandChoice& hand_in(const Asked& a) { return a.view.state.choices.of<HandChoice>(); }

std::string typed_number(const Asked& a) {
  const HandMatrix& m = hand_in(a).numbers.*hand_matrix(a.argument(0)).cells;
  const Index row = number_in(a.argument(1)), column = number_in(a.argument(2));
  if (row < 0 || row >= m.rows || column < 0 || column >= m.columns)
    throw std::invalid_argument("the matrix " + a.argument(0) + " has no such cell");
  return hand_number_text(m.at(row, column));
}

std::string cursor_place(const Asked& a) {
  const HandCursor& c = hand_in(a).cursor;
  const auto cell = [](Index row, Index column) {
    return "[" + std::to_string(row) + "," + std::to_string(column) + "]";
  };
  const bool one = c.row == c.to_row && c.column == c.to_column;
  return c.matrix + cell(c.row, c.column) + (one ? "" : " to " + cell(c.to_row, c.to_column));
}

std::string sizes_text(const Asked& a) {
  HandSizes sizes = sizes_of(hand_in(a).numbers);
  std::string text;
  for (const Field& field : hand_size_fields(sizes))
    text += (text.empty() ? "" : " ") + std::string(field.name) + "=" + field_text(field);
  return text;
}

}  // namespace

std::span<const ScriptExpression> hand() {
  static constexpr ScriptExpression kRows[] = {
      {"hand.cell", "", "the selected cell of the step of attention by hand, NAME[I,J,…]",
       [](const Asked& a) { return hand_cell(*hand_trace(hand_in(a).numbers), hand_in(a)).text(); }},
      {"hand.number", "MATRIX ROW COLUMN", "a number that was typed", typed_number},
      {"hand.cursor", "", "`q[0,1]`, or `q[0,1] to [2,3]`: the chosen cells of what was typed", cursor_place},
      {"hand.sizes", "", "how many queries, keys and features there are", sizes_text},
      {"hand.score", "", "what a score is by hand", [](const Asked& a) { return hand_in(a).numbers.score; }},
      {"hand.mask", "", "what each query may see by hand",
       [](const Asked& a) { return hand_in(a).numbers.mask; }},
  };
  return kRows;
}

}  // namespace attnlab::expressions
