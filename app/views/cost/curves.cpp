// Curves of costs as series of a plot.
#include "app/views/cost/curves.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace attnlab {

namespace {

/// "Restricted attention = Recurrence" where the curve is an earlier one over again, as with as many
/// neighbors as features.
std::string legend_name(const CostCurves& curves, std::size_t i) {
  const CostCurves::Curve& curve = curves.curves[i];
  const auto same = [](double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); };
  for (std::size_t before = 0; before < i; ++before) {
    const CostCurves::Curve& other = curves.curves[before];
    if (!curve.y.empty() && std::ranges::equal(curve.y, other.y, same))
      return curve.name + " = " + other.name;
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
