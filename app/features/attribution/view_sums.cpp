// Sums of attributions with their completeness errors, and the rank correlations between the methods.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/attribution/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {

namespace {

constexpr double kSmallError = 0.01;  // of the difference

/// "−0.003, 0.06 % of the difference".
std::string completeness_words(const Attributions& a, const MethodValues& values) {
  const double error = a.completeness_error(values);
  std::string words = "error " + format_small(error, 2);
  if (a.difference() != 0)
    words += ", " + format_percent(std::abs(error / a.difference()), 2) + " of the difference";
  if (std::abs(error) > kSmallError * std::abs(a.difference())) words += " (more steps make it smaller)";
  return words;
}

/// What the sum of a method says.
std::string attribution_sum_words(const Attributions& a, const MethodValues& values) {
  if (values.values.empty()) return "…";
  const int digits = widgets().digits;
  const std::string sum = "Σ = " + format_number(values.sum(), digits);
  if (values.method->completes)
    return sum + ", and f(x) − f(b) = " + format_number(a.difference(), digits) + ": " +
           completeness_words(a, values);
  if (values.method->of_attention)
    return sum + (values.sum() < 0.9995 ? ", the rest is the class vector's" : "");
  return sum + ", which need not be f(x) − f(b) = " + format_number(a.difference(), digits);
}

/// The correlations, which live until they are drawn.
struct AgreementCells {
  std::shared_ptr<const Attributions> of;
  std::vector<std::string> methods;
  std::vector<float> cells;
  std::vector<unsigned char> mask;
};

const AgreementCells& agreement_cells(const AttributionFrame& frame) {
  AgreementCells& table = frame.model.remembered<AgreementCells>();
  if (table.of == frame.attribution) return table;
  table = {frame.attribution, {}, {}, {}};
  for (const MethodValues& a : table.of->methods) {
    table.methods.emplace_back(a.method->brief);
    for (const MethodValues& b : table.of->methods) {
      const double value = agreement(a, b);
      table.cells.push_back(std::isfinite(value) ? static_cast<float>(value) : 0);
      table.mask.push_back(std::isfinite(value) ? 0 : 1);
    }
  }
  return table;
}

void draw_agreement_tip(const AgreementCells& table, Cell cell) {
  const auto at =
      static_cast<std::size_t>(cell.row) * table.methods.size() + static_cast<std::size_t>(cell.col);
  begin_tooltip();
  value_line("methods", table.methods[static_cast<std::size_t>(cell.row)] + ", " +
                            table.methods[static_cast<std::size_t>(cell.col)]);
  value_line("Spearman's ρ", table.mask[at] ? "–" : format_fixed(static_cast<double>(table.cells[at]), 3));
  dim_text(table.mask[at]
               ? "There are fewer than two values to put in order, or all are equal."
               : "1: both put the inputs in one order by magnitude. 0: the orders have nothing in common.");
  end_tooltip();
}

}  // namespace

void draw_attribution_sums(const AttributionFrame& frame, float width) {
  for (const MethodValues& values : frame.attribution->methods) {
    const Box title = reserve({width, std::ceil(em() * 1.45f)});
    draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text,
                 std::string(values.method->title) + ":  " + std::string(values.method->formula), Align::Left,
                 Cut::Fault);
    tip_term(values.method->term, title);
    draw_attribution_words(attribution_sum_words(*frame.attribution, values), width);
    draw_attribution_words(std::string(values.method->sentence), width);
    ImGui::Dummy({0, em() * 0.3f});
  }
}

void draw_attribution_agreement(const AttributionFrame& frame, float width) {
  const AgreementCells& table = agreement_cells(frame);
  if (table.methods.size() < 2) return;
  const int count = static_cast<int>(table.methods.size());
  MatrixView view = matrix_view(table.cells.data(), count, count);
  view.mask = table.mask.data();
  HeatMapOptions o;
  o.title = "Do they agree?";
  o.detail = "rank correlation";
  o.scale = {.scale = Scale::Diverging, .mode = RangeMode::Fixed, .fixed = {-1, 1}};
  o.rows.names = o.cols.names = table.methods;
  o.size = {width, std::ceil(em() * 19)};
  o.largest_cell = 3.4f;
  o.tooltip = false;
  o.target = "attribution.agreement";
  const HeatMapResult map = heat_map("attribution agreement", view, o);
  if (map.hovered) draw_agreement_tip(table, *map.hovered);
}

}  // namespace attnlab
