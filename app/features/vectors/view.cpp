// Vectors: embeddings, output vectors, positions and states as points. Also the similarity matrix, and pairs
// that play. Script names: vectors.part[0,i] are the parts, vectors.of opens the list of tables,
// vectors.of[0,i] are those; more in frame.h.
#include <algorithm>

#include "app/base/format.h"
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
#include "core/language/messages.h"

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

/// The cosines, computed again for other rows or vectors.
struct SimilarKept {
  VectorResultsPtr of;
  std::vector<Index> rows;
  std::vector<float> cosines;
  std::vector<std::string> names;
};

/// The selection; if it is empty, the selected vector and the vectors nearest to it.
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
    kept.names.push_back(frame.table().of == VectorTable::Of::Tokens ? frame.name_with_position(row) : name);
  }
  return kept;
}

std::string similarity_text(const VectorsFrame& frame) {
  const std::string text =
      tr("Each cell is the cosine of two vectors: 1 for the same direction, 0 for a right angle, −1 for "
         "opposite directions.");
  if (frame.chosen.empty())
    return text + " " +
           tr("The selection is empty, so the map shows the selected vector and the vectors nearest to it.");
  if (frame.chosen.size() > kMostSimilar)
    return text + " " +
           tr("These are the first {1} of {2} vectors in the selection.", std::to_string(kMostSimilar),
              format_count(std::ssize(frame.chosen)));
  return text;
}

/// Script name: vectors.similarity[row,col].
void draw_vector_similarity(const VectorsFrame& frame) {
  const std::vector<Index> rows = similar_rows(frame);
  if (rows.empty()) return empty_note(tr("No vectors are selected."), tr("Select some in “points”."));
  wrapped_text(fonts().ui, theme().palette.text_dim, similarity_text(frame));
  ImGui::Dummy({0, em() * 0.2f});
  const SimilarKept& kept = similar_kept(frame, rows);
  const int count = static_cast<int>(kept.rows.size());
  HeatMapOptions o;
  o.title = tr("Cosines");
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
  bool of_pairs = false;  ///< only of models that train on pairs of words
};
constexpr VectorsPart kVectorsParts[] = {{"points", tr_mark("points"), draw_vector_map},
                                         {"similarity", tr_mark("similarity"), draw_vector_similarity},
                                         {"pairs", tr_mark("training pairs"), draw_vector_pairs, true}};

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
  if (text_button("vectors.of", Icon::ChevronDown, frame.table().title,
                  tr("Choose which vectors are plotted")))
    ImGui::OpenPopup("vectors of");
  place_next_popup({ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  if (!ImGui::BeginPopup("vectors of")) return;
  const float width = widest(titles, em() * 10);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const Box box = box_at(ImGui::GetCursorScreenPos(), {width, ImGui::GetFontSize()});
    const std::string label = tables[i].title + "###" + tables[i].name;
    if (ImGui::Selectable(label.c_str(), tables[i] == frame.table(), 0, box.size()))
      frame.emit({"vectors.of", {tables[i].name}});
    mark("vectors.of[0," + std::to_string(i) + "]", box);
  }
  ImGui::EndPopup();
}

/// "331 vectors of dimension 24 at step 800".
std::string set_text(const VectorsFrame& frame) {
  const VectorResults& r = frame.results();
  const Index count = r.set.rows.count();
  const std::string vectors = format_count(count), width = format_count(r.set.rows.width);
  if (!r.set.table.changes())
    return tr_plural("{1} vector of dimension {2}", "{1} vectors of dimension {2}", count, vectors, width);
  return tr_plural("{1} vector of dimension {2} at step {3}", "{1} vectors of dimension {2} at step {3}",
                   count, vectors, width, format_count(r.step));
}

void draw_head(const VectorsFrame& frame) {
  draw_table_list(frame);
  ImGui::SameLine(0, em() * 0.8f);
  const std::string text = set_text(frame);
  const float width = text_size(fonts().ui, text).x + em() * 0.2f;
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
  const Box box = reserve({width, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, text, Align::Left, Cut::Meant);
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
  if (!kept) return empty_note(tr("Computing the points…"));
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

std::string VectorsFrame::name(Index row) const {
  return display_token(set().names[static_cast<std::size_t>(row)]);
}

std::string VectorsFrame::name_with_position(Index row) const {
  if (table().of != VectorTable::Of::Tokens) return name(row);
  return name(row) + " (" + std::to_string(position_of_row(trace, table(), row)) + ")";
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
