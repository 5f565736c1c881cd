// One-hot times E: the one-hot row of the selected token beside the embedding table, and the row that it
// selects. Script names: tokens.table (all of E), tokens.onehot (x), tokens.rows (E around the row),
// tokens.product (x E).
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/base/format.h"
#include "app/features/tokens/view_frame.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/trace_matrices.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/tokens/token_text.h"
#include "core/analysis/vectors/one_hot.h"
#include "core/language/messages.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

/// The product in the last frame, and its color scale.
struct OneHotCache {
  TraceKey trace;
  TextSide side = TextSide::Target;
  Index row = -1;
  std::optional<OneHotProduct> product;
  ColourScale scale;  ///< of the whole table
};
std::string entry_words(const TokensFrame& frame, TokenId id);

/// The most rows of a table that is drawn as a whole.
constexpr int kMostWholeRows = 4096;
/// Width of the view from which the whole table is beside the rows, in em().
constexpr float kWholeBeside = 40;

/// Places and sizes of the maps, in pixels.
struct OneHotLayout {
  float whole = 0;    ///< width of the whole table; 0: it is not drawn
  float label = 0;    ///< of the rows' names
  float one_hot = 0;  ///< width of the column x
  float cell_width = 1, cell_height = 1;
  int first = 0, rows = 1;  ///< of E around the selected row

  /// Width of a row of E.
  float cells(const OneHotProduct& p) const { return cell_width * float(p.table->shape.last()); }

  OneHotLayout(const OneHotProduct& p, ImVec2 room) {
    const auto entries = static_cast<int>(p.one_hot.size());
    if (room.x > em() * kWholeBeside && entries <= kMostWholeRows) whole = std::floor(room.x * 0.18f);
    label = em() * 7;
    one_hot = em() * 3.2f;
    const float left = room.x - (whole > 0 ? whole + em() * 2 : 0) - label - one_hot - em() * 4;
    cell_width = std::max(std::floor(left) / float(p.table->shape.last()), 0.2f);
    cell_height = std::floor(em() * 1.35f);
    rows = std::clamp(static_cast<int>((room.y - em() * 12) / cell_height), 3, 33);
    rows = std::min(rows, entries);
    first = std::clamp(static_cast<int>(std::max<TokenId>(p.id, 0)) - rows / 2, 0, entries - rows);
  }
};

std::string table_size(const OneHotProduct& p) {
  return format_count(static_cast<std::int64_t>(p.one_hot.size())) + " × " +
         format_count(p.table->shape.last());
}

void inspect_cell(const TokensFrame& frame, const TensorSlice& slice, const std::optional<Cell>& cell) {
  if (!cell) return;
  std::string index;
  for (const Index i : slice.cell(*cell).index) index += (index.empty() ? "" : ",") + std::to_string(i);
  frame.emit({"inspect", {slice.tensor->name, index}});
}

/// The whole table E.
void draw_whole_table(const TokensFrame& frame, const OneHotCache& cache, const OneHotLayout& l, ImVec2 at,
                      float height) {
  const OneHotProduct& p = *cache.product;
  const TensorSlice whole = matrix_slice(p.table, 0, frame.model.trace_version);
  HeatMapOptions o;
  o.title = "E";
  o.detail = table_size(p);
  o.scale = cache.scale;
  o.rows.title = tr("vocabulary");
  o.cols.hidden = true;
  o.legend = false;
  o.target = "tokens.table";
  o.tensor = p.table->name;
  o.highlight_row = p.id;
  const ImVec2 offset = heat_map_offset(whole.view, o);
  o.cell_width = std::max((l.whole - offset.x) / float(whole.view.cols), 0.1f);
  o.cell_height = std::max((height - offset.y - em()) / float(whole.view.rows), 0.1f);
  move_cursor(at);
  const HeatMapResult r = heat_map("whole", whole.view, o);
  inspect_cell(frame, whole, r.clicked);
}

