// The logit lens: a table of the most probable token of each state, colored by its probability or by the
// probability or rank of the correct token.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/by_prediction.h"
#include "app/base/format.h"
#include "app/features/residual/view_frame.h"
#include "app/views/common/cached_matrix.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/hover.h"
#include "app/views/common/rest.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/cells.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/heat_map/value_range.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

/// What the color of a cell means.
struct LensColour {
  std::string_view name;  ///< in the option "colour"
  const char* (*title)(Format format), *(*legend)(Format format);
  bool of_right;  ///< cells without a correct token have none
  float (*value)(const LensCell& cell);
  std::string (*text)(const LensCell& cell);  ///< below the token
  float (*most)(Index words);                 ///< the value at the scale's end, for a vocabulary of this size
};

float chosen_share(const LensCell& cell) { return static_cast<float>(cell.top.front().probability); }
float right_share(const LensCell& cell) { return static_cast<float>(cell.right_probability); }
float right_rank(const LensCell& cell) {
  return static_cast<float>(std::log10(static_cast<double>(cell.right_rank)));
}

std::string chosen_text(const LensCell& cell) { return format_percent(cell.top.front().probability, 0); }
std::string right_text(const LensCell& cell) {
  return cell.has_right() ? format_percent(cell.right_probability, 0) : "";
}
std::string rank_text(const LensCell& cell) {
  return cell.has_right() ? "#" + format_count(cell.right_rank) : "";
}

float whole_share(Index) { return 1; }
float last_rank(Index words) { return std::log10(static_cast<float>(std::max<Index>(words, 2))); }

const char* chosen_title(Format) { return tr("probability"); }
const char* right_title(Format format) {
  return by_prediction(format, tr("correct token"), tr("correct label"), tr("correct class"));
}
const char* rank_title(Format) { return tr("rank"); }
const char* chosen_legend(Format format) {
  return by_prediction(format, tr("probability of the predicted token"),
                       tr("probability of the predicted label"), tr("probability of the predicted class"));
}
const char* right_legend(Format format) {
  return by_prediction(format, tr("probability of the correct token"), tr("probability of the correct label"),
                       tr("probability of the correct class"));
}
const char* rank_legend(Format format) {
  return by_prediction(format, tr("rank of the correct token (log₁₀)"),
                       tr("rank of the correct label (log₁₀)"), tr("rank of the correct class (log₁₀)"));
}

constexpr LensColour kLensColours[] = {
    {"probability", chosen_title, chosen_legend, false, chosen_share, chosen_text, whole_share},
    {"right", right_title, right_legend, true, right_share, right_text, whole_share},
    {"rank", rank_title, rank_legend, true, right_rank, rank_text, last_rank},
};

/// Draws the choice. Script names: residual.colour[0,i].
const LensColour& choose_lens_colour(const ResidualFrame& frame) {
  struct Shown {
    std::string_view name;
    const char* title;
    const LensColour* colour;
  };
  Shown shown[std::size(kLensColours)];
  for (std::size_t i = 0; i < std::size(kLensColours); ++i)
    shown[i] = {kLensColours[i].name, kLensColours[i].title(frame.model.format), &kLensColours[i]};
  return *choose_row("residual.colour", shown, frame.choice.colour, [&](const std::string& name) {
            frame.choose("colour", name);
          }).colour;
}

/// From 0 to the largest value of the color.
ColourScale lens_scale(const ResidualFrame& frame, const LensColour& colour) {
  return {Scale::Sequential, RangeMode::Fixed, {0, colour.most(frame.trace().config().target_vocabulary)}};
}

/// The numbers behind the colors, and which cells do not have one.
struct LensMatrix {
  const ResidualPass* of = nullptr;
  TracePtr trace;  ///< keeps the address of the pass from meaning another
  std::string_view colour;
  std::uint64_t version = 0;
  std::vector<float> cells;
  std::vector<unsigned char> masked;
  float widest = 0;  ///< em() of the widest token that the model predicts
};

float widest_said_word(const ResidualFrame& frame) {
  float widest = 0;
  for (const LensCell& cell : frame.pass.lens.rows.back().cells)
    widest =
        std::max(widest, text_size(fonts().ui_bold, display_token(frame.word(cell.top.front().token))).x);
  return widest / em();
}

