// The picture of an alignment: states of encoder and decoder as boxes with their tokens, scores and weights
// of the selected position above the encoder's states, and lines as thick as the weights.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/alignment/view_frame.h"
#include "app/features/alignment/view_notation.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/value_range.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr float kWordRow = 1.5f, kBoxRow = 1.8f, kNumberRow = 1.5f, kRowGap = 0.35f;  // heights, in em
constexpr float kLeastLines = 4.5f;                    // height of the lines, in em
constexpr float kMostColumn = 6, kLeastColumn = 2.4f;  // width of a column, in em

/// Where everything is, in pixels.
struct StatesLayout {
  float left, width;  // the labels of the rows, and the columns after them
  float source_column, target_column, source_left, target_left;
  float targets, attentional, decoder, lines, weights, scores, encoder, sources, bottom;  // tops of rows

  Box source(Index j, float top, float height) const {
    const float x = source_left + source_column * float(j);
    return box_at({x, top}, {source_column, height});
  }
  /// Column 0 is the state before the first position.
  Box target(Index i, float top, float height) const {
    const float x = target_left + target_column * float(i + 1);
    return box_at({x, top}, {target_column, height});
  }
};

bool has_attentional(const AlignmentFrame& frame) { return frame.pass.attentional != nullptr; }

float picture_rows_height(const AlignmentFrame& frame) {
  float rows = 2 * (kWordRow + kBoxRow) + kRowGap * 3;
  if (frame.looks_back()) rows += 2 * kNumberRow + kRowGap;
  if (has_attentional(frame)) rows += kBoxRow + kRowGap * 2;
  return std::ceil(rows * em());
}

float row_label_width() {
  float width = 0;
  for (const char* const label : {tr("decoder states"), tr("encoder states"), tr("attentional states")})
    width = std::max(width, text_size(fonts().small, label).x);
  return std::ceil(width + em() * 0.9f);
}

float state_columns_width(const AlignmentFrame& frame) {
  const auto columns = float(std::max(frame.pass.sources(), frame.pass.positions() + 1));
  return columns * em() * kLeastColumn;
}

StatesLayout picture_layout(const AlignmentFrame& frame, const Box& area) {
  const float e = em();
  StatesLayout l{};
  l.left = area.min.x;
  const float from = area.min.x + row_label_width();
  l.width = area.max.x - from;
  const auto n = float(frame.pass.sources()), m = float(frame.pass.positions() + 1);
  l.source_column = std::floor(std::min(l.width / n, e * kMostColumn));
  l.target_column = std::floor(std::min(l.width / m, e * kMostColumn));
  const float widest_row = std::max(n * l.source_column, m * l.target_column);
  l.source_left = std::floor(from + (widest_row - n * l.source_column) / 2);
  l.target_left = std::floor(from + (widest_row - m * l.target_column) / 2);
  const float gap = std::ceil(e * kRowGap);
  l.targets = area.min.y;
  l.attentional = l.targets + std::ceil(e * kWordRow) + gap;
  l.decoder = has_attentional(frame) ? l.attentional + std::ceil(e * kBoxRow) + gap * 2 : l.attentional;
  l.lines = l.decoder + std::ceil(e * kBoxRow);
  l.sources = area.max.y - std::ceil(e * kWordRow);
  l.encoder = l.sources - std::ceil(e * kBoxRow);
  const float number = frame.looks_back() ? std::ceil(e * kNumberRow) : 0;
  l.scores = l.encoder - (frame.looks_back() ? gap : 0) - number;
  l.weights = l.scores - number;
  l.bottom = area.max.y;
  return l;
}

void draw_states_label(const StatesLayout& l, float top, float height, std::string_view words) {
  draw_text_in(window_canvas(), fonts().small,
               box_at({l.left, top}, {row_label_width() - em() * 0.4f, height}), theme().palette.text_dim,
               words, Align::Left);
}

/// A button over `box`; returns whether it was pressed.
bool state_pressed(const char* id, Index number, const Box& box) {
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(number));
  const bool now = ImGui::InvisibleButton(id, box.size());
  ImGui::PopID();
  return now;
}

/// How the box of a state looks.
enum class StateLook { Plain, Lit, Selected };

