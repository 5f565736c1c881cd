// Commands of attention by hand: its numbers, its score and mask, and what is selected.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/state/commands/command_table.h"
#include "app/state/hand_cell.h"
#include "app/state/hand_choice.h"
#include "core/analysis/experiments/hand_examples.h"
#include "core/config/rows.h"
#include "core/io/hand/hand_file.h"
#include "core/io/hand/hand_numbers.h"
#include "core/io/hand/hand_report.h"
#include "core/language/messages.h"
#include "core/text/escaped_text.h"

namespace attnlab::commands {

namespace {

/// The choices of the view, for a change after which the inspector shows the step on the stage.
HandChoice& hand_choice(Target& d) {
  leave_hand_trail(d.state.choices.of<HandChoice>());
  return d.state.choices.of<HandChoice>();
}

/// The cursor also selects in the steps: a row of Q its query, a row of K or V its key, a column its feature.
void follow_cursor(HandChoice& choice) {
  const HandCursor& c = choice.cursor;
  const HandMatrixKind& kind = hand_matrix(c.matrix);
  if (kind.rows == &HandSizes::queries) choice.query = c.row;
  if (kind.rows == &HandSizes::keys) choice.key = c.row;
  if (!kind.score) choice.feature = c.column;
}

/// The cursor within its matrix, which the score reads.
void keep_cursor(HandChoice& choice) {
  HandCursor& c = choice.cursor;
  if (!reads(choice.numbers, hand_matrix(c.matrix))) c = HandCursor();
  const HandMatrix& m = choice.numbers.*hand_matrix(c.matrix).cells;
  c.row = clamp_index(c.row, m.rows), c.to_row = clamp_index(c.to_row, m.rows);
  c.column = clamp_index(c.column, m.columns), c.to_column = clamp_index(c.to_column, m.columns);
}

/// Takes changed numbers; throws if they are not valid.
void take(Target& d, HandAttention changed) {
  validate(changed);
  HandChoice& choice = hand_choice(d);
  choice.numbers = std::move(changed);
  keep_cursor(choice);
  // Other scores have other steps: the step is the one that is shown.
  choice.step = std::string(hand_tensor(*hand_trace(choice.numbers), choice).site->name);
}

/// A cell of a matrix: arguments `first`, and the two after it.
struct HandPlace {
  const HandMatrixKind& kind;
  Index row, column;
};
HandPlace place_in(const HandAttention& numbers, const Arguments& a, std::size_t first, Index rows,
                   Index columns) {
  const HandMatrixKind& kind = hand_matrix(a.text(first));
  const HandMatrix& m = numbers.*kind.cells;
  return {kind, a.whole(first + 1, 0, std::max(m.rows, rows) - 1),
          a.whole(first + 2, 0, std::max(m.columns, columns) - 1)};
}

void hand_cell_set(Target& d, const Arguments& a, const Limits&) {
  HandAttention changed = d.state.choices.of<HandChoice>().numbers;
  const HandPlace place = place_in(changed, a, 0, 1, 1);
  (changed.*place.kind.cells).at(place.row, place.column) = hand_number(a.text(3));
  take(d, std::move(changed));
}

/// Makes room for a block that ends before `row` and `column` of a matrix.
void make_room(HandAttention& hand, const HandMatrixKind& kind, Index row, Index column) {
  HandSizes sizes = sizes_of(hand);
  const HandMatrix& m = hand.*kind.cells;
  if (row > m.rows && !kind.rows) throw std::invalid_argument(tr("the matrix {1} has one row", kind.member));
  if (row > m.rows) sizes.*kind.rows = row;
  if (column > m.columns) sizes.*kind.columns = column;
  if (row > kMostByHand || column > kMostByHand)
    throw std::invalid_argument(
        tr("the pasted cells do not fit into the matrix, which has at most {1} rows and columns",
           std::to_string(kMostByHand)));
  if (sizes != sizes_of(hand)) resize(hand, sizes);
}

void hand_paste(Target& d, const Arguments& a, const Limits&) {
  HandAttention changed = d.state.choices.of<HandChoice>().numbers;
  const HandPlace place = place_in(changed, a, 0, 1, 1);
  const std::vector<std::vector<double>> block = hand_block(a.text(3));
  const Index rows = std::ssize(block), columns = std::ssize(block[0]);
  make_room(changed, place.kind, place.row + rows, place.column + columns);
  HandMatrix& m = changed.*place.kind.cells;
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < columns; ++c) m.at(place.row + r, place.column + c) = block[r][c];
  take(d, std::move(changed));
  HandCursor& cursor = d.state.choices.of<HandChoice>().cursor;
  if (cursor.matrix != place.kind.name) return;
  cursor = {cursor.matrix, place.row, place.column, place.row + rows - 1, place.column + columns - 1};
}

void hand_clear(Target& d, const Arguments&, const Limits&) {
  HandAttention changed = d.state.choices.of<HandChoice>().numbers;
  const HandCursor& c = d.state.choices.of<HandChoice>().cursor;
  HandMatrix& m = changed.*hand_matrix(c.matrix).cells;
  for (Index r = std::min(c.row, c.to_row); r <= std::max(c.row, c.to_row); ++r)
    for (Index k = std::min(c.column, c.to_column); k <= std::max(c.column, c.to_column); ++k) m.at(r, k) = 0;
  take(d, std::move(changed));
}

/// "tokens=3 features=2": so many queries and as many keys.
void hand_size(Target& d, const Arguments& a, const Limits&) {
  HandAttention changed = d.state.choices.of<HandChoice>().numbers;
  HandSizes sizes = sizes_of(changed);
  a.text(0);
  for (const std::string& word : a.all()) {
    const std::size_t sign = word.find('=');
    if (sign == std::string::npos) a.fail();
    const std::string name = word.substr(0, sign), value = word.substr(sign + 1);
    if (name != "tokens") set_field(hand_size_fields(sizes), name, value, "size");
    for (const char* both : {"queries", "keys"})
      if (name == "tokens") set_field(hand_size_fields(sizes), both, value, "size");
  }
  resize(changed, sizes);
  take(d, std::move(changed));
}

void hand_names(Target& d, const Arguments& a, const Limits&) {
  HandAttention changed = d.state.choices.of<HandChoice>().numbers;
  const std::string of = a.text(0);
  const std::vector<std::string> names(a.all().begin() + 1, a.all().end());
  if (of != "queries" && of != "keys" && of != "tokens") a.fail();
  if (of != "keys") changed.query_names = names;
  if (of != "queries") changed.key_names = names;
  take(d, std::move(changed));
}

void hand_score(Target& d, const Arguments& a, const Limits&) {
  HandAttention changed = d.state.choices.of<HandChoice>().numbers;
  changed.score = std::string(score_kind(a.text(0)).name);
  take(d, std::move(changed));
}

void hand_scale(Target& d, const Arguments& a, const Limits&) {
  HandAttention changed = d.state.choices.of<HandChoice>().numbers;
  const bool scaled = changed.score == "scaled_dot";
  if (!scaled && changed.score != "dot")
    throw std::invalid_argument(tr("√d_k only divides dot products, not the score {1}", changed.score));
  changed.score = a.flag(0, scaled) ? "scaled_dot" : "dot";
  take(d, std::move(changed));
}

void hand_beta(Target& d, const Arguments& a, const Limits&) {
  HandAttention changed = d.state.choices.of<HandChoice>().numbers;
  if (!score_kind(changed.score).has_sharpness)
    throw std::invalid_argument(
        tr("β is the sharpness of the score cosine, not of {1}: use hand.score cosine", changed.score));
  changed.sharpness = a.number(0, 0, kMostSharpness);
  take(d, std::move(changed));
}

void hand_mask_set(Target& d, const Arguments& a, const Limits&) {
  HandAttention changed = d.state.choices.of<HandChoice>().numbers;
  a.text(0);
  changed.mask = a.joined();
  take(d, std::move(changed));
}

/// Of the named query and key, or of the selected ones.
void hand_see(Target& d, const Arguments& a, const Limits&) {
  const HandChoice& now = d.state.choices.of<HandChoice>();
  HandAttention changed = now.numbers;
  std::vector<std::string> rows = hand_mask(changed);
  const Index queries = changed.query.rows, keys = changed.key.rows;
  const bool named = a.has(1);
  const Index query = named ? a.whole(0, 0, queries - 1) : clamp_index(now.query, queries),
              key = named ? a.whole(1, 0, keys - 1) : clamp_index(now.key, keys);
  char& cell = rows[query][key];
  cell = a.flag(named ? 2 : 0, cell == '1') ? '1' : '0';
  changed.mask.clear();
  for (const std::string& row : rows) changed.mask += (changed.mask.empty() ? "" : "/") + row;
  take(d, std::move(changed));
}

void hand_open(Target& d, const Arguments& a, const Limits&) {
  const HandExample& example = hand_example(a.text(0));
  take(d, example.make());
  const auto part = std::ranges::find(hand_parts(), example.name, &HandPart::example);
  if (part != hand_parts().end()) d.state.choices.of<HandChoice>().part = std::string(part->name);
}

void hand_random(Target& d, const Arguments& a, const Limits&) {
  const HandChoice& now = d.state.choices.of<HandChoice>();
  const Index seed = a.has(0) ? a.whole(0, 0, 1000000) : now.draws + 1;
  const HandAttention drawn = random_hand(sizes_of(now.numbers), static_cast<std::uint64_t>(seed));
  HandAttention changed = now.numbers;
  for (const auto cells : {&HandAttention::query, &HandAttention::key, &HandAttention::value})
    changed.*cells = drawn.*cells;
  take(d, std::move(changed));
  d.state.choices.of<HandChoice>().draws = seed;
}

void hand_select(Target& d, const Arguments& a, const Limits&) {
  const HandAttention& numbers = d.state.choices.of<HandChoice>().numbers;
  const HandPlace place = place_in(numbers, a, 0, 1, 1);
  if (!reads(numbers, place.kind))
    throw std::invalid_argument(tr("the score {1} does not read {2}", numbers.score, place.kind.member));
  const HandMatrix& m = numbers.*place.kind.cells;
  HandCursor cursor{std::string(place.kind.name), place.row, place.column, place.row, place.column};
  if (a.has(3)) cursor.to_row = a.whole(3, 0, m.rows - 1), cursor.to_column = a.whole(4, 0, m.columns - 1);
  HandChoice& choice = hand_choice(d);
  choice.cursor = cursor;
  follow_cursor(choice);
}

struct HandMove {
  std::string_view name;
  Index rows, columns;
};
constexpr HandMove kHandMoves[] = {{"left", 0, -1}, {"right", 0, 1}, {"up", -1, 0}, {"down", 1, 0}};

void hand_move(Target& d, const Arguments& a, const Limits&) {
  const HandMove& move = a.row(0, kHandMoves);
  HandChoice& choice = hand_choice(d);
  HandCursor& c = choice.cursor;
  c.row += move.rows, c.column += move.columns;
  keep_cursor(choice);
  c.to_row = c.row, c.to_column = c.column;
  follow_cursor(choice);
}

void hand_look(Target& d, const Arguments& a, const Limits&) {
  HandChoice& choice = hand_choice(d);
  look_at(choice, *hand_trace(choice.numbers), {a.text(0), a.indices(1)});
}

void hand_query(Target& d, const Arguments& a, const Limits&) {
  const Index query = a.whole(0, 0, d.state.choices.of<HandChoice>().numbers.query.rows - 1);
  hand_choice(d).query = query;
}

void hand_key(Target& d, const Arguments& a, const Limits&) {
  const Index key = a.whole(0, 0, d.state.choices.of<HandChoice>().numbers.key.rows - 1);
  hand_choice(d).key = key;
}

/// Puts the step before or after on the stage, or the one that is named.
void hand_step(Target& d, const Arguments& a, const Limits&) {
  HandChoice& choice = hand_choice(d);
  const TracePtr pass = hand_trace(choice.numbers);
  const std::vector<const TraceTensor*> steps = hand_steps(*pass);
  auto at = std::ranges::find(steps, &hand_tensor(*pass, choice));
  if (a.text(0) == "next") {
    at += at + 1 == steps.end() ? 0 : 1;
  } else if (a.text(0) == "previous") {
    at -= at == steps.begin() ? 0 : 1;
  } else {
    at = std::ranges::find(steps, a.text(0), [](const TraceTensor* step) { return step->site->name; });
    if (at == steps.end()) throw std::invalid_argument(tr("there is no step {1}", a.text(0)));
  }
  choice.step = std::string((*at)->site->name);
}

void hand_inspect(Target& d, const Arguments& a, const Limits&) {
  HandChoice& choice = d.state.choices.of<HandChoice>();
  follow_by_hand(choice, *hand_trace(choice.numbers), {a.text(0), a.indices(1)});
}

void hand_inspect_here(Target& d, const Arguments& a, const Limits&) {
  HandChoice& choice = d.state.choices.of<HandChoice>();
  explain_aside_by_hand(choice, *hand_trace(choice.numbers), {a.text(0), a.indices(1)});
}

void hand_back(Target& d, const Arguments&, const Limits&) {
  HandChoice& choice = d.state.choices.of<HandChoice>();
  back_by_hand(choice, *hand_trace(choice.numbers));
}

struct CopyForm {
  std::string_view name;
  std::string (*text)(const HandAttention& hand, int digits);
};
constexpr CopyForm kCopyForms[] = {
    {"text", [](const HandAttention& hand,
                int digits) { return hand_text(hand, *hand_trace(hand), digits, Operands::Shown); }},
    {"csv", [](const HandAttention& hand, int) { return hand_tables_csv(*hand_trace(hand)); }},
    {"latex", [](const HandAttention& hand, int digits) { return hand_latex(*hand_trace(hand), digits); }},
    {"json", [](const HandAttention& hand, int) { return escaped_dump(hand_to_json(hand), 2) + "\n"; }}};

void hand_copy(Target& d, const Arguments& a, const Limits&) {
  const CopyForm& form = a.row(0, kCopyForms);
  d.actions.window.copy_text(
      form.text(d.state.choices.of<HandChoice>().numbers, static_cast<int>(d.screen.digits)));
}

}  // namespace

