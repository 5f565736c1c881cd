// The formulas of a recurrent cell, line by line, with the numbers of one unit at one step put in.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/recurrence/cell_figure.h"
#include "app/views/step_through/cell_formulas.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

/// A tensor's formula, the numbers in it, and where a press leads.
struct CellLine {
  const TraceTensor* tensor;
  std::string numbers;
};

std::string function_text(GateFunction function) {
  switch (function) {
    case GateFunction::Sigmoid: return "σ";
    case GateFunction::Tanh: return "tanh";
    case GateFunction::Relu: return "ReLU";
    case GateFunction::None: break;
  }
  return "";
}

/// "σ(0.31 + (−0.82) + 1.20) = 0.67", in the order of the formula.
std::string gate_numbers(const CellGate& gate, const GateSum& sum, double value, int decimals) {
  const auto number = [&](double each) { return format_factor(each, decimals); };
  std::string parts = format_fixed(sum.input, decimals);
  if (sum.context != 0) parts += " + " + number(sum.context);
  if (gate.reset_by >= 0)
    parts += " + " + number(sum.bias) + " + " + number(sum.reset) + "·" + number(sum.recurrent);
  else
    parts += " + " + number(sum.recurrent) + " + " + number(sum.bias);
  return function_text(gate.function) + "(" + parts + ") = " + format_fixed(value, decimals);
}

std::vector<CellLine> cell_lines(const RecurrenceFrame& frame, const UnitStep& step) {
  const CellKind& kind = frame.kind();
  const RecurrentCell& cell = frame.cell();
  const int decimals = std::max(2, frame.digits());
  std::vector<CellLine> lines;
  for (std::size_t i = 0; i < kind.gates.size(); ++i)
    lines.push_back({cell.gates[i], gate_numbers(kind.gates[i], step.sums[i], step.gates[i], decimals)});
  const CellMemory& does = kind.memory;
  if (!does.has_gates()) return lines;
  const auto number = [&](double each) { return format_factor(each, decimals); };
  const auto gate = [&](int each) { return step.gates[static_cast<std::size_t>(each)]; };
  const std::string kept = number(gate(does.keeps)) + "·" + number(step.memory_before),
                    written = number(step.write_share) + "·" + number(gate(does.candidate));
  // The GRU's formula has what is written first.
  const std::string both = does.writes >= 0 ? kept + " + " + written : written + " + " + kept;
  lines.push_back({&cell.memory(), both + " = " + format_fixed(step.memory, decimals)});
  if (does.reads >= 0)
    lines.push_back({cell.hidden, number(gate(does.reads)) + "·tanh(" + format_fixed(step.memory, decimals) +
                                      ") = " + format_fixed(step.hidden, decimals)});
  return lines;
}

}  // namespace

void draw_cell_lines(const RecurrenceFrame& frame, const UnitStep& step, float width) {
  const FormulaOptions kFormulaOfLine{.size = 0.72f};
  const std::vector<CellLine> lines = cell_lines(frame, step);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const TraceTensor& tensor = *lines[i].tensor;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Formula formula = cell_formula(frame.kind(), *tensor.site);
    const ImVec2 size = formula_size(formula, kFormulaOfLine);
    const float number = std::ceil(em() * 1.15f), height = size.y + number + em() * 0.35f;
    const Box box = box_at(at, {std::max(width, em() * 20), height});
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("line", box.size())) frame.select(tensor, frame.at.time, frame.at.unit);
    if (ImGui::IsItemHovered()) window_canvas().fill(box, theme().palette.raised, em() * 0.2f);
    mark("recurrence.line[" + std::to_string(i) + ",0]", box);
    ImGui::SetCursorScreenPos({at.x + em() * 0.3f, at.y});
    draw_formula("formula", formula, kFormulaOfLine);
    draw_text_in(window_canvas(), fonts().mono_small,
                 {{at.x + em() * 0.6f, at.y + size.y}, {box.max.x, at.y + size.y + number}},
                 theme().palette.text, lines[i].numbers, Align::Left, Cut::Meant);
    ImGui::PopID();
    ImGui::SetCursorScreenPos({at.x, at.y + height});
  }
  ImGui::Dummy({width, 0});
}

}  // namespace attnlab
