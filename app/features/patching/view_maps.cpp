// The grids of patching as heat maps, and sentences about them.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/base/format.h"
#include "app/features/patching/view_frame.h"
#include "app/views/common/hover.h"
#include "app/views/common/open_prediction.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/analysis/patching/edits.h"
#include "core/analysis/patching/words.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

/// A share without the noise of single precision, which would add digits to the map.
float share_in_figures(double share) {
  constexpr double kUnits = 1e5;
  return float(std::round(share * kUnits) / kUnits);
}

/// One block as a matrix with its labels.
struct PatchMap {
  std::vector<float> shares;
  std::vector<unsigned char> missing;
  std::vector<std::string> rows, columns;
};

/// The maps of one result.
struct PatchMaps {
  std::shared_ptr<const PatchingResult> of;
  std::uint64_t version = 1;
  std::vector<PatchMap> maps;
  float most = 1;  ///< the largest share of all blocks, at least 1
};

std::string column_name(const PatchingResult& result, const PatchBlock& block, std::size_t column) {
  const PatchedPart::Kind kind = patched_part(result.question.what).kind;
  if (kind == PatchedPart::Kind::Positions) return column_token(result, block, column);
  return kind == PatchedPart::Kind::Path ? line_brief(block.columns[column], names_stacks(result))
                                         : std::to_string(column);
}

PatchMap map_of(const PatchingResult& result, const PatchBlock& block) {
  PatchMap map;
  for (const PatchCell& cell : block.cells) {
    map.shares.push_back(share_in_figures(cell.share));
    map.missing.push_back(cell.there ? 0 : 1);
  }
  for (const PatchLine& row : block.rows) map.rows.push_back(line_brief(row, names_stacks(result)));
  for (std::size_t i = 0; i < block.columns.size(); ++i) map.columns.push_back(column_name(result, block, i));
  return map;
}

const PatchMaps& patching_maps_of(const PatchingFrame& frame) {
  PatchMaps& known = frame.model.remembered<PatchMaps>();
  const PatchingResult& result = *frame.results.result;
  if (known.of == frame.results.result) return known;
  known = {frame.results.result, known.version + 1, {}, 1};
  for (const PatchBlock& block : result.blocks) {
    known.maps.push_back(map_of(result, block));
    for (const float share : known.maps.back().shares) known.most = std::max(known.most, std::abs(share));
  }
  return known;
}

std::string patch_edit_of(const PatchingFrame& frame, const PatchBlock& block, std::size_t cell) {
  const PatchingResult& result = *frame.results.result;
  const std::optional<CellRegion> cells = patched_region(result, block, cell);
  return cells ? edit_text(patch_edit(*cells, result.question.pair.clean, frame.model.format)) : "";
}

/// The cell whose patch is an edit of the forward pass on screen.
Cell edited_cell(const PatchingFrame& frame, const PatchBlock& block) {
  const std::vector<std::string>& edits = frame.model.state.edits;
  const bool any =
      std::ranges::any_of(edits, [](const std::string& e) { return e.find(" from ") != e.npos; });
  for (std::size_t i = 0; any && i < block.cells.size(); ++i) {
    const std::string edit = patch_edit_of(frame, block, i);
    if (!edit.empty() && std::ranges::find(edits, edit) != edits.end())
      return {static_cast<int>(i / block.columns.size()), static_cast<int>(i % block.columns.size())};
  }
  return {};
}

std::string metric_number(const PatchingFrame& frame, double value) {
  return format_number(value, static_cast<int>(frame.model.screen.digits));
}

void draw_cell_tip(const PatchingFrame& frame, const PatchBlock& block, std::size_t cell, bool edited) {
  const PatchingResult& result = *frame.results.result;
  const std::string metric(tr(patch_metric(result.question.metric).title));
  begin_tooltip();
  if (!block.cells[cell].there) {
    wrapped_text(fonts().ui, theme().palette.text, tr("No path leads from this head to that one."),
                 em() * 24);
    return end_tooltip();
  }
  wrapped_text(fonts().ui, theme().palette.text, cell_sentence(result, block, cell), em() * 24);
  value_line(tr("share restored"), metric_number(frame, block.cells[cell].share));
  value_line(tr("{1} with the patch", metric), metric_number(frame, block.cells[cell].value));
  value_line(tr("on the corrupted text"), metric_number(frame, result.changed));
  value_line(tr("on the clean text"), metric_number(frame, result.clean));
  const bool path = patched_part(result.question.what).kind == PatchedPart::Kind::Path;
  dim_text(path     ? tr("Click to select the receiving head.")
           : edited ? tr("Click to undo the patch.")
                    : tr("Click to patch the forward pass on screen."));
  end_tooltip();
}

