// The inspector's formula, in general and with numbers, and the check that the numbers are right.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/common/tensor_words.h"
#include "app/views/inspector/explained.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula_text.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr float kMostHeight = 4.6f;  ///< of the numbers, in em: about three lines

/// A gradient's rules, one for each kind of operation that reads the value.
std::vector<std::string> formulas_in(std::string_view text) {
  constexpr std::string_view kBetween = "; ";
  std::vector<std::string> formulas;
  for (std::size_t at; (at = text.find(kBetween)) != std::string_view::npos;) {
    formulas.emplace_back(text.substr(0, at));
    text.remove_prefix(at + kBetween.size());
  }
  formulas.emplace_back(text);
  return formulas;
}

SymbolRoles roles_of(const InspectorFrame& frame) {
  SymbolRoles roles = {{"query", Role::Query},    {"key", Role::Key},        {"value", Role::Value},
                       {"weights", Role::Output}, {"context", Role::Output}, {"concat", Role::Output}};
  if (frame.gradient()) return roles;
  roles["y"] = tensor_role(frame.trace, frame.derivation.cell.tensor);
  roles["x"] = tensor_role(frame.trace, frame.explained->input);
  roles["W"] = roles["b"] = tensor_role(frame.trace, frame.explained->weight);
  return roles;
}

}  // namespace

void draw_inspector_formula(const InspectorFrame& frame) {
  ImGui::Dummy({0, em() * 0.2f});
  const float width = ImGui::GetContentRegionAvail().x;
  const SymbolRoles roles = roles_of(frame);
  for (const std::string& formula : formulas_in(frame.derivation.formula)) {
    const FormulaText text = formula_from_text(formula, roles);
    if (text.formula)
      draw_formula(formula.c_str(), text.formula,
                   {.size = 0.82f, .wrap_width = width, .target = "inspector.formula"});
    if (!text.words.empty()) dim_text(text.words);
  }
  ImGui::Dummy({0, em() * 0.1f});
  const FormulaOptions options{.size = 0.72f, .wrap_width = width};
  const std::vector<Formula>& written = frame.explained->written;
  const auto fits = [&](const Formula& numbers) {
    const ImVec2 size = formula_size(numbers, options);
    return size.x <= width && size.y <= em() * kMostHeight;
  };
  const auto fitting = std::ranges::find_if(written.begin(), written.end() - 1, fits);
  draw_formula("numbers", *fitting, options);
  ImGui::Dummy({0, em() * 0.2f});
}

float inspector_check_height() { return std::ceil(em() * 2.0f); }

void draw_inspector_check(const InspectorFrame& frame) {
  const double again = frame.explained->again, off = std::abs(again - frame.derivation.value);
  const Canvas canvas = window_canvas();
  const Box line = reserve({ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.6f)});
  canvas.fill({line.min, {line.max.x, line.min.y + 1}}, theme().palette.border);
  const bool finite = std::isfinite(again) && std::isfinite(frame.derivation.value);
  const bool both_nan = std::isnan(again) && std::isnan(frame.derivation.value);
  const std::string number = std::abs(again) < 1e-2 ? format_small(again, 6) : format_fixed(again, 7);
  const std::string same = tr("{1} · the same", number);
  const std::string result = both_nan   ? same
                             : !finite  ? number
                             : off == 0 ? tr("{1} · the same to the last bit", number)
                                        : tr("{1} · difference {2}", number, format_number(off, 3));
  std::string words = tr("recomputed in double: {1}", result);
  for (const std::string& shorter :
       {tr("in double: {1}", result), tr("in double: {1}", off == 0 ? same : number)})
    if (text_size(fonts().small, words).x > line.width()) words = shorter;
  draw_text_in(canvas, fonts().small, line, theme().palette.text_dim, words);
}

}  // namespace attnlab
