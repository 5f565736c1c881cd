// Curves of costs as series of a plot.
#include "app/features/cost/view_curves.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/base/format.h"

namespace attnlab {

namespace {

/// From which point on two curves are the same; their number of points where they end apart.
std::size_t same_from(const std::vector<double>& a, const std::vector<double>& b) {
  std::size_t from = std::min(a.size(), b.size());
  while (from > 0 && std::abs(a[from - 1] - b[from - 1]) <= 1e-9 * std::abs(b[from - 1])) --from;
  return from;
}

/// "Restricted attention = Recurrence from 64" where the curve goes on as an earlier one does, as with as
/// many neighbors as features: one of them covers the other.
std::string legend_name(const CostCurves& curves, std::size_t i) {
  const CostCurves::Curve& curve = curves.curves[i];
  for (std::size_t before = 0; before < i; ++before) {
    const CostCurves::Curve& other = curves.curves[before];
    const std::size_t from = same_from(curve.y, other.y);
    if (from + 1 >= curves.x.size()) continue;  // they meet in one point at most
    const std::string where = from == 0 ? "" : " from " + format_count(std::llround(curves.x[from]));
    return curve.name + " = " + other.name + where;
  }
  return curve.name;
}

}  // namespace

void draw_cost_legend(const CostCurves& curves) {
  const float line = std::ceil(em() * 1.2f), gap = em() * 1.1f;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  for (std::size_t i = 0; i < curves.curves.size(); ++i) {
    const std::string name = legend_name(curves, i);
    const float width = em() * 1.35f + text_size(fonts().small, name).x + 1;
    if (i > 0 && ImGui::GetItemRectMax().x + gap + width < right) ImGui::SameLine(0, gap);
    const Box box = reserve({width, line});
    const float middle = std::floor(box.centre().y), thick = std::max(2.0f, em() / 8);
    window_canvas().fill({{box.min.x, middle - thick / 2}, {box.min.x + em(), middle + thick / 2}},
                         series_colour(static_cast<int>(i)), 1);
    draw_text_in(window_canvas(), fonts().small, {{box.min.x + em() * 1.35f, box.min.y}, box.max},
                 theme().palette.text_dim, name);
  }
}

LinePlotResult draw_cost_curves(const char* id, const CostCurves& curves, LinePlotOptions options) {
  constexpr float kThin = 1.6f, kBroader = 0.9f;
  std::vector<Series> series;
  float thickness = kThin + kBroader * static_cast<float>(curves.curves.size());
  for (const CostCurves::Curve& curve : curves.curves) {
    thickness -= kBroader;
    series.push_back(
        {.name = curve.name, .x = curves.x, .y = curve.y, .thickness = thickness, .points = curve.points});
  }
  options.log_x = options.log_y = true;
  options.legend = false;
  return line_plot(id, series, options);
}

}  // namespace attnlab
