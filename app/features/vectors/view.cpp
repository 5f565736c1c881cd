// Vectors: embeddings, output vectors, positions and states as points. Also the similarity matrix, and pairs
// that play. Script names: vectors.part[0,i] are the parts, vectors.of opens the list of tables,
// vectors.of[0,i] are those; more in frame.h.
#include <algorithm>

#include "app/base/format.h"
#include "app/base/noun.h"
#include "app/features/vectors/choice.h"
#include "app/features/vectors/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/playing.h"
#include "app/views/common/view_page.h"
#include "app/views/input_bar/token_fields.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/popup_place.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/tokens/token_text.h"
#include "core/config/no_such_kind.h"
#include "core/trace/patch_grid.h"

namespace attnlab {
namespace {

/// Once a frame: while pairs play, moves to the next one.
void play_vector_pairs(const ViewModel& model, const Emit& emit) {
  const bool can = model.windows && on_stage(model.state, vectors::kFeature) &&
                   model.state.choices.of<VectorsChoice>().shows_pairs();
  const Playing::Now now = clock_of(model, vectors::kFeature, can);
  if (now == Playing::Now::Cannot) emit({"vectors.play", {"off"}});
  if (now == Playing::Now::Begins) emit({"vectors.pair", {"here"}});
  if (now == Playing::Now::Due) emit({"vectors.pair", {"next"}});
}

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

/// Script name: vectors.similarity[row,col].
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

struct VectorsPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const VectorsFrame& frame);
  bool of_pairs = false;  ///< only of models that learn pairs of words
};
constexpr VectorsPart kVectorsParts[] = {{"points", "points", draw_vector_map},
                                         {"similarity", "similarity", draw_vector_similarity},
                                         {"pairs", "pairs that are learnt", draw_vector_pairs, true}};

/// The nearest rows of one row; `of` keeps the vectors that they are among.
struct NearestKept {
  VectorResultsPtr of;
  Index row = -1;
  std::vector<Neighbour> near;
};
struct NearestFocus : NearestKept {};
struct NearestHovered : NearestKept {};

constexpr Index kNearestShown = 10;

const std::vector<Neighbour>& nearest_kept(const VectorsFrame& frame, NearestKept& kept, Index row) {
  if (kept.of != frame.kept || kept.row != row)
    kept = {frame.kept, row,
            row < 0 ? std::vector<Neighbour>{} : nearest_rows(frame.set().rows, row, kNearestShown)};
  return kept.near;
}

