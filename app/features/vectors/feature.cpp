// The view Vectors: its options, its keys, its row and its expressions. Every architecture has vectors: a
// table, or states.
#include <algorithm>
#include <stdexcept>

#include "app/feature/features.h"
#include "app/features/vectors/choice.h"
#include "app/state/app_state.h"
#include "app/state/expressions/expression_table.h"
#include "core/language/messages.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

/// The position of row 0 in the text: 1 if a class vector comes first.
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

namespace attnlab::expressions {
namespace {

/// Null while there are no points.
const VectorResults* vectors_of(const Asked& a) { return a.view.found<VectorResults>(); }

std::string points_in_sight(const Asked& a) {
  const VectorResults* const vectors = vectors_of(a);
  return vectors && !vectors->points.empty() ? std::to_string(vectors->points.size()) : "none";
}

/// −1 for none.
Index word_looked_at(const Asked& a) {
  const VectorResults* const vectors = vectors_of(a);
  if (!vectors) return -1;
  const Index row = focused_row(a.view.state, *a.view.trace, vectors->set.table);
  return row < vectors->set.rows.count() ? row : -1;
}

std::string vector_word(const Asked& a) {
  const Index row = word_looked_at(a);
  return row < 0 ? "none" : vectors_of(a)->set.names[static_cast<std::size_t>(row)];
}

std::string vector_near(const Asked& a) {
  const Index row = word_looked_at(a), wanted = number_in(a.argument(0));
  if (row < 0 || wanted < 1) return "none";
  const VectorSet& set = vectors_of(a)->set;
  const std::vector<Neighbour> near = nearest_rows(set.rows, row, wanted);
  return std::ssize(near) < wanted ? "none" : set.names[static_cast<std::size_t>(near.back().id)];
}

std::string paths_drawn(const Asked& a) {
  return std::to_string(vectors_of(a) ? vectors_of(a)->paths.size() : 0);
}

std::span<const ScriptExpression> vectors() {
  static constexpr ScriptExpression kRows[] = {
      {"vectors.points", "", tr_mark("the number of points in the view Vectors, or `none`"), points_in_sight},
      {"vectors.word", "", tr_mark("the name of the selected vector, or `none`"), vector_word, Needs::Trace},
      {"vectors.near", "N", tr_mark("the name of the N-th nearest vector to the selected one, from 1"),
       vector_near, Needs::Trace},
      {"vectors.chosen", "", tr_mark("the number of vectors in the selection"),
       [](const Asked& a) { return std::to_string(a.view.state.choices.of<VectorsChoice>().chosen.size()); }},
      {"vectors.paths", "", tr_mark("the number of vectors in the selection that have a path"), paths_drawn},
      {"pairing", "", tr_mark("whether the view plays training pairs of words: `yes` or `no`"),
       [](const Asked& a) { return yes_or_no(a.view.screen.plays == &vectors::kFeature); }},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab {
namespace {

constexpr double kMostComponent = 100000;

Fields vectors_fields(Choices& choices) {
  VectorsChoice& c = choices.of<VectorsChoice>();
  return {{"part", &c.part, tr_mark("the part of the view"), {}, {}, {"points", "similarity", "pairs"}},
          {"of", &c.of, tr_mark("which vectors, by tensor name; none: the first vectors of the model")},
          {"by", &c.by, tr_mark("the axes of the points"), {}, {}, {"pca", "directions", "neighbours"}},
          {"across", &c.across, tr_mark("the component of the horizontal axis"), 1, kMostComponent},
          {"up", &c.up, tr_mark("the component of the vertical axis"), 1, kMostComponent},
          {"from", &c.from, tr_mark("the vector at 0 of the horizontal axis; none: the component")},
          {"to", &c.to, tr_mark("the vector at 1 of the horizontal axis")},
          {"low", &c.low, tr_mark("the vector at 0 of the vertical axis; none: the component")},
          {"high", &c.high, tr_mark("the vector at 1 of the vertical axis")},
          {"a", &c.a, tr_mark("the first vector of the analogy a − b + c")},
          {"b", &c.b, tr_mark("the vector that is subtracted")},
          {"c", &c.c, tr_mark("the vector that is added")},
          {"search", &c.search, tr_mark("part of a name")},
          {"lasso", &c.lasso, tr_mark("dragging selects points")},
          {"paths", &c.paths, tr_mark("paths of the selection over the stored steps")},
          {"zoom", &c.zoom, tr_mark("in percent of the size at which all points are visible"), 100,
           VectorsChoice::kMostZoom},
          {"x", &c.x, tr_mark("the center of the visible part, from left to right"), 0, 1},
          {"y", &c.y, tr_mark("the center of the visible part, from top to bottom"), 0, 1},
          {"place", &c.place, tr_mark("the position in the text of the word whose pairs are shown"), 0},
          {"pair", &c.pair, tr_mark("which pair of that word"), 0}};
}

void forget_vectors(Choices& choices) {
  const VectorsChoice before = choices.of<VectorsChoice>();
  VectorsChoice& c = choices.of<VectorsChoice>() = VectorsChoice();
  c.part = before.shows_pairs() ? "points" : before.part;
  c.by = before.by;
  c.across = before.across;
  c.up = before.up;
  c.lasso = before.lasso;
  c.paths = before.paths;
}

bool of_points(const Choices& choices) { return choices.of<VectorsChoice>().shows_points(); }
bool of_pairs(const Choices& choices) { return choices.of<VectorsChoice>().shows_pairs(); }

constexpr ViewKey kVectorsKeys[] = {
    {"Left", "← → ↑ ↓", tr_mark("move over the points"), "vectors.pan -0.2 0", of_points},
    {"Right", "", tr_mark("move right"), "vectors.pan 0.2 0", of_points},
    {"Up", "", tr_mark("move up"), "vectors.pan 0 -0.2", of_points},
    {"Down", "", tr_mark("move down"), "vectors.pan 0 0.2", of_points},
    {"Plus", "+ − 0", tr_mark("zoom in, zoom out, show all points"), "vectors.zoom in", of_points},
    {"Shift+Plus", "", tr_mark("zoom in"), "vectors.zoom in", of_points},
    {"Minus", "", tr_mark("zoom out"), "vectors.zoom out", of_points},
    {"0", "", tr_mark("show all points"), "vectors.fit", of_points},
    {"X", "X", tr_mark("add the vector to the selection, or remove it"), "vectors.pick"},
    {"P", "P", tr_mark("show or hide the paths of the selection"), "choose vectors.paths toggle", of_points},
    {"Left", "← →", tr_mark("previous pair, next pair"), "vectors.pair previous", of_pairs},
    {"Right", "", tr_mark("next pair"), "vectors.pair next", of_pairs},
    {"P", "P", tr_mark("play the pairs, or stop"), "vectors.play toggle", of_pairs},
    {",", ", .", tr_mark("slower, faster"), "walk.pace slower", of_pairs},
    {".", "", tr_mark("faster"), "walk.pace faster", of_pairs},
};

/// The state part of the commands says the selected vector.
void drop_unsaid_vectors(AppState& state) {
  VectorsChoice& c = state.choices.of<VectorsChoice>();
  c.word = c.word_beside = -1;
}

}  // namespace

std::unique_ptr<Analysis> make_vector_analyses(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> vectors();
extern const StatePart kVectorsPart;
}  // namespace commands
namespace vectors {

const Feature kFeature = {.name = "vectors",
                          .title = tr_mark("Vectors"),
                          .group = &kWordsGroup,
                          .term = "embedding",
                          .key = "V",
                          .shared = {.cells = true, .matrices = true},
                          .keys = kVectorsKeys,
                          .options = vectors_fields,
                          .forget_model = forget_vectors,
                          .drop_unsaid = drop_unsaid_vectors,
                          .analysis = make_vector_analyses,
                          .commands = commands::vectors,
                          .part = &commands::kVectorsPart,
                          .expressions = expressions::vectors};

}  // namespace vectors

}  // namespace attnlab