void draw_state_box(const Box& column, Role role, const std::string& label, StateLook look) {
  const Canvas canvas = window_canvas();
  const Box box{{column.min.x + em() * 0.18f, column.min.y}, {column.max.x - em() * 0.18f, column.max.y}};
  canvas.fill(box, role_tint(role), em() * 0.3f);
  canvas.frame(box, faded(role_colour(role), 0.7f), em() * 0.3f);
  draw_text_in(canvas, fonts().mono_small, box, role_text_on_tint(role), label, Align::Centre, Cut::Meant);
  if (look == StateLook::Selected) draw_outline(canvas, box, theme().palette.accent, em() / 8);
  if (look == StateLook::Lit) canvas.unrecorded().frame(box, theme().palette.text_dim, em() * 0.3f, 2);
}

void draw_state_arrow(ImVec2 from, ImVec2 to, Colour colour, float thickness) {
  const Canvas canvas = window_canvas();
  const float size = em() * 0.32f;
  const ImVec2 along{to.x - from.x, to.y - from.y};
  const float length = std::max(std::hypot(along.x, along.y), 1.0f);
  const ImVec2 u{along.x / length * size, along.y / length * size}, v{-u.y * 0.6f, u.x * 0.6f};
  canvas.line(from, {to.x - u.x, to.y - u.y}, colour, thickness);
  canvas.triangle(to, {to.x - u.x + v.x, to.y - u.y + v.y}, {to.x - u.x - v.x, to.y - u.y - v.y}, colour);
}

/// From one box to the next: `back` for the direction that reads from the end.
void draw_step_arrow(const Box& from, const Box& to, float height, bool back) {
  const float inset = em() * 0.18f, y = from.min.y + from.height() * height;
  const ImVec2 a{from.max.x - inset, y}, b{to.min.x + inset, y};
  const Colour colour = theme().palette.text_faint;
  back ? draw_state_arrow(b, a, colour, 1) : draw_state_arrow(a, b, colour, 1);
}

void draw_state_words(const AlignmentFrame& frame, const StatesLayout& l) {
  const Palette& p = theme().palette;
  const float height = std::ceil(em() * kWordRow);
  for (Index j = 0; j < frame.pass.sources(); ++j)
    draw_text_in(window_canvas(), j == frame.at.source ? fonts().ui_bold : fonts().ui,
                 l.source(j, l.sources, height), p.text, display_token(frame.source_word(j)), Align::Centre,
                 Cut::Meant);
  for (Index i = 0; i < frame.pass.positions(); ++i)
    draw_text_in(window_canvas(), i == frame.at.target ? fonts().ui_bold : fonts().ui,
                 l.target(i, l.targets, height), p.text, display_token(frame.target_word(i)), Align::Centre,
                 Cut::Meant);
  draw_states_label(l, l.sources, height, tr("source"));
  draw_states_label(l, l.targets, height, tr("target"));
}

void draw_encoder_boxes(const AlignmentFrame& frame, const StatesLayout& l) {
  const float height = std::ceil(em() * kBoxRow);
  const bool both = frame.trace.config().bidirectional;
  draw_states_label(l, l.encoder, height, tr("encoder states"));
  for (Index j = 0; j < frame.pass.sources(); ++j) {
    const Box box = l.source(j, l.encoder, height);
    const Box all{box.min, {box.max.x, l.bottom}};
    if (state_pressed("encoder", j, all)) frame.go(frame.at.target, j);
    tip(tr("Encoder state {1}, at “{2}”", std::to_string(j + 1), display_token(frame.source_word(j))));
    mark("alignment.state[" + std::to_string(j) + ",0]", all);
    const bool lit = hovered().on({true, static_cast<int>(j)});
    const StateLook look = j == frame.at.source ? StateLook::Selected
                           : lit                ? StateLook::Lit
                                                : StateLook::Plain;
    draw_state_box(box, Role::Key, std::to_string(j + 1), look);
    if (j == 0) continue;
    const Box before = l.source(j - 1, l.encoder, height);
    draw_step_arrow(before, box, both ? 0.35f : 0.5f, false);
    if (both) draw_step_arrow(before, box, 0.65f, true);
  }
  HoverGrid grid;
  grid.box = {l.source(0, l.encoder, height).min, {l.source(frame.pass.sources() - 1, 0, 0).max.x, l.bottom}};
  grid.columns = static_cast<int>(frame.pass.sources());
  grid.key_source = true;
  hover_grid(grid);
}

