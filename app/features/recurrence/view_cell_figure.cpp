// The selected cell as a figure: gates as boxes over the line of what they read, the memory as a line above.
#include "app/features/recurrence/view_cell_figure.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/base/format.h"
#include "app/features/recurrence/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Draws in em from the top left corner of the figure.
class CellDrawing {
 public:
  CellDrawing(const RecurrenceFrame& frame, ImVec2 start) : frame_(frame), start_(start) {}

  ImVec2 at(float x, float y) const { return {start_.x + x * em(), start_.y + y * em()}; }
  void line(float x0, float y0, float x1, float y1, Colour colour) const;
  /// Upright or level.
  void arrow(float x0, float y0, float x1, float y1, Colour colour) const;
  /// A round node with a sign.
  void node(float x, float y, const char* sign, Colour colour) const;
  /// Text on the panel that starts at x, is centered there, or ends there.
  void words(float x, float y, const std::string& text, Colour colour, Align align = Align::Left) const;
  /// A letter with its index, h_{t−1}, that starts at x.
  void letter(float x, float y, const std::string& letter, const char* index) const;
  /// A box that leads to a number.
  void button(const std::string& name, const Box& box, const TraceTensor& tensor,
              const std::string& tooltip) const;
  /// A box with one line or two, centred at x, y.
  Box face(float x, float y, float width, float height, Colour colour, const std::string& top,
           const std::string& bottom) const;

 private:
  const RecurrenceFrame& frame_;
  ImVec2 start_;
};

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

/// Size of the figure, in em.
constexpr float kFigureWidth = 36, kFigureHeight = 15;
/// Heights of its lines, in em from the top.
constexpr float kMemoryLine = 3.4f, kProductLine = 6.6f, kGateLine = 10.0f, kReadLine = 12.6f;
constexpr float kInside = 5.5f, kOutside = 31.0f;  ///< the frame of the cell

const char* function_name(GateFunction function) {
  switch (function) {
    case GateFunction::Sigmoid: return "σ";
    case GateFunction::Tanh: return "tanh";
    case GateFunction::Relu: return "ReLU";
    case GateFunction::None: break;
  }
  return "";
}

/// The place of each gate of a cell: what resets, keeps, writes, is written and reads, from the left.
struct GatePlaces {
  std::vector<float> x;  ///< by the kind's number, in em
};

GatePlaces gate_places(const CellKind& kind) {
  std::vector<int> order;
  for (const CellGate& gate : kind.gates)
    if (gate.reset_by >= 0) order.push_back(gate.reset_by);
  for (const int gate : {kind.memory.keeps, kind.memory.writes, kind.memory.candidate, kind.memory.reads})
    if (gate >= 0) order.push_back(gate);
  GatePlaces places{std::vector<float>(kind.gates.size(), kInside + 3)};
  const float between = kind.memory.reads >= 0 ? 5.6f : 7.4f;
  for (std::size_t i = 0; i < order.size(); ++i) places.x[order[i]] = kInside + 3 + between * float(i);
  return places;
}

std::string cell_number(double value) { return format_fixed(value, 2); }

/// One figure while it is drawn.
class CellFigure {
 public:
  CellFigure(const RecurrenceFrame& frame, const UnitStep& step, ImVec2 start)
      : frame_(frame),
        kind_(frame.kind()),
        cell_(frame.cell()),
        step_(step),
        d_(frame, start),
        places_(gate_places(kind_)) {}

  void draw() const {
    const Palette& p = theme().palette;
    window_canvas().frame({d_.at(kInside, 1.6f), d_.at(kOutside, 13.6f)}, p.border, em(),
                          std::max(1.0f, em() / 12));
    if (kind_.memory.has_gates()) {
      draw_inputs();
      draw_memory();
      for (std::size_t i = 0; i < kind_.gates.size(); ++i) draw_gate(i);
    } else {
      draw_plain();
    }
  }

 private:
  float x(int gate) const { return places_.x[gate]; }
  double value(int gate) const { return step_.gates[gate]; }
  Colour colour(int gate) const { return role_colour(kind_.gates[gate].makes.role); }
  Colour ink() const { return theme().palette.text_dim; }
  std::string input_words() const { return tr("x “{1}”", display_token(frame_.tokens[frame_.at.time])); }

  /// h_{t−1} and x_t, on the line that all gates read.
  void draw_inputs() const {
    const float last = *std::ranges::max_element(places_.x);
    d_.line(kInside - 2.2f, kReadLine, last, kReadLine, ink());
    d_.arrow(kInside + 1, kFigureHeight - 0.6f, kInside + 1, kReadLine, ink());
    d_.letter(0.2f, kReadLine - 0.8f, "h", "t−1");
    d_.words(0.2f, kReadLine + 0.5f, cell_number(step_.hidden_before), theme().palette.text);
    d_.words(kInside + 1.8f, kFigureHeight - 0.7f, input_words(), ink());
    for (const float gate : places_.x) d_.arrow(gate, kReadLine, gate, kGateLine + 1.15f, ink());
  }

