// The view By hand: its options, its keys and its row; its expressions.
#include <stdexcept>

#include "app/feature/features.h"
#include "app/feature/opened_features.h"
#include "app/state/app_state.h"
#include "app/state/expressions/expression_table.h"
#include "app/state/hand_cell.h"
#include "app/state/hand_choice.h"
#include "app/state/limits.h"
#include "core/analysis/experiments/hand_examples.h"
#include "core/io/hand/hand_numbers.h"
#include "core/language/messages.h"

namespace attnlab::expressions {
namespace {

const HandChoice& hand_in(const Asked& a) { return a.view.state.choices.of<HandChoice>(); }

std::string typed_number(const Asked& a) {
  const HandMatrix& m = hand_in(a).numbers.*hand_matrix(a.argument(0)).cells;
  const Index row = number_in(a.argument(1)), column = number_in(a.argument(2));
  if (row < 0 || row >= m.rows || column < 0 || column >= m.columns)
    throw std::invalid_argument(
        tr("the matrix {1} does not have a cell {2} {3}", a.argument(0), a.argument(1), a.argument(2)));
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

std::span<const ScriptExpression> hand() {
  static constexpr ScriptExpression kRows[] = {
      {"hand.cell", "", tr_mark("the selected cell of the step of attention by hand, NAME[I,J,…]"),
       [](const Asked& a) { return hand_cell(*hand_trace(hand_in(a).numbers), hand_in(a)).text(); }},
      {"hand.number", "MATRIX ROW COLUMN", tr_mark("a number that was typed"), typed_number},
      {"hand.cursor", "", tr_mark("`q[0,1]`, or `q[0,1] to [2,3]`: the selected cells of the typed numbers"),
       cursor_place},
      {"hand.sizes", "", tr_mark("the numbers of queries, keys, and features"), sizes_text},
      {"hand.score", "", tr_mark("the score by hand"),
       [](const Asked& a) { return hand_in(a).numbers.score; }},
      {"hand.mask", "", tr_mark("the mask by hand"), [](const Asked& a) { return hand_in(a).numbers.mask; }},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab {
namespace {

constexpr HandPart kHandParts[] = {{"numbers", tr_mark("Step by step"), "cat"},
                                   {"order", tr_mark("Another order"), "order"},
                                   {"sharpness", tr_mark("Sharpness β"), "lookup"},
                                   {"widths", tr_mark("Why √d_k"), "widths"}};

Fields hand_fields(Choices& choices) {
  HandChoice& c = choices.of<HandChoice>();
  std::vector<Choice> parts;
  for (const HandPart& part : kHandParts) parts.emplace_back(part.name, part.title);
  return {{"part", &c.part, tr_mark("what is shown"), {}, {}, parts},
          {"order", &c.order, tr_mark("the permutation of the keys, by number"), 0, 1000000},
          {"seed", &c.seed, tr_mark("the seed of the random vectors"), 0, 1000000},
          {"keys", &c.keys, tr_mark("the number of keys per query of the random vectors"), 2,
           double(kMostWidthKeys)}};
}

bool has_way_back(const Choices& choices) {
  return choices.of<HandChoice>().explained && !choices.of<HandChoice>().trail.empty();
}

bool of_numbers(const Choices& choices) { return choices.of<HandChoice>().part == "numbers"; }

constexpr ViewKey kHandKeys[] = {
    {"Backspace", "Backspace", tr_mark("back to the previous number"), "hand.back", has_way_back},
    {"Left", "← → ↑ ↓", tr_mark("neighboring cell"), "hand.move left", of_numbers},
    {"Right", "", tr_mark("cell to the right"), "hand.move right", of_numbers},
    {"Up", "", tr_mark("cell above"), "hand.move up", of_numbers},
    {"Down", "", tr_mark("cell below"), "hand.move down", of_numbers},
    {"Delete", "Delete", tr_mark("set the selected cells to 0"), "hand.clear", of_numbers},
    {"X", "X", tr_mark("mask or unmask the selected key"), "hand.see toggle", of_numbers},
    {"PageUp", "Page Up, Page Down", tr_mark("previous, next step"), "hand.step previous", of_numbers},
    {"PageDown", "", tr_mark("next step"), "hand.step next", of_numbers},
};

void copy_hand(Choices& to, const Choices& from) {
  to.of<HandChoice>().numbers = from.of<HandChoice>().numbers;
  to.of<HandChoice>().draws = from.of<HandChoice>().draws;
}

void drop_unsaid_hand(AppState& state) {
  HandChoice& c = state.choices.of<HandChoice>();
  c.trail.clear();
  const HandSizes sizes = sizes_of(c.numbers);
  c.query = clamp_index(c.query, sizes.queries);
  c.key = clamp_index(c.key, sizes.keys);
}

}  // namespace

HandAttention first_hand_numbers() { return hand_examples().front().make(); }

std::span<const HandPart> hand_parts() { return kHandParts; }

namespace commands {
std::span<const Entry> hand();
extern const StatePart kHandPart;
}  // namespace commands
namespace hand {

const Feature kFeature = {.name = "hand",
                          .title = tr_mark("By hand"),
                          .group = &kArithmeticGroup,
                          .term = "attention",
                          .key = "B",
                          .keys = kHandKeys,
                          .options = hand_fields,
                          .copy_typed = copy_hand,
                          .drop_unsaid = drop_unsaid_hand,
                          .commands = commands::hand,
                          .part = &commands::kHandPart,
                          .expressions = expressions::hand};

}  // namespace hand

}  // namespace attnlab
