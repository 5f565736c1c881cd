// The formulas of a recurrent cell, line by line, with the numbers of one unit at one step put in.
#include <algorithm>
#include <cmath>

#include "app/base/as_shown.h"
#include "app/base/format.h"
#include "app/features/recurrence/view_cell_figure.h"
#include "app/views/stage/cell_formulas.h"
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

double apply(GateFunction function, double x) {
  switch (function) {
    case GateFunction::Sigmoid: return 1 / (1 + std::exp(-x));
    case GateFunction::Tanh: return std::tanh(x);
    case GateFunction::Relu: return std::max(0.0, x);
    case GateFunction::None: break;
  }
  return x;
}

/// A number as it is shown with these decimals.
double as_shown(double value, int decimals) { return shown_number(format_fixed(value, decimals)); }

/// "= 0.67", or "≈ 0.67" where the numbers before it, as they are shown, do not make it.
std::string equals_text(double of_shown, double value, int decimals) {
  const std::string result = format_fixed(value, decimals);
  return " " + std::string(relation(of_shown, result)) + " " + result;
}

/// "σ(0.31 + (−0.82) + 1.20) = 0.67", in the order of the formula.
std::string gate_numbers(const CellGate& gate, const GateSum& sum, double value, int decimals) {
  const auto number = [&](double each) { return format_factor(each, decimals); };
  const auto shown = [&](double each) { return as_shown(each, decimals); };
  const GateSum of_shown{.input = shown(sum.input),
                         .context = shown(sum.context),
                         .recurrent = shown(sum.recurrent),
                         .bias = shown(sum.bias),
                         .reset = shown(sum.reset)};
  std::string parts = format_fixed(sum.input, decimals);
  if (sum.context != 0) parts += " + " + number(sum.context);
  if (gate.reset_by >= 0)
    parts += " + " + number(sum.bias) + " + " + number(sum.reset) + "·" + number(sum.recurrent);
  else
    parts += " + " + number(sum.recurrent) + " + " + number(sum.bias);
  return function_text(gate.function) + "(" + parts + ")" +
         equals_text(apply(gate.function, of_shown.total()), value, decimals);
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
  const auto shown = [&](double each) { return as_shown(each, decimals); };
  const double of_both = shown(gate(does.keeps)) * shown(step.memory_before) +
                         shown(step.write_share) * shown(gate(does.candidate));
  lines.push_back({&cell.memory(), both + equals_text(of_both, step.memory, decimals)});
  if (does.reads < 0) return lines;
  const double read = shown(gate(does.reads)) * std::tanh(shown(step.memory));
  lines.push_back({cell.hidden, number(gate(does.reads)) + "·tanh(" + format_fixed(step.memory, decimals) +
                                    ")" + equals_text(read, step.hidden, decimals)});
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
    move_cursor({at.x + em() * 0.3f, at.y});
    draw_formula("formula", formula, kFormulaOfLine);
    draw_text_in(window_canvas(), fonts().mono_small,
                 {{at.x + em() * 0.6f, at.y + size.y}, {box.max.x, at.y + size.y + number}},
                 theme().palette.text, lines[i].numbers, Align::Left, Cut::Meant);
    ImGui::PopID();
    move_cursor({at.x, at.y + height});
  }
  ImGui::Dummy({width, 0});
}

}  // namespace attnlab
