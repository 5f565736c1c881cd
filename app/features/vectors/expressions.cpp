// Expressions of the view Vectors.
#include <stdexcept>

#include "app/features/vectors/choice.h"
#include "app/features/vectors/chosen.h"
#include "app/features/vectors/results.h"
#include "app/state/expressions/expression_table.h"

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

}  // namespace

std::span<const ScriptExpression> vectors() {
  static constexpr ScriptExpression kRows[] = {
      {"vectors.points", "", "points of the view Vectors, or `none` while there are none", points_in_sight},
      {"vectors.word", "", "the word that is looked at there, or `none`", vector_word, Needs::Trace},
      {"vectors.near", "N", "the N-th nearest word to it, 1 the nearest", vector_near, Needs::Trace},
      {"vectors.chosen", "", "how many words are chosen",
       [](const Asked& a) { return std::to_string(a.view.state.choices.of<VectorsChoice>().chosen.size()); }},
      {"vectors.paths", "", "how many of them have a path", paths_drawn},
      {"pairing", "", "pairs of words that are learnt go by: `yes` or `no`",
       [](const Asked& a) { return yes_or_no(a.view.screen.pairs_play); }},
  };
  return kRows;
}

}  // namespace attnlab::expressions
