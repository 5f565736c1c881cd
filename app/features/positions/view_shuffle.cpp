// The shuffle test: the same tokens in another order, and the change of the model's outputs.
// Script names: positions.order is the button for another order; positions.straight.on, positions.shuffled.on
// and positions.change.on are the matrices with positions, and ….off those without.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/positions/view_frame.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/analysis/experiments/shuffle_test.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

using namespace std::string_literals;

/// One line of matrices: the outputs in the given order, in the other order, and their difference.
struct ShuffleLine {
  const PositionsFrame& frame;
  const ShuffleTest& test;
  const ShuffledPasses& passes;
  std::vector<std::string> shuffled;  ///< tokens in the other order
  ValueRange range;                   ///< of the colors, the same for all matrices
  bool titles = true;                 ///< of the matrices: above the first line
  bool legend = true;                 ///< below the last line

  std::string suffix() const { return passes.positions ? ".on" : ".off"; }
  MatrixView view(const std::vector<Real>& cells) const {
    return matrix_view(cells.data(), static_cast<int>(test.rows), static_cast<int>(test.columns));
  }
};

HeatMapOptions map_options(const ShuffleLine& line, const char* title, const char* name,
                           std::span<const std::string> rows) {
  HeatMapOptions o;
  if (line.titles) o.title = title;
  o.role = Role::Residual;
  o.legend = line.legend;
  // One scale for all, so that the difference appears relative to the outputs.
  o.scale = {Scale::Diverging, RangeMode::Fixed, line.range};
  o.rows.names = rows;
  o.cols.hidden = true;
  o.numbers = false;
  o.zooms_down = false;  // lines join the rows
  const auto target = [&](const char* map) { return std::string("positions.") + map + line.suffix(); };
  o.target = target(name);
  zoom_together(o, {target("straight"), target("shuffled"), target("change")});
  return o;
}

enum class TokenOrder { Given, Shuffled };

/// Shares a hovered row with all views.
void link_rows(const ShuffleLine& line, const HeatMapResult& map, TokenOrder order) {
  for (int i = 0; i < static_cast<int>(line.test.rows); ++i) {
    const Index token = order == TokenOrder::Shuffled ? line.test.order[i] : i;
    const Box first = cell_box(map, {i, 0});
    HoverGrid grid;
    grid.box = {{map.bounds.min.x, first.min.y}, {map.cells.max.x, first.max.y}};
    grid.query_source = line.frame.of_source;
    grid.first_query = static_cast<int>(token);
    hover_grid(grid);
  }
}

/// Draws lines from each token's row at the left to its row in the other order.
void draw_joins(const ShuffleLine& line, const HeatMapResult& from, const HeatMapResult& to) {
  const Canvas canvas = window_canvas();
  for (std::size_t i = 0; i < line.test.order.size(); ++i) {
    const Index token = line.test.order[i];
    const bool lit = hovered().on({line.frame.of_source, static_cast<int>(token)});
    const bool dim = hovered().query.position >= 0 && !lit;
    const ImVec2 a{from.cells.max.x + em() * 0.15f, cell_box(from, {static_cast<int>(token), 0}).centre().y},
        b{to.bounds.min.x - em() * 0.1f, cell_box(to, {static_cast<int>(i), 0}).centre().y};
    const float bend = (b.x - a.x) * 0.45f;
    canvas.line_to(a);
    canvas.cubic_to({a.x + bend, a.y}, {b.x - bend, b.y}, b, 22);
    canvas.stroke(faded(series_colour(static_cast<int>(token)), dim ? 0.15f : 0.9f),
                  (lit ? 3.0f : 1.6f) * em() / kBaseEm);
  }
}

float label_width(std::span<const std::string> tokens) {
  float width = 0;
  for (const std::string& token : tokens) width = std::max(width, text_size(fonts().ui, token).x);
  return std::min(width, em() * 8) + em();
}

void draw_line_title(const ShuffleLine& line, float width) {
  const Box box = reserve({width, std::ceil(em() * 1.6f)});
  const bool on = line.passes.positions;
  const std::string title = on ? tr("With positions") : tr("Without positions");
  const Canvas canvas = window_canvas();
  draw_text_in(canvas, fonts().ui_bold, box, theme().palette.text, title);
  const float x = box.min.x + text_size(fonts().ui_bold, title).x + em() * 0.9f;
  draw_text_in(canvas, fonts().ui, {{x, box.min.y}, box.max}, on ? theme().palette.bad : theme().palette.good,
               tr("largest difference {1}", format_number(line.passes.largest, 2)));
}

