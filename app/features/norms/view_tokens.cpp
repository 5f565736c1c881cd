// Norms, token by token: the input and the output of one norm, and the output of the other kinds of norm.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "app/base/format.h"
#include "app/features/norms/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/language/messages.h"
#include "core/layers/norm_kind.h"

namespace attnlab {
namespace {

using namespace math;

/// (x − x̄)/√(σ² + ε)
Formula layer_fraction() {
  return frac(row({var("x", Role::Residual), op("−"), overline(var("x"))}),
              math::sqrt(row({sup(var("σ"), number("2")), op("+"), var("ε")})));
}

Formula rms_fraction() {
  return frac(var("x", Role::Residual),
              math::sqrt(row({overline(sup(var("x"), number("2"))), op("+"), var("ε")})));
}

struct NormFraction {
  std::string_view kind;  ///< name in norm_kinds()
  Formula (*make)();
};
constexpr NormFraction kFractions[] = {{"layer", layer_fraction}, {"rms", rms_fraction}};

/// The normalized vector before γ, "x/√(m + ε)". Throws std::invalid_argument for a kind without a formula.
Formula normalized_formula(const NormKind& kind) {
  const auto found = std::ranges::find(kFractions, kind.name, &NormFraction::kind);
  if (found == std::ranges::end(kFractions))
    throw std::invalid_argument("there is no formula for the norm " + std::string(kind.name));
  return found->make();
}

/// y = γ ⊙ normalized_formula, and + β if the norm is `shifted`.
Formula norm_formula(const NormKind& kind, bool shifted) {
  const Formula scaled = row({var("y"), rel(), var("γ"), op("⊙"), normalized_formula(kind)});
  return shifted ? row({scaled, op("+"), var("β")}) : scaled;
}

void draw_at_right(const Formula& formula) {
  const FormulaOptions options{.size = 0.8f, .target = "norms.formula"};
  const ImVec2 size = formula_size(formula, options);
  ImGui::SameLine(0, em());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  if (size.x > room) return ImGui::NewLine();
  move_cursor({at.x + room - size.x, at.y - (size.y - ImGui::GetFrameHeight()) / 2});
  draw_formula("formula", formula, options);
}

/// Begins the rows, which scroll in a window that is too small for them.
void begin_rows() {
  ImGui::BeginChild("rows", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
}

Colour before_colour() { return role_text(Role::Residual); }

NormColumn input_column(const NormTensors& norm) {
  const TraceTensor& shown = norm.input ? *norm.input : *norm.normalized;
  return {"x", tr("input of the norm"), shown.value, shown.shape.last(), before_colour(), norm.input, 0};
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
  o.cell_width = width / float(parameter->shape.last());
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
  move_cursor({at.x + half + em() * 2, at.y});
  draw_strip("β", norm.beta, frame.model.trace_version, half);
}

double largest_difference(std::span<const Real> a, std::span<const Real> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(double(a[i]) - double(b[i])));
  return largest;
}

/// The norm's input, normalized by each of norm_kinds().
using Kinds = std::vector<std::vector<Real>>;

/// The kinds, computed again for each trace.
struct NormKindsCache {
  TraceKey trace;
  std::string norm;
  Kinds kinds;
};

const Kinds& kinds_of(const NormsFrame& frame) {
  NormKindsCache& cache = frame.model.remembered<NormKindsCache>();
  const NormTensors& norm = frame.norm();
  const std::string name = norm.place.name();
  if (cache.trace == frame.model.trace_key() && cache.norm == name) return cache.kinds;
  cache = {frame.model.trace_key(), name, {}};
  for (const NormKind& kind : norm_kinds())
    cache.kinds.push_back(
        normalized_by(kind, norm.input->value, norm.input->shape.last(), frame.trace.config().norm_epsilon));
  return cache.kinds;
}

/// The largest difference between the model's own kind of norm and another.
double largest_difference(const Kinds& kinds, const NormTensors& norm) {
  const auto own = static_cast<std::size_t>(norm.kind - norm_kinds().data());
  double largest = 0;
  for (const std::vector<Real>& other : kinds)
    largest = std::max(largest, largest_difference(kinds[own], other));
  return largest;
}

/// "LayerNorm: (x − x̄)/√(σ² + ε)      RMSNorm: …"
Formula formulas_of_all_kinds() {
  std::vector<Formula> formulas;
  for (const NormKind& kind : norm_kinds()) {
    if (!formulas.empty()) formulas.push_back(text("      "));
    formulas.push_back(text(std::string(kind.title) + ": "));
    formulas.push_back(normalized_formula(kind));
  }
  return row(std::move(formulas));
}

}  // namespace

void draw_norm_tokens(const NormsFrame& frame) {
  const NormTensors& norm = frame.norm();
  choose_norm(frame);
  draw_at_right(norm_formula(*norm.kind, norm.beta != nullptr));
  dim_text(norm.beta ? tr("{1}; γ and β then scale and shift each feature.", tr(norm.kind->sentence))
                     : tr("{1}; γ then scales each feature.", tr(norm.kind->sentence)));
  ImGui::Dummy({0, em() * 0.4f});
  const Index width = norm.output->shape.last();
  std::vector<NormColumn> columns;
  if (norm.input) columns.push_back(input_column(norm));
  columns.push_back(
      {tr("normalized"), "", norm.normalized->value, width, theme().palette.accent, norm.normalized, 1});
  columns.push_back({"y", norm.beta ? tr("after γ and β") : tr("after γ"), norm.output->value, width,
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
  if (!norm.input) return empty_note(tr("An edit removed the input of this norm."), tr("Undo the edits."));
  draw_at_right(formulas_of_all_kinds());
  const Kinds& kinds = kinds_of(frame);
  const std::string largest = format_number(largest_difference(kinds, norm), 2);
  dim_text(norm.beta
               ? tr("RMSNorm does not subtract the mean. Here, the two kinds differ by up to {1}, before γ "
                    "and β.",
                    largest)
               : tr("RMSNorm does not subtract the mean. Here, the two kinds differ by up to {1}, before γ.",
                    largest));
  ImGui::Dummy({0, em() * 0.4f});
  const Index width = norm.input->shape.last();
  std::vector<NormColumn> columns = {input_column(norm)};
  for (const NormKind& kind : norm_kinds()) {
    const bool own = &kind == norm.kind;
    columns.push_back({std::string(kind.title), own ? tr("this model") : tr("not in this model"),
                       kinds[columns.size() - 1], width,
                       columns.size() == 1 ? theme().palette.accent : role_text(Role::Value),
                       own ? norm.normalized : nullptr, 1});
  }
  begin_rows();
  draw_norm_columns(frame, row_tokens(frame.trace, *norm.output), columns, ImGui::GetContentRegionAvail());
  ImGui::EndChild();
}

}  // namespace attnlab