  void draw_gate(std::size_t number) const {
    const CellGate& gate = kind_.gates[number];
    const std::string symbol(gate.makes.symbol);
    const Box box =
        d_.face(places_.x[number], kGateLine, 4.0f, 2.3f, role_colour(gate.makes.role),
                std::string(function_name(gate.function)) + "  " + symbol, cell_number(step_.gates[number]));
    d_.button(std::string(gate.makes.name), box, *cell_.gates[number], std::string(tr(gate.makes.sentence)));
    if (gate.reset_by < 0) return;
    const float from = x(gate.reset_by), to = places_.x[number] - 1.2f, over = kGateLine - 2.2f;
    d_.line(from, kGateLine - 1.15f, from, over, colour(gate.reset_by));
    d_.line(from, over, to, over, colour(gate.reset_by));
    d_.arrow(to, over, to, kGateLine - 1.2f, colour(gate.reset_by));
    d_.words((from + x(kind_.memory.keeps)) / 2, over, "⊙ U·h", ink(), Align::Centre);
  }

  void draw_memory() const {
    const CellMemory& does = kind_.memory;
    const std::string letter(cell_.memory().site->symbol);
    const float keep = x(does.keeps),
                write = does.writes >= 0 ? (x(does.writes) + x(does.candidate)) / 2 : x(does.candidate);
    const Colour line = role_colour(Role::Residual);
    d_.line(kInside - 2.2f, kMemoryLine, keep - 0.75f, kMemoryLine, line);
    d_.line(keep + 0.75f, kMemoryLine, write - 0.75f, kMemoryLine, line);
    d_.arrow(write + 0.75f, kMemoryLine, kOutside + 1.6f, kMemoryLine, line);
    d_.letter(0.2f, kMemoryLine - 0.8f, letter, "t−1");
    d_.words(0.2f, kMemoryLine + 0.5f, cell_number(step_.memory_before), theme().palette.text);
    d_.arrow(keep, kGateLine - 1.15f, keep, kMemoryLine + 0.8f, colour(does.keeps));
    draw_write(write);
    d_.node(keep, kMemoryLine, "×", line);
    d_.node(write, kMemoryLine, "+", line);
    d_.words((keep + write) / 2, kMemoryLine - 0.8f, tr("kept {1}", cell_number(step_.kept)),
             theme().palette.text, Align::Centre);
    draw_end(letter, kMemoryLine, step_.memory, cell_.memory());
    if (does.reads >= 0) draw_read(line);
  }

  /// What is written goes up to the memory.
  void draw_write(float write) const {
    const CellMemory& does = kind_.memory;
    const int by = does.writes >= 0 ? does.writes : does.keeps;
    const float candidate = x(does.candidate);
    d_.line(x(by), does.writes >= 0 ? kGateLine - 1.15f : kProductLine, x(by), kProductLine, colour(by));
    d_.arrow(x(by), kProductLine, write - 0.8f, kProductLine, colour(by));
    d_.line(candidate, kGateLine - 1.15f, candidate, does.writes >= 0 ? kProductLine : kProductLine + 0.8f,
            colour(does.candidate));
    if (does.writes >= 0)
      d_.arrow(candidate, kProductLine, write + 0.8f, kProductLine, colour(does.candidate));
    d_.arrow(write, kProductLine - 0.75f, write, kMemoryLine + 0.8f, ink());
    d_.node(write, kProductLine, "×", ink());
    if (does.writes < 0)
      d_.words((x(by) + write) / 2, kProductLine,
               "1−" + std::string(kind_.gates[by].makes.symbol) + " = " + cell_number(step_.write_share),
               theme().palette.text, Align::Centre);
    d_.words(write + 0.5f, (kMemoryLine + kProductLine) / 2, tr("written {1}", cell_number(step_.written)),
             theme().palette.text);
  }

  /// The memory through tanh and the gate that reads: the hidden state.
  void draw_read(Colour line) const {
    const float gate = x(kind_.memory.reads), read = gate + 3.6f, pill = 4.95f;
    d_.line(read, kMemoryLine, read, kProductLine, line);
    d_.face(read, pill, 2.6f, 1.1f, line, "tanh", "");
    d_.line(gate, kGateLine - 1.15f, gate, kProductLine + 0.6f, colour(kind_.memory.reads));
    d_.arrow(gate, kProductLine + 0.6f, read - 0.7f, kProductLine + 0.6f, colour(kind_.memory.reads));
    d_.line(read, kProductLine + 1.3f, read, kReadLine, line);
    d_.arrow(read, kReadLine, kOutside + 1.6f, kReadLine, line);
    d_.node(read, kProductLine + 0.6f, "×", line);
    draw_end("h", kReadLine, step_.hidden, *cell_.hidden);
  }