const LensMatrix& lens_matrix(const ResidualFrame& frame, const LensColour& colour) {
  LensMatrix& known = frame.model.remembered<LensMatrix>();
  if (known.of == &frame.pass && known.trace == frame.pass.trace && known.colour == colour.name) return known;
  LensMatrix next{&frame.pass, frame.pass.trace,       colour.name, known.version + 1, {},
                  {},          widest_said_word(frame)};
  for (const LensRow& row : frame.pass.lens.rows)
    for (const LensCell& cell : row.cells) {
      const bool masked = colour.of_right && !cell.has_right();
      next.masked.push_back(masked);
      next.cells.push_back(masked ? 0 : colour.value(cell));
    }
  return known = std::move(next);
}

std::vector<std::string> lens_columns(const ResidualFrame& frame) {
  std::vector<std::string> names;
  for (const Piece& piece : lens_pieces(frame.trace())) names.push_back(piece.text);
  return names;
}

/// The tokens in the visible cells, with their percentages where there is room, and a mark at correct ones.
void draw_lens_cell(const ResidualFrame& frame, const LensCell& cell, const Box& box, Colour face,
                    const std::string& below) {
  const Canvas canvas = window_canvas();
  const Colour ink = text_on(face);
  const LensWord& first = cell.top.front();
  const bool two = box.height() >= em() * 2.2f && box.width() >= em() * 2.4f;
  const float middle = two ? box.min.y + box.height() * 0.56f : box.max.y;
  draw_text_in(canvas, cell.is_right() ? fonts().ui_bold : fonts().ui, {box.min, {box.max.x, middle}}, ink,
               display_token(frame.word(first.token)), Align::Centre, Cut::Meant);
  if (two)
    draw_text_in(canvas, fonts().mono_small, {{box.min.x, middle - em() * 0.2f}, box.max}, ink, below,
                 Align::Centre, Cut::Meant);
  if (!cell.is_right()) return;
  const float line = std::max(2.0f, std::floor(em() * 0.16f));
  canvas.fill({{box.min.x + 2, box.max.y - line - 1}, {box.max.x - 2, box.max.y - 1}}, ink);
}

void draw_lens_words(const ResidualFrame& frame, const LensColour& colour, const HeatMapResult& map,
                     const MatrixView& matrix, const ColourScale& scale) {
  if (map.cell_width < em() * 0.9f || map.cell_height < em()) return;
  const Canvas canvas = window_canvas();
  canvas.push_clip(map.cells);
  for (int row = 0; row < matrix.rows; ++row)
    for (int col = 0; col < matrix.cols; ++col) {
      const Box box = cell_box(map, {row, col});
      if (intersection(box, map.cells).empty() || !ImGui::IsRectVisible(box.min, box.max)) continue;
      const Colour face = matrix.masked(row, col)
                              ? theme().palette.panel
                              : value_colour(matrix.at(row, col), scale.fixed, scale.scale);
      const LensCell& cell =
          frame.pass.lens.rows[static_cast<std::size_t>(row)].cells[static_cast<std::size_t>(col)];
      draw_lens_cell(frame, cell, grown(box, -1), face, colour.text(cell));
    }
  canvas.pop_clip();
}

void lens_tip(const ResidualFrame& frame, Cell at) {
  const LensCell& cell =
      frame.pass.lens.rows[static_cast<std::size_t>(at.row)].cells[static_cast<std::size_t>(at.col)];
  begin_tooltip();
  for (std::size_t i = 0; i < std::min<std::size_t>(cell.top.size(), 3); ++i)
    value_line(display_token(frame.word(cell.top[i].token)), format_percent(cell.top[i].probability, 2));
  if (cell.has_right())
    value_line(tr("correct: {1}", display_token(frame.word(cell.right))),
               tr("{1}, rank {2}", format_percent(cell.right_probability, 2), format_count(cell.right_rank)),
               Role::Output);
  value_line(tr("entropy"), format_entropy(cell.entropy, frame.trace().config().target_vocabulary));
  dim_text(tr("softmax of the logits that the logit lens reads from this state"));
  end_tooltip();
}

/// The correct tokens below the columns.
void draw_right_words(const ResidualFrame& frame, const HeatMapResult& map, float top, float height) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  if (map.cells.min.x - map.bounds.min.x > em() * 2)
    draw_text_in(canvas, fonts().small,
                 {{map.bounds.min.x, top}, {map.cells.min.x - em() * 0.4f, top + height}}, p.text_dim,
                 tr("correct"), Align::Right);
  const std::vector<LensCell>& cells = frame.pass.lens.rows.back().cells;
  canvas.push_clip({{map.cells.min.x, top}, {map.cells.max.x, top + height}});
  for (std::size_t t = 0; t < cells.size(); ++t) {
    const Box column = cell_box(map, {0, static_cast<int>(t)});
    if (column.max.x <= map.cells.min.x || column.min.x >= map.cells.max.x || column.width() < em() * 0.6f)
      continue;
    draw_text_in(canvas, fonts().ui, {{column.min.x, top}, {column.max.x, top + height}},
                 cells[t].has_right() ? p.text : p.text_faint,
                 cells[t].has_right() ? display_token(frame.word(cells[t].right)) : "·", Align::Centre,
                 Cut::Meant);
  }
  canvas.pop_clip();
}