/// The rows of a vocabulary that the text has.
std::vector<Index> rows_in_text(const Trace& trace, const VectorTable& table) {
  std::vector<Index> rows;
  if (table.of != VectorTable::Of::Entries) return rows;
  const auto pieces = std::ssize(pieces_of(trace, side_of_table(table)));
  for (Index i = 0; i < pieces; ++i)
    if (const Index row = row_at_position(trace, table, i); row >= 0) rows.push_back(row);
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

void draw_table_list(const VectorsFrame& frame) {
  const std::vector<VectorTable>& tables = frame.results().tables;
  std::vector<const char*> titles;
  for (const VectorTable& table : tables) titles.push_back(table.title.c_str());
  if (text_button("vectors.of", Icon::ChevronDown, frame.table().title, "Which vectors are points"))
    ImGui::OpenPopup("vectors of");
  place_next_popup({ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  if (!ImGui::BeginPopup("vectors of")) return;
  const float width = widest(titles, em() * 10);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const Box box = box_at(ImGui::GetCursorScreenPos(), {width, ImGui::GetFontSize()});
    if (ImGui::Selectable(titles[i], tables[i] == frame.table(), 0, box.size()))
      frame.emit({"vectors.of", {tables[i].name}});
    mark("vectors.of[0," + std::to_string(i) + "]", box);
  }
  ImGui::EndPopup();
}

/// "331 vectors of 24 numbers, at step 800".
std::string set_words(const VectorsFrame& frame) {
  const VectorResults& r = frame.results();
  std::string words =
      format_count(r.set.rows.count()) + " vectors of " + format_count(r.set.rows.width) + " numbers";
  if (r.set.table.changes()) words += ", at step " + format_count(r.step);
  return words;
}

void draw_head(const VectorsFrame& frame) {
  draw_table_list(frame);
  ImGui::SameLine(0, em() * 0.8f);
  const std::string words = set_words(frame);
  const float width = text_size(fonts().ui, words).x + em() * 0.2f;
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
  const Box box = reserve({width, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, words, Align::Left, Cut::Meant);
}

VectorsFrame vectors_frame(const ViewModel& model, const Emit& emit, VectorResultsPtr kept) {
  const VectorTable& table = kept->set.table;
  VectorsFrame frame{model, emit, *model.trace, model.state.choices.of<VectorsChoice>(), kept, -1, {}, {}};
  const Index count = kept->set.rows.count();
  frame.focus = focused_row(model.state, *model.trace, table);
  if (frame.focus >= count) frame.focus = -1;
  frame.chosen = chosen_rows(frame.choice, table);
  std::erase_if(frame.chosen, [&](Index row) { return row >= count; });
  frame.in_text = rows_in_text(*model.trace, table);
  return frame;
}

void draw_vectors(const ViewModel& model, const Emit& emit) {
  const VectorResultsPtr kept = model.analyses ? model.analyses->of<VectorResults>() : nullptr;
  if (!kept) return empty_note("The vectors are being laid out …");
  const VectorsFrame frame = vectors_frame(model, emit, kept);
  const bool pairs = model.windows != nullptr;
  const VectorsPart& part = choose_row(
      "vectors.part", kVectorsParts, frame.choice.part,
      [&](const std::string& name) { frame.choose("part", name); },
      [&](const VectorsPart& each) { return pairs || !each.of_pairs; });
  if (!part.of_pairs) draw_head(frame);
  part.draw(frame);
}

}  // namespace

NounForms VectorsFrame::noun() const {
  if (table().kind == &kFeatureVectors) return {"feature", "features"};
  switch (table().of) {
    case VectorTable::Of::Positions: return {"position", "positions"};
    case VectorTable::Of::Entries: return table().source ? kWordNoun : said_noun(model.format);
    case VectorTable::Of::Tokens: {
      const TraceTensor* const states = trace.find(table().name);
      return states && runs_over_patches(trace, *states, 1) ? NounForms{"patch", "patches"} : kWordNoun;
    }
  }
  no_such_kind("rows of vectors");
}

std::string VectorsFrame::word(Index row) const {
  return display_token(set().names[static_cast<std::size_t>(row)]);
}

std::string VectorsFrame::word_of_its_place(Index row) const {
  if (table().of != VectorTable::Of::Tokens) return word(row);
  return word(row) + " (" + std::to_string(position_of_row(trace, table(), row)) + ")";
}

bool VectorsFrame::is_chosen(Index row) const { return std::ranges::binary_search(chosen, row); }
bool VectorsFrame::is_in_text(Index row) const { return std::ranges::binary_search(in_text, row); }

void VectorsFrame::look_at(Index row) const {
  const std::vector<Index> positions = positions_of_row(trace, table(), row);
  if (!positions.empty())
    choose_token(model, side_of_table(table()), static_cast<int>(positions.front()), emit);
  emit({"vectors.word", {std::to_string(row)}});
}

const std::vector<Neighbour>& nearest_of_focus(const VectorsFrame& frame) {
  return nearest_kept(frame, frame.model.remembered<NearestFocus>(), frame.focus);
}
const std::vector<Neighbour>& nearest_of_hovered(const VectorsFrame& frame, Index row) {
  return nearest_kept(frame, frame.model.remembered<NearestHovered>(), row);
}

std::string rows_text(std::span<const Index> rows) {
  std::string text;
  for (const Index row : rows) text += (text.empty() ? "" : ",") + std::to_string(row);
  return text.empty() ? "none" : text;
}

namespace vectors {
extern const ViewPage kPage = {.draw = draw_vectors, .play = play_vector_pairs};
}

}  // namespace attnlab
