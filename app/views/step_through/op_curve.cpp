// Activations as curves.
#include "app/views/step_through/op_curve.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "app/widgets/plots/line_plot.h"

namespace attnlab {
namespace {

constexpr int kPoints = 81;

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

std::optional<double> activation_at(std::string_view kind, double x) {
  if (kind == "relu") return std::max(x, 0.0);
  if (kind == "gelu") return x / 2 * (1 + std::erf(x / std::numbers::sqrt2));
  if (kind == "gelu_tanh")
    return x / 2 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
  if (kind == "silu") return x * sigmoid(x);
  if (kind == "tanh") return std::tanh(x);
  if (kind == "sigmoid") return sigmoid(x);
  return {};
}

void draw_activation_curve(std::string_view kind, double x, double limit, const Box& box) {
  std::vector<double> xs, ys;
  for (int i = 0; i < kPoints; ++i) {
    xs.push_back(limit * (2.0 * i / (kPoints - 1) - 1));
    ys.push_back(*activation_at(kind, xs.back()));
  }
  const double at[] = {x}, value[] = {*activation_at(kind, x)};
  const Series series[] = {{.name = std::string(kind), .x = xs, .y = ys},
                           {.name = "the chosen cell", .x = at, .y = value, .thickness = 4, .points = true}};
  ImGui::SetCursorScreenPos(box.min);
  line_plot("curve", series,
            {.x_title = "x", .y_title = "f(x)", .size = box.size(), .target = "stage.curve"});
}

}  // namespace attnlab