Cell linked_lens_cell(const ResidualFrame& frame) {
  Cell cell;
  const bool target = architecture_of(frame.trace().config()).target_stack;
  for (const HoveredToken& token : {hovered().query, hovered().key})
    if (token.position >= 0 && token.source != target) cell.col = token.position;
  return cell;
}

void hover_lens(const ResidualFrame& frame, const HeatMapResult& map, const MatrixView& matrix) {
  if (frame.pass.lens.pooled) return;
  HoverGrid grid;
  grid.box = map.cells;
  grid.whole = map.grid;
  grid.columns = matrix.cols;
  grid.key_source = !architecture_of(frame.trace().config()).target_stack;
  hover_grid(grid);
}

void take_lens_click(const ResidualFrame& frame, const HeatMapResult& map) {
  const auto position = [&](int column) { return frame.pass.lens.pooled ? frame.at.position : column; };
  if (map.clicked) return frame.look(static_cast<std::size_t>(map.clicked->row), position(map.clicked->col));
  if (map.clicked_row_label >= 0)
    return frame.look(static_cast<std::size_t>(map.clicked_row_label), frame.at.position);
  if (map.clicked_col_label >= 0) frame.look(frame.at.state, position(map.clicked_col_label));
}

HeatMapOptions lens_options(const ResidualFrame& frame, const LensColour& colour, const MatrixView& matrix,
                            const std::vector<std::string>& columns, float widest, ImVec2 size) {
  constexpr float kLeastWord = 1.1f, kMostWord = 3.2f;  // em of the narrowest column
  HeatMapOptions o;
  o.title = colour.legend(frame.model.format);
  o.scale = lens_scale(frame, colour);
  o.rows = {.names = frame.states, .title = tr("after"), .role = Role::Residual};
  o.cols = {.names = columns, .title = frame.pass.lens.pooled ? tr("pooled") : tr("tokens")};
  o.size = size;
  o.numbers = o.tooltip = false;
  o.square = false;
  o.target = "residual.lens";
  o.selected = {static_cast<int>(frame.at.state), static_cast<int>(frame.column())};
  o.highlight_col = linked_lens_cell(frame).col;
  o.cell_width = o.cell_height = em() * 2;
  const ImVec2 offset = heat_map_offset(matrix, o);
  const auto fitted_cell = [](float room, int count) { return std::floor(room / static_cast<float>(count)); };
  const float wide = size.x - offset.x, high = size.y - offset.y - em() * 1.9f;
  const float least = std::floor(em() * std::clamp(widest, kLeastWord, kMostWord));
  o.cell_width = std::clamp(fitted_cell(wide, matrix.cols), least, em() * 10);
  o.cell_height = std::clamp(fitted_cell(high, matrix.rows), em() * 1.25f, em() * 3.4f);
  return o;
}

/// The table with its axes, its legend and the correct tokens.
ImVec2 lens_table_size(const MatrixView& matrix, const HeatMapOptions& o, float right_line) {
  const ImVec2 offset = heat_map_offset(matrix, o);
  return {offset.x + o.cell_width * static_cast<float>(matrix.cols),
          offset.y + o.cell_height * static_cast<float>(matrix.rows) + em() * 2.2f + right_line};
}

/// The column that was brought into sight last.
struct LensColumnInSight {
  Index column = -1;
};

void keep_column_in_sight(const ResidualFrame& frame, const HeatMapResult& map) {
  Index& in_sight = frame.model.remembered<LensColumnInSight>().column;
  const auto column = static_cast<Index>(frame.column());
  if (in_sight != column) {
    const Box cell = cell_box(map, {0, static_cast<int>(column)});
    ImGui::SetScrollFromPosX(cell.centre().x - ImGui::GetWindowPos().x);
  }
  in_sight = column;
}

HeatMapResult draw_lens_map(const ResidualFrame& frame, const LensColour& colour, const MatrixView& matrix,
                            const HeatMapOptions& o, float right_line) {
  const HeatMapResult map = heat_map("lens", matrix, o);
  draw_lens_words(frame, colour, map, matrix, o.scale);
  if (map.hovered) lens_tip(frame, *map.hovered);
  draw_right_words(frame, map, map.bounds.max.y, right_line);
  ImGui::Dummy({map.bounds.width(), right_line});
  hover_lens(frame, map, matrix);
  take_lens_click(frame, map);
  return map;
}

