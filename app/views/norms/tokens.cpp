// Norms, token by token: what one norm reads and what it makes of it; and the same by the other kind of norm.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/norms/frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula.h"
#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {

namespace {

using namespace math;

Formula mean_of(const char* inside) { return overline(var(inside)); }

/// γ ⊙ (x − x̄)/√(σ² + ε) + β
Formula layer_formula(bool parameters) {
  const Formula x = var("x", Role::Residual);
  const Formula fraction =
      frac(row({x, op("−"), mean_of("x")}), math::sqrt(row({sup(var("σ"), number("2")), op("+"), var("ε")})));
  if (!parameters) return row({text("LayerNorm: "), fraction});
  return row({var("y"), rel(), var("γ"), op("⊙"), fraction, op("+"), var("β")});
}

Formula rms_formula(bool parameters) {
  const Formula x = var("x", Role::Residual);
  const Formula fraction =
      frac(x, math::sqrt(row({overline(sup(var("x"), number("2"))), op("+"), var("ε")})));
  if (!parameters) return row({text("RMSNorm: "), fraction});
  return row({var("y"), rel(), var("γ"), op("⊙"), fraction});
}

void draw_at_right(const Formula& formula) {
  const FormulaOptions options{.size = 0.8f, .target = "norms.formula"};
  const ImVec2 size = formula_size(formula, options);
  ImGui::SameLine(0, em());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  if (size.x > room) return ImGui::NewLine();
  ImGui::SetCursorScreenPos({at.x + room - size.x, at.y - (size.y - ImGui::GetFrameHeight()) / 2});
  draw_formula("formula", formula, options);
}

/// Where the window is too small for all rows and numbers, they scroll.
void begin_rows() {
  ImGui::BeginChild("rows", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
}

Colour before_colour() { return role_text(Role::Residual); }

NormColumn input_column(const NormTensors& norm) {
  const TraceTensor& shown = norm.input ? *norm.input : *norm.normalized;
  return {"x", "what the norm reads", shown.value, shown.shape.last(), before_colour(), norm.input, 0};
}

/// One row of numbers per feature.
void draw_strip(const char* title, const TraceTensor* parameter, std::uint64_t version, float width) {
  if (!parameter) return;
  HeatMapOptions o;
  o.title = title;
  o.detail = parameter->name;
  o.rows.hidden = o.cols.hidden = true;
  o.numbers = false;
  o.size = {width, em() * 5};
  o.cell_width = width / static_cast<float>(parameter->shape.last());
  o.cell_height = std::ceil(em() * 0.9f);
  o.target = std::string("norms.") + title;
  o.tensor = title;
  heat_map(title, matrix_slice(parameter, 0, version).view, o);
}

void draw_parameters(const NormsFrame& frame, float width) {
  const NormTensors& norm = frame.norm();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float half = norm.beta ? (width - em() * 2) / 2 : width;
  draw_strip("γ", norm.gamma, frame.model.trace_version, half);
  ImGui::SetCursorScreenPos({at.x + half + em() * 2, at.y});
  draw_strip("β", norm.beta, frame.model.trace_version, half);
}

double largest_difference(std::span<const Real> a, std::span<const Real> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return largest;
}

/// Both kinds of the norm's input; made anew with the trace.
struct Kinds {
  std::vector<Real> layer, rms;
};

const Kinds& kinds_of(const NormsFrame& frame) {
  static Kinds kinds;
  static std::string made_of;
  const NormTensors& norm = frame.norm();
  const std::string key = norm.name + " " + std::to_string(frame.model.trace_version);
  if (key == made_of) return kinds;
  made_of = key;
  const double epsilon = frame.trace.config().norm_epsilon;
  const Index width = norm.input->shape.last();
  kinds = {layer_normalized(norm.input->value, width, epsilon),
           rms_normalized(norm.input->value, width, epsilon)};
  return kinds;
}

}  // namespace

void draw_norm_tokens(const NormsFrame& frame) {
  const NormTensors& norm = frame.norm();
  choose_norm(frame);
  draw_at_right(norm.rms ? rms_formula(true) : layer_formula(true));
  dim_text(norm.rms
               ? "Every token's vector is stretched until the mean of its squares is 1; γ then sets the "
                 "size of each feature."
               : "Every token's vector is moved to mean 0 and stretched to deviation 1; γ and β then set "
                 "size and place of each feature.");
  ImGui::Dummy({0, em() * 0.4f});
  const Index width = norm.output->shape.last();
  std::vector<NormColumn> columns;
  if (norm.input) columns.push_back(input_column(norm));
  columns.push_back(
      {"normalized", "", norm.normalized->value, width, theme().palette.accent, norm.normalized, 1});
  columns.push_back({"y", norm.beta ? "after γ and β" : "after γ", norm.output->value, width,
                     role_text(Role::Output), norm.output, 1});
  begin_rows();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float strips = em() * 5.4f;
  draw_norm_columns(frame, row_tokens(frame.trace, *norm.output), columns, {room.x, room.y - strips});
  ImGui::Dummy({0, em() * 0.3f});
  draw_parameters(frame, room.x);
  ImGui::EndChild();
}

void draw_norm_kinds(const NormsFrame& frame) {
  const NormTensors& norm = frame.norm();
  choose_norm(frame);
  if (!norm.input) return empty_note("What this norm reads was edited away.", "Take the edits back.");
  draw_at_right(row({layer_formula(false), text("      "), rms_formula(false)}));
  const Kinds& kinds = kinds_of(frame);
  dim_text("RMSNorm leaves the mean where it is. The two differ by up to " +
           format_number(largest_difference(kinds.layer, kinds.rms), 2) + " here, before γ" +
           (norm.beta ? " and β." : "."));
  ImGui::Dummy({0, em() * 0.4f});
  const Index width = norm.input->shape.last();
  const auto note = [&](bool rms) { return rms == norm.rms ? "this model's" : "not this model's"; };
  const NormColumn columns[] = {input_column(norm),
                                {"LayerNorm", note(false), kinds.layer, width, theme().palette.accent,
                                 norm.rms ? nullptr : norm.normalized, 1},
                                {"RMSNorm", note(true), kinds.rms, width, role_text(Role::Value),
                                 norm.rms ? norm.normalized : nullptr, 1}};
  begin_rows();
  draw_norm_columns(frame, row_tokens(frame.trace, *norm.output), columns, ImGui::GetContentRegionAvail());
  ImGui::EndChild();
}

}  // namespace attnlab