void select_head_of(const PatchingFrame& frame, const PatchLine& line) {
  const Index head = line.index, shared = frame.model.state.selection.heads_per_key;
  const bool of_keys = line.site && line.site->axes[2] == Axis::Key;
  frame.emit(
      {"select.attention",
       {std::string(attention_name(attention_of(line.place))), std::to_string(layer_number(line.place))}});
  frame.emit({"select.head", {std::to_string(of_keys ? head * shared : head)}});
}

void press_cell(const PatchingFrame& frame, const PatchBlock& block, std::size_t cell) {
  const PatchingResult& result = *frame.results.result;
  const PatchPair& pair = result.question.pair;
  if (!block.cells[cell].there) return;
  const std::optional<CellRegion> cells = patched_region(result, block, cell);
  if (!cells) return select_head_of(frame, block.columns[cell % block.columns.size()]);
  frame.emit({"patch.take",
              {cells->tensor + places_text(*cells), pair.clean.text, pair.changed.text, pair.clean.answer,
               pair.changed.answer}});
}

std::string map_title(const PatchingResult& result, const PatchBlock& block) {
  const PatchedPart& part = patched_part(result.question.what);
  if (part.kind == PatchedPart::Kind::Path)
    return tr("from the row's head into the {1} of the column's head",
              tr(path_input(result.question.into).title));
  const PairTokens& tokens = result.pair.tokens[0];
  const bool one_text = tokens.source.empty() || tokens.input.empty();
  const std::string text = one_text ? tr_mark("text") : block_title(result, block);
  return std::string(tr(part.title)) + " · " + std::string(tr(text));
}

/// Whether the columns of a block are the tokens on screen, the ones of the corrupted text.
bool reads_tokens_on_screen(const PatchingFrame& frame, const PatchBlock& block) {
  const PatchingResult& result = *frame.results.result;
  if (patched_part(result.question.what).kind != PatchedPart::Kind::Positions) return false;
  const bool source = block.text == Text::Source;
  const Trace& trace = *frame.model.trace;
  const PairTokens& changed = result.pair.tokens[1];
  const std::vector<Piece>& shown = source ? trace.source_pieces : trace.input_pieces;
  const std::vector<Piece>& read = source ? changed.source : changed.input;
  return shown.size() >= read.size() &&
         std::ranges::equal(read, std::span(shown).first(read.size()), {}, &Piece::id, &Piece::id);
}

/// The column of the token under the pointer; −1 for none.
int hovered_column(const PatchBlock& block) {
  const bool source = block.text == Text::Source;
  const HoveredToken &query = hovered().query, &key = hovered().key;
  const HoveredToken& token = query.position >= 0 && query.source == source ? query : key;
  const bool there = token.source == source && token.position < static_cast<int>(block.columns.size());
  return there ? token.position : -1;
}

void link_columns(const HeatMapResult& drawn, const PatchBlock& block) {
  HoverGrid grid;
  grid.box = drawn.cells;
  grid.whole = drawn.grid;
  grid.rows = static_cast<int>(block.rows.size());
  grid.columns = static_cast<int>(block.columns.size());
  grid.key_source = block.text == Text::Source;
  hover_grid(grid);
}