void draw_decoder_boxes(const AlignmentFrame& frame, const StatesLayout& l) {
  const float height = std::ceil(em() * kBoxRow);
  draw_states_label(l, l.decoder, height, tr("decoder states"));
  if (has_attentional(frame)) draw_states_label(l, l.attentional, height, tr("attentional states"));
  const bool before = frame.pass.kind->when == AlignmentKind::When::BeforeEachStep;
  const Index asking = frame.looks_back() ? (before ? frame.at.target - 1 : frame.at.target) : -2;
  for (Index i = -1; i < frame.pass.positions(); ++i) {
    const Box box = l.target(i, l.decoder, height);
    if (i >= 0) {
      const Box all{{box.min.x, l.targets}, box.max};
      if (state_pressed("decoder", i, all)) frame.go(i, frame.at.source);
      tip(tr("Position {1}: the decoder has read “{2}”; its target is “{3}”", std::to_string(i + 1),
             display_token(frame.read_word(i)), display_token(frame.target_word(i))));
      mark("alignment.position[" + std::to_string(i) + ",0]", all);
      draw_step_arrow(l.target(i - 1, l.decoder, height), box, 0.5f, false);
    }
    const bool lit = i >= 0 && hovered().on({false, static_cast<int>(i)});
    const bool selected = i == frame.at.target;
    draw_state_box(box, Role::Query, std::to_string(i + 1),
                   selected ? StateLook::Selected
                   : lit    ? StateLook::Lit
                            : StateLook::Plain);
    if (i == asking && !selected)
      window_canvas().frame(grown(box, -em() * 0.05f), role_colour(Role::Query), em() * 0.3f, em() / 7);
    if (i >= 0 && has_attentional(frame)) {
      draw_state_box(l.target(i, l.attentional, height), Role::Output, std::to_string(i + 1),
                     StateLook::Plain);
      const float x = box.centre().x;
      draw_state_arrow({x, box.min.y}, {x, l.attentional + height}, theme().palette.text_faint, 1);
    }
  }
  HoverGrid grid;
  grid.box = {{l.target(0, 0, 0).min.x, l.targets},
              {l.target(frame.pass.positions() - 1, 0, 0).max.x, l.decoder + height}};
  grid.columns = static_cast<int>(frame.pass.positions());
  grid.key_source = false;
  hover_grid(grid);
}

/// A cell with its number, with as many digits as fit.
void draw_number_cell(const Box& box, double value, Colour face, int digits) {
  const Canvas canvas = window_canvas();
  const Box inside{{box.min.x + 1, box.min.y + 1}, {box.max.x - 1, box.max.y - 1}};
  canvas.fill(inside, face, em() * 0.12f);
  for (int d = digits; d >= 1; --d) {
    const std::string number = format_fixed(value, d);
    if (text_size(fonts().mono_small, number).x > inside.width() - 2) continue;
    return static_cast<void>(
        draw_text_in(canvas, fonts().mono_small, inside, text_on(face), number, Align::Centre));
  }
}

void draw_scores_and_weights(const AlignmentFrame& frame, const StatesLayout& l) {
  const float height = std::ceil(em() * kNumberRow);
  draw_states_label(l, l.scores, height, tr("scores"));
  draw_states_label(l, l.weights, height, tr("weights"));
  const Index i = frame.at.target;
  const MatrixView row =
      matrix_view(StateRow{frame.pass.scores, i}.values().data(), 1, static_cast<int>(frame.pass.sources()));
  const ValueRange range = measure_range(row, 0, 1);
  for (Index j = 0; j < frame.pass.sources(); ++j) {
    const Box score = l.source(j, l.scores, height), weight = l.source(j, l.weights, height);
    if (state_pressed("score", j, score)) frame.explain({frame.pass.scores->name, {0, i, j}});
    const std::string word = display_token(frame.source_word(j));
    tip(tr("Score of “{1}”: {2}", word,
           format_number(frame.pass.score(i, j), static_cast<int>(frame.model.screen.digits))));
    mark("alignment.score[0," + std::to_string(j) + "]", score);
    if (state_pressed("weight", j, weight)) frame.explain({frame.pass.weights->name, {0, i, j}});
    tip(tr("Weight of “{1}”: {2}", word, format_percent(frame.pass.weight(i, j), 2)));
    mark("alignment.weight[0," + std::to_string(j) + "]", weight);
    draw_number_cell(score, frame.pass.score(i, j),
                     value_colour(float(frame.pass.score(i, j)), range, Scale::Diverging), 2);
    draw_number_cell(weight, frame.pass.weight(i, j),
                     value_colour(float(frame.pass.weight(i, j)), {0, 1}, Scale::Sequential), 3);
  }
}

