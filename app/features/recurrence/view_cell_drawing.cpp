// Drawing in em, on the canvas of the window.
#include "app/features/recurrence/view_cell_drawing.h"

#include <algorithm>

#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula.h"

namespace attnlab {

void CellDrawing::line(float x0, float y0, float x1, float y1, Colour colour) const {
  window_canvas().line(at(x0, y0), at(x1, y1), colour, std::max(1.5f, em() / 8));
}

void CellDrawing::arrow(float x0, float y0, float x1, float y1, Colour colour) const {
  line(x0, y0, x1, y1, colour);
  const ImVec2 to = at(x1, y1);
  const float size = em() * 0.35f;
  const float dx = x1 == x0 ? 0.0f : (x1 > x0 ? 1.0f : -1.0f),
              dy = y1 == y0 ? 0.0f : (y1 > y0 ? 1.0f : -1.0f);
  window_canvas().triangle(to, {to.x - dx * size - dy * size * 0.6f, to.y - dy * size - dx * size * 0.6f},
                           {to.x - dx * size + dy * size * 0.6f, to.y - dy * size + dx * size * 0.6f},
                           colour);
}

void CellDrawing::node(float x, float y, const char* sign, Colour colour) const {
  const float radius = em() * 0.75f;
  window_canvas().disc(at(x, y), radius, theme().palette.raised);
  window_canvas().ring(at(x, y), radius, colour, std::max(1.5f, em() / 10));
  const ImVec2 middle = at(x, y);
  draw_text_in(window_canvas(), fonts().ui_bold,
               {{middle.x - radius, middle.y - radius}, {middle.x + radius, middle.y + radius}},
               theme().palette.text, sign, Align::Centre);
}

void CellDrawing::words(float x, float y, const std::string& text, Colour colour, Align align) const {
  const ImVec2 size = text_size(fonts().mono_small, text), place = at(x, y);
  const float left = align == Align::Centre  ? place.x - size.x / 2
                     : align == Align::Right ? place.x - size.x
                                             : place.x;
  const Box box{{left, place.y - size.y / 2}, {left + size.x, place.y + size.y / 2}};
  window_canvas().fill(grown(box, 1), theme().palette.panel, 2);
  draw_text_in(window_canvas(), fonts().mono_small, grown(box, 1), colour, text);
}

void CellDrawing::button(const std::string& name, const Box& box, const TraceTensor& tensor,
                         const std::string& tooltip) const {
  move_cursor(box.min);
  ImGui::PushID(name.c_str());
  if (ImGui::InvisibleButton("node", box.size())) frame_.select(tensor, frame_.at.time, frame_.at.unit);
  if (ImGui::IsItemHovered()) draw_outline(window_canvas(), box, theme().palette.accent, 1);
  tip(tooltip);
  ImGui::PopID();
  mark("recurrence.node." + name, box);
}

Box CellDrawing::face(float x, float y, float width, float height, Colour colour, const std::string& top,
                      const std::string& bottom) const {
  const Box box{at(x - width / 2, y - height / 2), at(x + width / 2, y + height / 2)};
  const Colour face = blend(theme().palette.raised, colour, 0.25f);
  window_canvas().fill(box, face, em() * 0.25f);
  window_canvas().frame(box, colour, em() * 0.25f, std::max(1.0f, em() / 12));
  const float middle = bottom.empty() ? box.max.y : box.centre().y;
  draw_text_in(window_canvas(), fonts().ui_bold, {box.min, {box.max.x, middle}}, text_on(face), top,
               Align::Centre);
  if (!bottom.empty())
    draw_text_in(window_canvas(), fonts().mono_small, {{box.min.x, middle}, box.max}, text_on(face), bottom,
                 Align::Centre);
  return box;
}

void CellDrawing::letter(float x, float y, const std::string& letter, const char* index) const {
  const FormulaOptions small{.size = 0.72f};
  const Formula formula = math::sub(math::var(letter), math::text(index));
  const ImVec2 size = formula_size(formula, small), place = at(x, y);
  move_cursor({place.x, place.y - size.y / 2});
  ImGui::PushID(static_cast<int>(place.x));
  ImGui::PushID(static_cast<int>(place.y));
  draw_formula("letter", formula, small);
  ImGui::PopID();
  ImGui::PopID();
}

}  // namespace attnlab