void draw_patching_map(const PatchingFrame& frame, std::size_t number, ImVec2 size) {
  const PatchingResult& result = *frame.results.result;
  const PatchBlock& block = result.blocks[number];
  const PatchMaps& maps = patching_maps_of(frame);
  const PatchMap& map = maps.maps[number];
  const PatchedPart::Kind kind = patched_part(result.question.what).kind;
  const std::string name = std::string("patching.map.") + (block.text == Text::Outer    ? "paths"
                                                           : block.text == Text::Source ? "source"
                                                                                        : "target");
  MatrixView view = matrix_view(map.shares.data(), static_cast<int>(block.rows.size()),
                                static_cast<int>(block.columns.size()), maps.version * 8 + number);
  view.mask = map.missing.data();
  HeatMapOptions o;
  o.title = map_title(result, block);
  o.role = kind == PatchedPart::Kind::Positions ? Role::Residual : Role::Output;
  o.scale = {Scale::Diverging, RangeMode::Fixed, {-maps.most, maps.most}};
  o.rows = {.names = map.rows, .title = kind == PatchedPart::Kind::Path ? tr("sender") : tr("layer")};
  o.cols = {.names = map.columns,
            .title = kind == PatchedPart::Kind::Positions ? tr("position")
                     : kind == PatchedPart::Kind::Heads   ? tr("head")
                                                          : tr("receiver")};
  o.size = size;
  o.square = false;
  o.largest_cell = 5;
  o.tooltip = false;
  o.target = name;
  o.edited = o.selected = edited_cell(frame, block);
  const bool linked = reads_tokens_on_screen(frame, block);
  if (linked) o.highlight_col = hovered_column(block);
  const HeatMapResult drawn = heat_map(name.c_str(), view, o);
  if (linked) link_columns(drawn, block);
  const auto cell_of = [&](const Cell& cell) {
    return static_cast<std::size_t>(cell.row) * block.columns.size() + static_cast<std::size_t>(cell.col);
  };
  if (drawn.hovered) draw_cell_tip(frame, block, cell_of(*drawn.hovered), o.edited == *drawn.hovered);
  if (drawn.clicked) press_cell(frame, block, cell_of(*drawn.clicked));
}

/// "Clean: “k”, logit difference 3.2. Corrupted: “x”, logit difference −2.9. …"
std::string both_words(const PatchingFrame& frame) {
  const PatchingResult& r = *frame.results.result;
  return tr(
      "Clean: “{1}”, {2} {3}. Corrupted: “{4}”, {2} {5}. In the maps of step {6}, 0 is the corrupted and "
      "1 the clean value.",
      r.pair.clean_word, tr(patch_metric(r.question.metric).title), metric_number(frame, r.clean),
      r.pair.changed_word, metric_number(frame, r.changed), format_count(frame.results.step));
}

/// The strongest cells in words.
std::string found_words(const PatchingResult& result) {
  std::string words;
  for (const PatchCellPlace& place : strongest_cells(result, 3))
    words += (words.empty() ? "" : " ") + cell_sentence(result, result.blocks[place.block], place.cell);
  return words.empty() ? tr("No single part restores a notable share of the answer.") : words;
}

/// What is patched, the values of both texts, and the result, which waits for the prediction of a lesson.
void draw_patching_sentences(const PatchingFrame& frame) {
  const PatchingResult& result = *frame.results.result;
  wrapped_text(fonts().ui, theme().palette.text_dim,
               std::string(tr(patched_part(result.question.what).sentence)) + " " + both_words(frame));
  if (is_prediction_open(frame.model))
    dim_text(tr("The result appears here after your prediction."));
  else
    wrapped_text(fonts().ui, theme().palette.text, found_words(result));
}

/// The height below which the numbers of a map have no room.
float least_map_height(const PatchingResult& result) {
  std::size_t rows = 1;
  for (const PatchBlock& block : result.blocks) rows = std::max(rows, block.rows.size());
  return em() * (9 + 1.3f * float(rows));
}

void draw_patching_blocks(const PatchingFrame& frame, ImVec2 room, float least) {
  const PatchingResult& result = *frame.results.result;
  const auto count = float(result.blocks.size());
  const float gap = em();
  const bool beside = room.x > room.y * 1.2f || room.y < em() * 24;
  ImVec2 each = beside ? ImVec2{(room.x - gap * (count - 1)) / count, room.y}
                       : ImVec2{room.x, (room.y - gap * (count - 1)) / count};
  each.y = std::max(each.y, least);
  for (std::size_t i = 0; i < result.blocks.size(); ++i) {
    if (i > 0 && beside) ImGui::SameLine(0, gap);
    ImGui::BeginGroup();
    draw_patching_map(frame, i, each);
    ImGui::EndGroup();
  }
}

}  // namespace

void draw_patching_maps(const PatchingFrame& frame) {
  const float least = least_map_height(*frame.results.result);
  const bool low = !frame.model.figure && ImGui::GetContentRegionAvail().y < least;
  if (!low) {
    draw_patching_sentences(frame);
    ImGui::Dummy({0, em() * 0.3f});
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  draw_patching_blocks(frame, low ? ImVec2{room.x - ImGui::GetStyle().ScrollbarSize, room.y} : room, least);
  if (low) draw_patching_sentences(frame);  // below the maps in a low window
}

}  // namespace attnlab