/// The names of the rows, and "correct" below them, beside a map that scrolls without them.
void draw_rows_beside(const ResidualFrame& frame, const HeatMapResult& map, float left, float right,
                      float right_line) {
  const Palette& p = theme().palette;
  const auto name = [&](const std::string& words, float top, float height, Colour ink) {
    draw_text_in(window_canvas(), fonts().small, {{left, top}, {right, top + height}}, ink, words,
                 Align::Right, Cut::Meant);
  };
  for (std::size_t row = 0; row < frame.states.size(); ++row)
    name(frame.states[row], map.grid.min.y + map.cell_height * static_cast<float>(row), map.cell_height,
         row == frame.at.state ? p.text : p.text_dim);
  name(tr("correct"), map.bounds.max.y, right_line, p.text_dim);
}

/// More columns than have room: title and names of the rows stay where they are.
void draw_scrolling_lens(const ResidualFrame& frame, const LensColour& colour, const MatrixView& matrix,
                         HeatMapOptions o, float width, float right_line) {
  wrapped_text(fonts().ui_bold, theme().palette.text, o.title, width);
  o.title.clear();
  o.rows.hidden = true;
  float names = text_size(fonts().small, tr("correct")).x;
  for (const std::string& state : frame.states) names = std::max(names, text_size(fonts().small, state).x);
  const float gap = em() * 0.4f;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  move_cursor({at.x + names + gap, at.y});
  const float height = lens_table_size(matrix, o, right_line).y + ImGui::GetStyle().ScrollbarSize;
  ImGui::BeginChild("lens table", {width - names - gap, height}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  const HeatMapResult map = draw_lens_map(frame, colour, matrix, o, right_line);
  keep_column_in_sight(frame, map);
  ImGui::EndChild();
  draw_rows_beside(frame, map, at.x, at.x + names, right_line);
}

void draw_lens_table(const ResidualFrame& frame, const LensColour& colour, ImVec2 room) {
  const LensMatrix& known = lens_matrix(frame, colour);
  const std::vector<std::string> columns = lens_columns(frame);
  MatrixView matrix = matrix_view(known.cells.data(), static_cast<int>(frame.pass.lens.rows.size()),
                                  static_cast<int>(columns.size()), known.version);
  matrix.mask = known.masked.data();
  const float right_line = std::ceil(em() * 1.5f);
  const HeatMapOptions o =
      lens_options(frame, colour, matrix, columns, known.widest, {room.x, room.y - right_line - em() * 0.3f});
  if (lens_table_size(matrix, o, right_line).x > room.x && !frame.model.figure)
    draw_scrolling_lens(frame, colour, matrix, o, room.x, right_line);
  else
    draw_lens_map(frame, colour, matrix, o, right_line);
}

std::string lens_words(const ResidualFrame& frame) {
  return lens_sentence(frame.trace().config()) + " " +
         (frame.pass.says_otherwise ? tr("An edit after the stream changes the prediction, so the last row "
                                         "differs from the model's prediction.")
                                    : tr("The last row is the model's prediction."));
}

}  // namespace

void draw_residual_words(const ResidualFrame& frame) {
  if (!frame.model.figure) {
    next_on_line(em() * 19, em() * 1.2f);
  }
  const LensColour& colour = choose_lens_colour(frame);
  wrapped_text(fonts().ui, theme().palette.text_dim, lens_words(frame));
  tip_term("logit lens");
  ImGui::Dummy({0, em() * 0.2f});
  const RestOfView rest("residual words", 14);
  const ImVec2 start = ImGui::GetCursorScreenPos(), room = rest.room();
  const float panel = std::ceil(em() * 19), gap = em();
  const bool beside = room.x > em() * 45;
  const float width = beside ? room.x - panel - gap : room.x;
  const float height = beside ? room.y : std::max(room.y * 0.6f, em() * 14);
  ImGui::BeginGroup();
  draw_lens_table(frame, colour, {width, height});
  ImGui::EndGroup();
  const float below = ImGui::GetItemRectMax().y + em() * 0.6f;
  const Box box = beside ? box_at({start.x + room.x - panel, start.y}, {panel, room.y})
                         : box_at({start.x, below}, {width, em() * 26});
  draw_residual_cell(frame, box);
}

}  // namespace attnlab