/// x as a column beside the rows of E that are drawn.
HeatMapResult draw_one_hot_column(const TokensFrame& frame, const OneHotCache& cache, const OneHotLayout& l,
                                  ImVec2 at) {
  const OneHotProduct& p = *cache.product;
  std::vector<std::string> names;
  for (int row = l.first; row < l.first + l.rows; ++row)
    names.push_back(fitted(fonts().small, entry_words(frame, row), l.label - em() * 3) + " · " +
                    std::to_string(row));
  HeatMapOptions o;
  o.title = "x";
  o.scale = {Scale::Sequential, RangeMode::Fixed, {0, 1}};
  o.rows = {.names = names};
  o.cols.hidden = true;
  o.legend = false;
  o.zooms_across = o.zooms_down = o.leads = false;
  o.cell_width = l.one_hot;
  o.cell_height = l.cell_height;
  o.target = "tokens.onehot";
  o.tensor = tr("one-hot");
  if (p.id >= 0) o.highlight_row = p.id - l.first;
  const MatrixView column = matrix_view(p.one_hot.data() + l.first, l.rows, 1);
  const float label = heat_map_offset(column, o).x;
  move_cursor({at.x + std::max(l.label - label, 0.0f), at.y});
  return heat_map("onehot", column, o);
}

HeatMapResult draw_table_rows(const TokensFrame& frame, const OneHotCache& cache, const OneHotLayout& l,
                              ImVec2 at, float top) {
  const OneHotProduct& p = *cache.product;
  const TensorSlice rows = row_range(matrix_slice(p.table, 0, frame.model.trace_version), l.first, l.rows);
  HeatMapOptions o;
  o.title = "E";
  const std::string range = tr("rows {1} to {2} of {3}", std::to_string(l.first),
                               std::to_string(l.first + l.rows - 1), table_size(p));
  o.detail = fitted(fonts().small, range, l.cells(p) - em() * 2);
  o.scale = cache.scale;
  o.rows.hidden = true;
  o.cols.hidden = true;
  o.zooms_down = false;
  o.cols_with = {{"tokens.product", MapAxis::Columns}};
  o.cell_width = l.cell_width;
  o.cell_height = l.cell_height;
  o.target = "tokens.rows";
  o.tensor = p.table->name;
  if (p.id >= 0) o.highlight_row = p.id - l.first;
  move_cursor({at.x, top - heat_map_offset(rows.view, o).y});
  const HeatMapResult r = heat_map("rows", rows.view, o);
  inspect_cell(frame, rows, r.clicked);
  return r;
}

/// x E below the columns of E.
void draw_product_row(const TokensFrame& frame, const OneHotCache& cache, const OneHotLayout& l,
                      ImVec2 below) {
  const OneHotProduct& p = *cache.product;
  HeatMapOptions o;
  o.title = p.factor == 1 ? "x E" : "√C · x E";
  o.detail = fitted(fonts().small, tr("the embedding at position {1}", std::to_string(frame.position())),
                    l.cells(p) - em() * 5);
  o.role = Role::Residual;
  o.scale = p.factor == 1 ? cache.scale : signed_scale();
  o.legend = p.factor != 1;
  o.rows.hidden = true;
  o.cols.title = tr("features");
  o.zooms_down = false;
  o.cols_with = {{"tokens.rows", MapAxis::Columns}};
  o.cell_width = l.cell_width;
  o.cell_height = std::floor(em() * 1.6f);
  o.target = "tokens.product";
  o.tensor = p.embedding->name;
  const MatrixView row = matrix_view(p.product.data(), 1, static_cast<int>(p.product.size()));
  move_cursor({below.x - heat_map_offset(row, o).x, below.y});
  const HeatMapResult r = heat_map("product", row, o);
  const TensorSlice there = row_range(matrix_slice(p.embedding, 0, frame.model.trace_version), p.row, 1);
  inspect_cell(frame, there, r.clicked);
}

/// Draws x beside the rows of E, x E below them and, if there is room, the whole E on the left. There must be
/// a product.
void draw_one_hot_maps(const TokensFrame& frame, const OneHotCache& cache) {
  const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const OneHotLayout l(*cache.product, room);
  float x = start.x;
  if (l.whole > 0) {
    draw_whole_table(frame, cache, l, start, room.y);
    x += l.whole + em() * 2;
  }
  const HeatMapResult column = draw_one_hot_column(frame, cache, l, {x, start.y});
  const float right = column.cells.max.x + em() * 1.5f;
  const HeatMapResult rows = draw_table_rows(frame, cache, l, {right, start.y}, column.cells.min.y);
  const float below = std::max(column.bounds.max.y, rows.bounds.max.y) + em() * 0.8f;
  draw_product_row(frame, cache, l, {rows.cells.min.x, below});
}

/// The row of the embeddings at the selected position: a class vector is put before them later.
Index embedding_row(const TokensFrame& frame) {
  const EmbeddingTensors tensors = embedding_tensors(frame.trace, text_of_side(frame.text.side));
  return frame.position() - (tensors.embedding ? first_piece(frame.trace, *tensors.embedding) : 0);
}