std::span<const Entry> hand() {
  static const std::string matrices = joined_names(hand_matrices()), scores = joined_names(score_kinds()),
                           examples = joined_names(hand_examples()), moves = joined_names(kHandMoves),
                           copy_forms = joined_names(kCopyForms), cell = matrices + " ROW COLUMN",
                           filled = cell + " NUMBER", pasted = cell + " NUMBERS",
                           region = cell + " [TO_ROW TO_COLUMN]",
                           masks = "none|" + mask_usages("|") + "|100/110/111";
  static const Entry kEntries[] = {
      {{"hand.cell", filled, tr_mark("by hand: type a number into a matrix"), Sender::Lessons, Undo::Each},
       hand_cell_set},
      {{"hand.paste", pasted,
        tr_mark("by hand: paste numbers, starting at a cell; separate columns with tabs, rows with ; or line "
                "breaks"),
        Sender::Lessons, Undo::Each},
       hand_paste},
      {{"hand.clear", "", tr_mark("by hand: set the selected cells to 0"), Sender::Lessons, Undo::Each},
       hand_clear},
      {{"hand.size", "tokens|queries|keys|features|values|hidden=N …",
        tr_mark("by hand: set the sizes, 1 to 8"), Sender::Lessons, Undo::Each},
       hand_size},
      {{"hand.names", "tokens|queries|keys [NAME …]", tr_mark("by hand: name the tokens"), Sender::Lessons,
        Undo::Each},
       hand_names},
      {{"hand.score", scores, tr_mark("by hand: choose the score"), Sender::Lessons, Undo::Each}, hand_score},
      {{"hand.scale", "on|off|toggle", tr_mark("by hand: divide the dot products by √d_k, or not"),
        Sender::Lessons, Undo::Each},
       hand_scale},
      {{"hand.beta", "X", tr_mark("by hand: set the sharpness of the score cosine, 0 to 1000"),
        Sender::Lessons, Undo::Merged},
       hand_beta},
      {{"hand.mask", masks, tr_mark("by hand: choose the mask"), Sender::Lessons, Undo::Each}, hand_mask_set},
      {{"hand.see", "[QUERY KEY] on|off|toggle", tr_mark("by hand: mask or unmask a key for a query"),
        Sender::Lessons, Undo::Each},
       hand_see},
      {{"hand.open", examples, tr_mark("by hand: open an example"), Sender::Lessons, Undo::Each}, hand_open},
      {{"hand.random", "[SEED]",
        tr_mark("by hand: draw queries, keys, and values from a normal distribution"), Sender::Lessons,
        Undo::Each},
       hand_random},
      {{"hand.select", region, tr_mark("by hand: select cells of a matrix"), Sender::Lessons, Undo::None},
       hand_select},
      {{"hand.move", moves, tr_mark("by hand: select the neighboring cell"), Sender::Lessons, Undo::None},
       hand_move},
      {{"hand.look", "TENSOR I,J,…", tr_mark("by hand: show a step, and select one of its cells"),
        Sender::Lessons, Undo::Each},
       hand_look},
      {{"hand.query", "N", tr_mark("by hand: select a query"), Sender::Lessons, Undo::Each}, hand_query},
      {{"hand.key", "N", tr_mark("by hand: select a key"), Sender::Lessons, Undo::Each}, hand_key},
      {{"hand.step", "next|previous|NAME", tr_mark("by hand: show another step"), Sender::Lessons,
        Undo::Each},
       hand_step},
      {{"hand.inspect", "TENSOR I,J,…", tr_mark("by hand: explain a cell, and show it"), Sender::Lessons,
        Undo::Each},
       hand_inspect},
      {{"hand.inspect.here", "TENSOR I,J,…", tr_mark("by hand: explain a cell without changing the stage"),
        Sender::Lessons, Undo::Each},
       hand_inspect_here},
      {{"hand.back", "", tr_mark("by hand: go back to the previous number"), Sender::Lessons, Undo::Each},
       hand_back},
      {{"hand.copy", copy_forms, tr_mark("by hand: copy every step, or the input numbers as JSON"),
        Sender::User, Undo::None},
       hand_copy},
  };
  return kEntries;
}

}  // namespace attnlab::commands