/// Lines from the encoder's states to their sum, and from there to the state that reads the sum.
void draw_lines_to_sum(const AlignmentFrame& frame, const StatesLayout& l) {
  const Canvas canvas = window_canvas();
  const Index i = frame.at.target;
  const float radius = em() * 0.8f;
  const Box column = l.target(i, l.decoder, std::ceil(em() * kBoxRow));
  const ImVec2 sum{column.centre().x, l.lines + em() * 1.9f};
  const Colour colour = role_colour(Role::Output);
  for (Index j = 0; j < frame.pass.sources(); ++j) {
    const auto weight = float(frame.pass.weight(i, j));
    if (!std::isfinite(weight) || weight < 0.002f) continue;
    const ImVec2 from{l.source(j, 0, 0).centre().x, l.weights - 1}, to{sum.x, sum.y + radius};
    const float bend = (from.y - to.y) * 0.5f;
    canvas.line_to(from);
    canvas.cubic_to({from.x, from.y - bend}, {to.x, to.y + bend}, to, 22);
    canvas.stroke(faded(colour, 0.12f + 0.88f * weight), std::max(1.0f, em() * 0.5f * weight));
  }
  const Box node{{sum.x - radius, sum.y - radius}, {sum.x + radius, sum.y + radius}};
  if (state_pressed("sum", i, node)) frame.explain({frame.pass.context->name, {0, i, 0}});
  tip(tr("The context: the weighted sum of the encoder states"));
  mark("alignment.sum", node);
  canvas.disc(sum, radius, theme().palette.panel);
  canvas.ring(sum, radius, colour, em() / 8);
  draw_text_in(canvas, fonts().ui_bold, node, role_text(Role::Output), "c", Align::Centre);
  if (!has_attentional(frame))
    return draw_state_arrow({sum.x, node.min.y}, {sum.x, column.max.y + 1}, colour, em() / 7);
  const float side = column.max.x - em() * 0.05f, top = l.attentional + std::ceil(em() * kBoxRow);
  canvas.line({sum.x + radius, sum.y}, {side, sum.y}, colour, em() / 7);
  draw_state_arrow({side, sum.y}, {side, top}, colour, em() / 7);
}

/// The one line of a fixed vector: from the encoder's last states to the decoder's first.
void draw_fixed_line(const AlignmentFrame& frame, const StatesLayout& l) {
  const Canvas canvas = window_canvas();
  const Box start = l.target(-1, l.decoder, std::ceil(em() * kBoxRow));
  const ImVec2 to{start.centre().x, start.max.y + 1};
  const Index last = frame.pass.sources() - 1;
  const Colour colour = role_colour(Role::Output);
  const auto draw = [&](Index j) {
    const ImVec2 from{l.source(j, 0, 0).centre().x, l.encoder};
    const float bend = (from.y - to.y) * 0.5f;
    canvas.line_to(from);
    canvas.cubic_to({from.x, from.y - bend}, {to.x, to.y + em() + bend}, {to.x, to.y + em()}, 22);
    canvas.stroke(colour, em() * 0.3f);
  };
  draw(last);
  if (frame.trace.config().bidirectional && last > 0) draw(0);
  draw_state_arrow({to.x, to.y + em()}, to, colour, em() * 0.3f);
  const SourceNumbers numbers = source_numbers(frame.trace.config(), frame.pass.sources());
  const std::string words = tr("all that is passed on: {1} numbers", format_count(numbers.handed));
  const ImVec2 at{to.x + em() * 1.2f, to.y + em() * 0.5f};
  draw_text(canvas, fonts().ui, at, role_text(Role::Output), words);
}

}  // namespace

float least_picture_height(const AlignmentFrame& frame) {
  return picture_rows_height(frame) + std::ceil(em() * kLeastLines);
}

void draw_state_picture(const AlignmentFrame& frame, float height) {
  const float least = row_label_width() + state_columns_width(frame);
  const bool scrolls = least > ImGui::GetContentRegionAvail().x;
  const float bar = scrolls ? ImGui::GetStyle().ScrollbarSize : 0;
  ImGui::BeginChild("picture", {0, height + bar}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Box area = box_at(start, {std::max(ImGui::GetContentRegionAvail().x, least), height});
  const StatesLayout layout = picture_layout(frame, area);
  frame.looks_back() ? draw_lines_to_sum(frame, layout) : draw_fixed_line(frame, layout);
  draw_state_words(frame, layout);
  draw_encoder_boxes(frame, layout);
  draw_decoder_boxes(frame, layout);
  if (frame.looks_back()) draw_scores_and_weights(frame, layout);
  move_cursor(start);
  ImGui::Dummy(area.size());
  mark_part("alignment.picture", tr("Alignment"), area);
  ImGui::EndChild();
}

}  // namespace attnlab