const OneHotCache& one_hot_cache(const TokensFrame& frame) {
  OneHotCache& kept = frame.model.remembered<OneHotCache>();
  const Index row = embedding_row(frame);
  if (kept.trace == frame.model.trace_key() && kept.side == frame.text.side && kept.row == row) return kept;
  kept = {frame.model.trace_key(), frame.text.side, row, {}, {}};
  kept.product = one_hot_product(frame.trace, text_of_side(frame.text.side), row);
  if (kept.product)
    kept.scale = shared_scale(matrix_slice(kept.product->table, 0, frame.model.trace_version).view);
  return kept;
}

/// "Position 2 reads “the”, token ID 17: x is 1 at entry 17 and 0 at the other 760 entries, so x E is row 17
/// of E."
std::string one_hot_words(const TokensFrame& frame, const OneHotProduct& p) {
  const std::string position = std::to_string(frame.position());
  const auto entries = static_cast<std::int64_t>(p.one_hot.size());
  if (p.id < 0)
    return tr(
        "Position {1} reads a token that the vocabulary does not have: x is 0 at all {2} entries, so x E "
        "is 0.",
        position, format_count(entries));
  const std::string words =
      tr("Position {1} reads “{2}”, token ID {3}: x is 1 at entry {3} and 0 at the other {4} entries, so x E "
         "is row "
         "{3} "
         "of E.",
         position, entry_words(frame, p.id), std::to_string(p.id), format_count(entries - 1));
  if (p.factor == 1) return words;
  return words + " " + tr("The model multiplies this row by √C = {1}.", format_number(p.factor, 4));
}

/// The check of the claim above.
std::string sum_words(const OneHotProduct& p) {
  const std::string rows = format_count(static_cast<std::int64_t>(p.one_hot.size())),
                    product = p.factor == 1 ? "x E" : "√C · x E";
  if (p.largest_difference == 0)
    return tr("Summed over all {1} rows, {2} equals the embedding in the forward pass to the last bit.", rows,
              product);
  return tr("Summed over all {1} rows, {2} differs from the embedding in the forward pass by at most {3}.",
            rows, product, format_small(p.largest_difference, 3));
}

Formula one_hot_formula(const OneHotProduct& p) {
  using namespace math;
  const Formula x = var("x"), e = var("E");
  std::vector<Formula> parts;
  const bool scaled = p.factor != 1;
  if (scaled) parts = {math::sqrt(var("C")), op("·")};
  parts.insert(parts.end(), {x, e, rel()});
  if (scaled) parts.insert(parts.end(), {math::sqrt(var("C")), op("·")});
  parts.push_back(sum(row({var("v"), rel(), number("0")}), number(std::to_string(p.one_hot.size() - 1)),
                      row({sub(x, "v"), sub(e, "v")})));
  parts.push_back(rel());
  if (scaled && p.id >= 0) parts.insert(parts.end(), {math::sqrt(var("C")), op("·")});
  parts.push_back(p.id < 0 ? number("0") : sub(e, number(std::to_string(p.id))));
  return row(parts);
}

/// The text of an entry of the model's vocabulary, as people see it.
std::string entry_words(const TokensFrame& frame, TokenId id) {
  const Tokenizer& tokenizer = *frame.cut.levels.own().tokenizer;
  const std::string bytes = bytes_of_entry(tokenizer, id);
  return bytes.empty() ? tokenizer.entry(id) : display_token(bytes);
}

}  // namespace

void draw_one_hot(const TokensFrame& frame) {
  const OneHotCache& cache = one_hot_cache(frame);
  if (!cache.product)
    return empty_note(tr("The text on screen has no embeddings yet."), tr("Type a text above."));
  const OneHotProduct& p = *cache.product;
  ImGui::BeginChild("onehot", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  wrapped_text(fonts().ui, theme().palette.text, one_hot_words(frame, p));
  draw_formula("formula", one_hot_formula(p),
               {.size = 0.8f, .wrap_width = ImGui::GetContentRegionAvail().x, .target = "tokens.formula"});
  tip_term("one-hot");
  dim_text(sum_words(p) + " " + tr("Click a number to see where it comes from."));
  ImGui::Dummy({0, em() * 0.2f});
  draw_one_hot_maps(frame, cache);
  ImGui::EndChild();
}

}  // namespace attnlab