void draw_shuffle_line(const ShuffleLine& line, ImVec2 size) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::PushID(line.passes.positions ? "on" : "off");
  draw_line_title(line, size.x);
  const float top = ImGui::GetCursorScreenPos().y;
  const float names = label_width(line.frame.tokens), join = em() * 5;
  HeatMapOptions o = map_options(line, tr("in this order"), "straight", line.frame.tokens);
  const float cells = (size.x - 3 * names - join - em() * 3) / 3;
  o.cell_width = std::clamp(cells / float(line.test.columns), 0.25f, em() * 1.5f);
  o.cell_height = 10;
  const MatrixView straight = line.view(line.passes.straight);
  const float frame_height = heat_map_offset(straight, o).y + (line.legend ? em() * 1.9f : 0);
  o.cell_height = std::clamp(std::floor((size.y - (top - start.y) - frame_height) / float(line.test.rows)),
                             4.0f, em() * 1.7f);
  const HeatMapResult first = heat_map("straight", straight, o);
  const auto beside = [&](const HeatMapResult& before, float gap, const char* id, const char* title,
                          const std::vector<Real>& matrix, std::span<const std::string> tokens) {
    HeatMapOptions next = map_options(line, title, id, tokens);
    next.cell_width = o.cell_width, next.cell_height = o.cell_height;
    move_cursor({before.cells.max.x + gap, top});
    return heat_map(id, line.view(matrix), next);
  };
  const HeatMapResult second =
      beside(first, join, "shuffled", tr("in the other order"), line.passes.shuffled, line.shuffled);
  const HeatMapResult third = beside(second, em() * 1.6f, "change", tr("difference, token by token"),
                                     line.passes.difference, line.frame.tokens);
  draw_joins(line, first, second);
  link_rows(line, first, TokenOrder::Given);
  link_rows(line, second, TokenOrder::Shuffled);
  link_rows(line, third, TokenOrder::Given);
  ImGui::PopID();
  move_cursor({start.x, start.y + size.y});
}

std::string sentence(const ShuffledPasses* on, const ShuffledPasses& off, bool masked) {
  std::string text = tr("Without positions, the model outputs the same rows in the other order.");
  if (masked)
    text += " "s + tr("The mask also encodes the order, so both lines are computed without the mask.");
  text += " " + tr("The remaining difference, {1}, is rounding.", format_number(off.largest, 2));
  if (on) text += " "s + tr("With positions, the output for a token depends on its position.");
  return text;
}

/// Draws the change by each combination of mask and positions.
void draw_combinations(const ShuffleTest& test) {
  const struct {
    const char* words;
    const ShuffledPasses* passes;
  } all[] = {{tr("positions and mask"), test.find({.positions = true, .mask = true})},
             {tr("positions only"), test.find({.positions = true})},
             {tr("mask only"), test.find({.mask = true})},
             {tr("neither"), test.find({})}};
  Box line = reserve({ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.6f)});
  const auto write = [&](ImFont* font, Colour colour, std::string_view words, float gap) {
    draw_text_in(window_canvas(), font, line, colour, words);
    line.min.x += text_size(font, words).x + gap;
  };
  write(fonts().small, theme().palette.text_dim, tr("largest difference with"), em() * 1.2f);
  for (const auto& [words, passes] : all) {
    if (!passes) continue;
    write(fonts().ui, theme().palette.text_dim, words, em() * 0.5f);
    write(fonts().mono, theme().palette.text, format_number(passes->largest, 2), em() * 1.8f);
  }
}

}  // namespace

void draw_shuffle_title(const PositionsFrame& frame) {
  const Box title =
      reserve({text_size(fonts().heading, tr("Shuffle test")).x, std::ceil(ImGui::GetFrameHeight())});
  draw_text_in(window_canvas(), fonts().heading, title, theme().palette.text, tr("Shuffle test"));
  ImGui::SameLine(0, em() * 1.2f);
  if (text_button("positions.order", Icon::Reset, tr("Another order"),
                  tr("Read the tokens in another order")))
    frame.choose("order", std::to_string(frame.choice.order + 1));
}

void draw_shuffle_test(const PositionsFrame& frame) {
  const std::shared_ptr<const ShuffleTest> test = frame.model.analyses->of<ShuffleTest>();
  const bool fits = test && test->rows == count_of(frame.tokens);
  if (!fits) return empty_note(tr("Reading the tokens in another order…"));
  const ShuffledPasses* on = test->find({.positions = true});
  const ShuffledPasses& off = *test->find({});
  const bool masked = test->find({.mask = true}) != nullptr;
  wrapped_text(fonts().ui, theme().palette.text_dim, sentence(on, off, masked));
  ImGui::Dummy({0, em() * 0.3f});
  ImGui::BeginChild("shuffle", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float space = ImGui::GetStyle().ItemSpacing.y;
  const float foot = masked ? std::ceil(em() * 1.6f) + space : 0;
  const float height = (room.y - foot) / 2 - space;
  ShuffleLine line{frame, *test, off, {}, {}, !on, true};
  for (Index token : test->order) line.shuffled.push_back(frame.tokens[token]);
  line.range = measure_range(line.view(off.straight), 0, static_cast<int>(test->rows));
  if (on) draw_shuffle_line({frame, *test, *on, line.shuffled, line.range, true, false}, {room.x, height});
  draw_shuffle_line(line, {room.x, height});
  if (masked) draw_combinations(*test);
  ImGui::EndChild();
}

}  // namespace attnlab
