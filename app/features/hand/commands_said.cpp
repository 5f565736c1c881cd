// Attention by hand as commands: its numbers, and what is selected.
#include <optional>

#include "app/state/commands/state_part.h"
#include "app/state/hand_cell.h"
#include "app/state/hand_choice.h"
#include "app/state/made_commands.h"
#include "core/config/number_text.h"
#include "core/io/hand/hand_numbers.h"

namespace attnlab::commands {

namespace {

std::string index_word(Index value) { return std::to_string(value); }

/// "1,2;3,4".
std::string cells_text(const HandMatrix& m) {
  std::string text;
  for (Index row = 0; row < m.rows; ++row)
    for (Index column = 0; column < m.columns; ++column)
      text += (column ? "," : row ? ";" : "") + hand_number_text(m.at(row, column));
  return text;
}

void say_sizes(const HandAttention& numbers, Commands& out) {
  HandSizes sizes = sizes_of(numbers);
  Command command{"hand.size", {}};
  for (const Field& field : hand_size_fields(sizes))
    command.arguments.push_back(std::string(field.name) + "=" + field_text(field));
  out.push_back(std::move(command));
}

void say_names(const char* of, const std::vector<std::string>& names, Commands& out) {
  Command command{"hand.names", {of}};
  command.arguments.insert(command.arguments.end(), names.begin(), names.end());
  out.push_back(std::move(command));
}

/// β can be set while the score has one, so before the score that may have none.
void say_score(const HandAttention& now, const HandAttention& wanted, Commands& out) {
  if (now.sharpness != wanted.sharpness) {
    if (!score_kind(now.score).has_sharpness) out.push_back({"hand.score", {"cosine"}});
    out.push_back({"hand.beta", {shortest_text(wanted.sharpness)}});
  }
  if (now.score != wanted.score || now.sharpness != wanted.sharpness)
    out.push_back({"hand.score", {wanted.score}});
}

/// Random numbers are drawn for their seed, from which the next ones count; then all numbers are said.
void say_numbers(const HandChoice& from, const HandChoice& to, Commands& out) {
  const HandAttention &now = from.numbers, &wanted = to.numbers;
  const bool drawn = from.draws != to.draws;
  if (drawn) out.push_back({"hand.random", {index_word(to.draws)}});
  if (now == wanted && !drawn) return;
  const bool other_sizes = sizes_of(now) != sizes_of(wanted);
  if (other_sizes) say_sizes(wanted, out);
  say_score(now, wanted, out);
  for (const HandMatrixKind& kind : hand_matrices())
    if (drawn || other_sizes || now.*kind.cells != wanted.*kind.cells)
      out.push_back({"hand.paste", {std::string(kind.name), "0", "0", cells_text(wanted.*kind.cells)}});
  if (other_sizes || now.query_names != wanted.query_names) say_names("queries", wanted.query_names, out);
  if (other_sizes || now.key_names != wanted.key_names) say_names("keys", wanted.key_names, out);
  if (other_sizes || now.mask != wanted.mask) out.push_back({"hand.mask", as_words(wanted.mask)});
}

bool has_axis(const Axes& axes, Axis wanted) {
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i] == wanted) return true;
  return false;
}

/// A cell of a step along whose axes a feature can be selected; none in a pass without such a step.
std::optional<CellName> cell_with_feature(const Trace& pass, HandChoice choice) {
  for (const TraceTensor* step : hand_steps(pass)) {
    if (!has_axis(step->site->axes, Axis::Feature)) continue;
    choice.step = std::string(step->site->name);
    return hand_cell(pass, choice);
  }
  return {};
}

/// The cursor selects a query, a key and a feature as well, so that these are said after it.
void say_place(const HandChoice& from, const HandChoice& to, Commands& out) {
  const std::size_t before = out.size();
  const HandCursor& c = to.cursor;
  if (from.cursor != c)
    out.push_back(
        {"hand.select",
         {c.matrix, index_word(c.row), index_word(c.column), index_word(c.to_row), index_word(c.to_column)}});
  const bool moved = out.size() > before;
  if (moved || from.feature != to.feature)
    if (const auto cell = cell_with_feature(*hand_trace(to.numbers), to))
      out.push_back(cell_command("hand.look", *cell));
  if (out.size() > before || from.step != to.step) out.push_back({"hand.step", {to.step}});
  if (out.size() > before || from.query != to.query) out.push_back({"hand.query", {index_word(to.query)}});
  if (out.size() > before || from.key != to.key) out.push_back({"hand.key", {index_word(to.key)}});
}

/// Whether the inspector explains these numbers or the model's: what was said last decides it.
void say_explained(const StateChange& c, bool said, Commands& out) {
  const HandChoice &from = c.from.choices.of<HandChoice>(), &to = c.to.choices.of<HandChoice>();
  bool explained = said || from.explained;
  const bool returns = from.aside && !to.aside && !said;
  if (to.aside && (said || from.aside != to.aside || (to.explained && !explained))) {
    out.push_back(cell_command("hand.inspect.here", *to.aside));
    explained = true;
  } else if (returns || (to.explained && !explained)) {
    out.push_back({"hand.query", {index_word(to.query)}});
    explained = true;
  }
  if (to.explained || !explained) return;
  const std::optional<CellName>& aside = c.to.aside;
  out.push_back(aside ? cell_command("inspect.here", *aside) : Command{"inspect.back", {}});
}

void say_hand(const StateChange& c, Commands& out) {
  const std::size_t before = out.size();
  say_numbers(c.from.choices.of<HandChoice>(), c.to.choices.of<HandChoice>(), out);
  say_place(c.from.choices.of<HandChoice>(), c.to.choices.of<HandChoice>(), out);
  say_explained(c, out.size() > before, out);
}

}  // namespace

extern const StatePart kHandPart = {.name = "the selection by hand", .say = say_hand};

}  // namespace attnlab::commands
