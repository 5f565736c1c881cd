// The similarity matrix: the cosine of each two of the chosen words.
#include <algorithm>

#include "app/base/format.h"
#include "app/features/vectors/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {
namespace {

/// The cosines, made anew for other rows or vectors.
struct SimilarKept {
  VectorResultsPtr of;
  std::vector<Index> rows;
  std::vector<float> cosines;
  std::vector<std::string> names;
};

/// The chosen words; without any, the word that is looked at and those nearest to it.
std::vector<Index> similar_rows(const VectorsFrame& frame) {
  std::vector<Index> rows = frame.chosen;
  if (rows.empty() && frame.focus >= 0) {
    rows.push_back(frame.focus);
    for (const Neighbour& near : nearest_of_focus(frame)) rows.push_back(near.id);
  }
  if (rows.size() > kMostSimilar) rows.resize(kMostSimilar);
  return rows;
}

const SimilarKept& similar_kept(const VectorsFrame& frame, const std::vector<Index>& rows) {
  SimilarKept& kept = frame.model.remembered<SimilarKept>();
  if (kept.of == frame.kept && kept.rows == rows) return kept;
  kept.of = frame.kept;
  kept.rows = rows;
  kept.cosines = similarity_matrix(frame.set().rows, kept.rows);
  kept.names.clear();
  for (const Index row : kept.rows) {
    const std::string& name = frame.set().names[static_cast<std::size_t>(row)];
    kept.names.push_back(frame.table().of == VectorTable::Of::Tokens ? frame.word_of_its_place(row) : name);
  }
  return kept;
}

std::string similar_words(const VectorsFrame& frame) {
  std::string words =
      "Each cell is the cosine of two vectors: 1 in the same direction, 0 at right angles, −1 opposite.";
  if (frame.chosen.empty())
    return words + frame.in_words(" No {words} are chosen: these are the {word} looked at and its nearest.");
  if (frame.chosen.size() > kMostSimilar)
    words += " The first " + std::to_string(kMostSimilar) + " of " + format_count(std::ssize(frame.chosen)) +
             frame.in_words(" chosen {words}.");
  return words;
}

}  // namespace

void draw_vector_similarity(const VectorsFrame& frame) {
  const std::vector<Index> rows = similar_rows(frame);
  if (rows.empty())
    return empty_note(frame.in_words("No {words} are chosen."), "Choose some among the points.");
  wrapped_text(fonts().ui, theme().palette.text_dim, similar_words(frame));
  ImGui::Dummy({0, em() * 0.2f});
  const SimilarKept& kept = similar_kept(frame, rows);
  const int count = static_cast<int>(kept.rows.size());
  HeatMapOptions o;
  o.title = "Cosines";
  o.detail = frame.table().title;
  o.role = Role::Residual;
  o.scale = {Scale::Diverging, RangeMode::Fixed, {-1, 1}};
  o.rows.names = o.cols.names = kept.names;
  o.target = "vectors.similarity";
  o.tensor = "cosine";
  const auto focus = std::ranges::find(kept.rows, frame.focus);
  if (focus != kept.rows.end()) o.highlight_row = static_cast<int>(focus - kept.rows.begin());
  const HeatMapResult r = heat_map("similarity", matrix_view(kept.cosines.data(), count, count), o);
  const int pressed = r.clicked ? r.clicked->row : r.clicked_row_label;
  if (pressed >= 0) frame.look_at(kept.rows[static_cast<std::size_t>(pressed)]);
}

}  // namespace attnlab
