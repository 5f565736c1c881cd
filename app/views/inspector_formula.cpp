// The inspector's formula, in general and with numbers, and the check that the numbers are right.
#include <algorithm>
#include <cmath>

#include "app/theme/format.h"
#include "app/views/derivation_view.h"
#include "app/views/formula_text.h"
#include "app/views/inspector_parts.h"
#include "app/views/tensor_words.h"
#include "app/widgets/context.h"
#include "app/widgets/controls.h"

namespace attnlab {

namespace {

constexpr std::size_t kWrittenTerms = 4;

std::string operand_tensor(const InspectorFrame& frame, bool parameter) {
  for (const CellName& cell : frame.derivation.operands()) {
    const bool learned = cell.tensor.ends_with(".weight");
    if (learned == parameter) return cell.tensor;
  }
  return "";
}

SymbolRoles roles_of(const InspectorFrame& frame) {
  SymbolRoles roles = {{"query", Role::Query},    {"key", Role::Key},        {"value", Role::Value},
                       {"weights", Role::Output}, {"context", Role::Output}, {"concat", Role::Output}};
  roles["y"] = tensor_role(frame.derivation.cell.tensor);
  roles["x"] = tensor_role(operand_tensor(frame, false));
  roles["W"] = roles["b"] = tensor_role(operand_tensor(frame, true));
  return roles;
}

}  // namespace

void draw_inspector_formula(const InspectorFrame& frame) {
  ImGui::Dummy({0, em() * 0.2f});
  const float width = ImGui::GetContentRegionAvail().x;
  const FormulaText text = formula_from_text(frame.derivation.formula, roles_of(frame));
  if (text.formula)
    draw_formula("general", text.formula,
                 {.size = 0.82f, .wrap_width = width, .target = "inspector.formula"});
  if (!text.words.empty()) dim_text(text.words);
  ImGui::Dummy({0, em() * 0.1f});
  const FormulaOptions options{.size = 0.72f, .wrap_width = width};
  const int decimals = std::max(2, widgets().digits - 1);
  std::size_t terms = kWrittenTerms;
  Formula numbers = written_out(frame.derivation, decimals, terms);
  while (--terms > 0 && formula_size(numbers, options).x > width) {
    numbers = written_out(frame.derivation, decimals, terms);
  }
  draw_formula("numbers", numbers, options);
  ImGui::Dummy({0, em() * 0.2f});
}

float inspector_check_height() { return std::ceil(em() * 2.0f); }

void draw_inspector_check(const InspectorFrame& frame) {
  const double again = frame.derivation.root.evaluate(), off = std::abs(again - frame.derivation.value);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Box line = reserve({ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.6f)});
  list->AddRectFilled(line.min, {line.max.x, line.min.y + 1}, theme().palette.border);
  const bool endless = std::isinf(again) && std::isinf(frame.derivation.value);
  const std::string difference = endless    ? ""
                                 : off == 0 ? " · the same to the last bit"
                                            : " · difference " + format_number(off, 3);
  draw_text_in(list, fonts().small, line, theme().palette.text_dim,
               "recomputed in double: " + format_fixed(again, 7) + difference);
}

}  // namespace attnlab