  /// A state as it leaves the cell.
  void draw_end(const std::string& name, float y, double value, const TraceTensor& tensor) const {
    const Box box = d_.face(kOutside + 3.3f, y, 3.4f, 2.3f, role_colour(Role::Residual), "", "");
    d_.letter(kOutside + 2.3f, y - 0.5f, name, "t");
    d_.words(kOutside + 3.3f, y + 0.55f, cell_number(value), theme().palette.text, Align::Centre);
    d_.button(std::string(tensor.site->name), box, tensor, std::string(tr(tensor.site->sentence)));
  }

  /// A cell whose one gate is its state.
  void draw_plain() const {
    const CellGate& gate = kind_.gates.front();
    const GateSum& sum = step_.sums.front();
    const float y = 7, add = 13, function = 21;
    const Colour line = role_colour(Role::Residual);
    d_.arrow(kInside - 2.2f, y, add - 0.8f, y, line);
    d_.arrow(add, kFigureHeight - 0.6f, add, y + 0.8f, ink());
    d_.arrow(add + 0.75f, y, function - 2.1f, y, ink());
    d_.arrow(function + 2, y, kOutside + 1.6f, y, line);
    d_.node(add, y, "+", ink());
    d_.letter(0.2f, y - 0.8f, "h", "t−1");
    d_.words(0.2f, y + 0.5f, cell_number(step_.hidden_before), theme().palette.text);
    d_.words(kInside + 0.6f, y - 0.8f, "U·h " + cell_number(sum.recurrent), theme().palette.text);
    d_.words(add + 0.6f, y + 2.4f, "W·x " + cell_number(sum.input), theme().palette.text);
    if (sum.context != 0)
      d_.words(add + 0.6f, y + 3.6f, tr("V·context {1}", cell_number(sum.context)), theme().palette.text);
    d_.words(add, y - 1.6f, "b " + cell_number(sum.bias), theme().palette.text, Align::Centre);
    d_.words(add + 1.2f, y - 0.8f, cell_number(sum.total()), theme().palette.text);
    d_.words(add + 0.8f, kFigureHeight - 0.7f, input_words(), ink());
    d_.face(function, y, 4, 2.3f, line, function_name(gate.function), "");
    draw_end("h", y, step_.hidden, *cell_.hidden);
  }

  const RecurrenceFrame& frame_;
  const CellKind& kind_;
  const RecurrentCell& cell_;
  const UnitStep& step_;
  CellDrawing d_;
  GatePlaces places_;
};

UnitStep unit_step(const RecurrenceFrame& frame) {
  const RecurrentCell& cell = frame.cell();
  const CellMemory& does = frame.kind().memory;
  const Index t = frame.at.time, unit = frame.at.unit;
  UnitStep step{.hidden_before = cell.hidden_before(t, unit),
                .memory_before = cell.memory_before(t, unit),
                .memory = cell.value(cell.memory(), t, unit),
                .hidden = cell.value(*cell.hidden, t, unit)};
  for (std::size_t i = 0; i < cell.gates.size(); ++i) {
    step.sums.push_back(gate_sum(cell, i, t, unit));
    step.gates.push_back(cell.value(*cell.gates[i], t, unit));
  }
  if (!does.has_gates()) return step;
  const auto gate = [&](int number) { return step.gates[number]; };
  step.kept = gate(does.keeps) * step.memory_before;
  step.write_share = does.writes >= 0 ? gate(does.writes) : 1 - gate(does.keeps);
  step.written = step.write_share * gate(does.candidate);
  return step;
}

}  // namespace

void draw_cell_figure(const RecurrenceFrame& frame) {
  const UnitStep step = unit_step(frame);
  const Box title = reserve({ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.5f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text,
               tr("{1}: {2}, time {3}, unit {4}", tr(frame.kind().title), cell_words(frame.cell()),
                  std::to_string(frame.at.time), std::to_string(frame.at.unit)));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize,
              width = kFigureWidth * em();
  const bool beside = room > width + em() * 26;
  CellFigure(frame, step, start).draw();
  move_cursor(start);
  ImGui::Dummy({std::min(width, room), kFigureHeight * em()});
  if (beside) move_cursor({start.x + width + em() * 2, start.y});
  ImGui::BeginGroup();
  draw_cell_lines(frame, step, beside ? room - width - em() * 2 : room);
  ImGui::EndGroup();
}

}  // namespace attnlab
