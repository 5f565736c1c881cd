// Positions: the values of the drawn curves at the dragged position, each with its angle.
// Script names: positions.value[i,0] is a line; positions.first.less, positions.first.more, and likewise
// positions.every and positions.dimensions, choose the curves.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/base/format.h"
#include "app/features/positions/view_frame.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/stepper.h"

namespace attnlab {

namespace {

bool turns(const PositionsFrame& frame) { return frame.page->angle != nullptr; }

/// Whether a row is the sine of its angle, not the cosine.
bool is_sine(const PositionsFrame& frame, Index row) { return frame.page->is_sine(frame, row); }

/// The divisor of the angle: 10000^(2i/d); infinite for a pair that is not turned.
double divisor(const PositionsFrame& frame, Index row) { return 1 / frame.page->angle(frame, row); }

std::string short_number(double value) {
  if (std::isinf(value)) return "∞";
  return value >= 99.5 ? format_count(std::llround(value)) : format_number(value, 3);
}

std::string expression(const PositionsFrame& frame, Index row) {
  if (!turns(frame)) return frame.page->origin(frame, row);
  return (is_sine(frame, row) ? "sin(" : "cos(") + std::to_string(frame.position) + " ÷ " +
         short_number(divisor(frame, row)) + ")";
}

double value_of(const PositionsFrame& frame, const PositionRows& rows, Index row) {
  if (frame.page->value) return frame.page->value(frame, row);
  return static_cast<double>(rows.at(row, frame.position));
}

/// Draws the pair's angle as a hand on a dial, and the value as the line from the axis to the hand's tip.
void draw_dial(const PositionsFrame& frame, Index row, const Box& box, Colour colour) {
  const Canvas canvas = window_canvas();
  const ImVec2 centre = box.centre();
  const float radius = box.height() * 0.40f;
  const double angle = static_cast<double>(frame.position) / divisor(frame, row);
  const ImVec2 tip{centre.x + radius * static_cast<float>(std::cos(angle)),
                   centre.y - radius * static_cast<float>(std::sin(angle))};
  canvas.ring(centre, radius, theme().palette.border);
  const ImVec2 foot = is_sine(frame, row) ? ImVec2{tip.x, centre.y} : ImVec2{centre.x, tip.y};
  canvas.line(foot, tip, colour, std::max(2.0f, em() / 7));
  canvas.line(centre, tip, theme().palette.text, std::max(1.0f, em() / 12));
}

std::string value_text(const PositionsFrame& frame, double value) {
  if (frame.page->whole_values) return std::to_string(std::lround(value));
  return format_number(value, widgets().digits);
}

/// Inspects the value in the pass on screen, if the text is long enough.
void inspect(const PositionsFrame& frame, const PositionRows& rows, Index row) {
  const TraceTensor* tensor = frame.trace.find(rows.tensor);
  if (tensor && frame.position < tensor->shape[0])
    frame.emit({"inspect", {rows.tensor, std::to_string(frame.position) + "," + std::to_string(row)}});
}

void draw_line(const PositionsFrame& frame, const PositionRows& rows, std::size_t i, float width) {
  const Index row = rows.waves[i];
  const Box box = box_at(ImGui::GetCursorScreenPos(), {width, std::ceil(em() * 1.95f)});
  const std::string id = "positions.value[" + std::to_string(i) + ",0]";
  if (ImGui::Selectable(("##" + id).c_str(), false, 0, box.size())) inspect(frame, rows, row);
  if (!rows.tensor.empty()) tip("Where this number comes from");
  mark(id, box);
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const Colour colour = series_colour(static_cast<int>(i));
  float x = box.min.x;
  canvas.fill({{x, box.min.y + em() * 0.4f}, {x + em() * 0.3f, box.max.y - em() * 0.4f}}, colour, 2);
  x += em() * 0.7f;
  draw_text_in(canvas, fonts().mono, {{x, box.min.y}, {x + em() * 2.4f, box.max.y}}, p.text,
               std::to_string(row));
  x += em() * 2.5f;
  if (turns(frame)) draw_dial(frame, row, box_at({x, box.min.y}, {box.height(), box.height()}), colour);
  if (turns(frame)) x += box.height() + em() * 0.3f;
  const float number = em() * 3.8f, wave = turns(frame) && width > em() * 20 ? em() * 4 : 0;
  draw_text_in(canvas, fonts().mono_small, {{x, box.min.y}, {box.max.x - number - wave, box.max.y}},
               p.text_dim, expression(frame, row));
  if (wave > 0)
    draw_text_in(canvas, fonts().mono_small,
                 {{box.max.x - number - wave, box.min.y}, {box.max.x - number, box.max.y}}, p.text_dim,
                 short_number(2 * std::numbers::pi * divisor(frame, row)), Align::Right);
  draw_text_in(canvas, fonts().mono, {{box.max.x - number, box.min.y}, {box.max.x - em() * 0.3f, box.max.y}},
               p.text, value_text(frame, value_of(frame, rows, row)), Align::Right);
}

void draw_heading(const PositionsFrame& frame, float width) {
  const Box box = reserve({width, std::ceil(em() * 1.3f)});
  const Canvas canvas = window_canvas();
  const auto write = [&](float from, float to, std::string_view words, Align align) {
    draw_text_in(canvas, fonts().small, {{box.min.x + from, box.min.y}, {box.min.x + to, box.max.y}},
                 theme().palette.text_dim, words, align);
  };
  write(em() * 0.7f, em() * 6, frame.page->row, Align::Left);
  if (turns(frame) && width > em() * 20)
    write(width - em() * 8.8f, width - em() * 3.8f, "wavelength", Align::Right);
  write(width - em() * 3.8f, width - em() * 0.3f, frame.page->value_word, Align::Right);
}

/// Beside the last stepper, or below where that has no room.
void step(const PositionsFrame& frame, const char* label, const char* option, Index now, Index less,
          Index more) {
  const float gap = em() * 0.5f;
  if (ImGui::GetItemRectMax().x + gap + stepper_width(label, true) <= content_right())
    ImGui::SameLine(0, gap);
  const std::string name = std::string("positions.") + option;
  const Index chosen = stepper(name, label, now, {.less = less, .more = more, .small = true});
  if (chosen != now) frame.choose(option, std::to_string(chosen));
}

void choose_waves(const PositionsFrame& frame) {
  const Index count = frame.choice.dimensions, first = frame.first_dimension(), every = frame.every();
  step(frame, turns(frame) ? "waves" : "rows", "dimensions", count, std::max<Index>(count - 1, 1),
       std::min<Index>(count + 1, kMostWaves));
  step(frame, "from", "first_dimension", first, std::max<Index>(first - 1, 0),
       std::min(first + 1, frame.width - 1));
  const Index most = std::max<Index>((frame.width - first) / count, 1);
  step(frame, "every", "every", every, std::max<Index>(every / 2, 1), std::min(every * 2, most));
}

}  // namespace

void draw_position_values(const PositionsFrame& frame, const PositionRows& rows) {
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string_view title = frame.page->values_title;
  panel_header(title.empty() ? "At position " + frame.place(frame.position) : std::string(title),
               frame.page->by_head ? drawn_heads_words(frame.width) : "");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  draw_heading(frame, width);
  for (std::size_t i = 0; i < rows.waves.size(); ++i) draw_line(frame, rows, i, width);
  if (!frame.page->by_head) choose_waves(frame);
  ImGui::PopStyleVar();
}

}  // namespace attnlab
