// Functions of single cells as curves: the operation's own explanation, evaluated elsewhere.
#include "app/views/stage/op_curve.h"

#include <string>
#include <vector>

#include "app/widgets/plots/line_plot.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr int kPoints = 81;

}  // namespace

double function_at(const Operation& operation, double x) {
  return operation.explain(0).expression.evaluate_at(x);
}

void draw_function_curve(const Operation& operation, double x, double limit, const Box& box) {
  std::vector<double> xs, ys;
  for (int i = 0; i < kPoints; ++i) {
    xs.push_back(limit * (2.0 * i / (kPoints - 1) - 1));
    ys.push_back(function_at(operation, xs.back()));
  }
  const double at[] = {x}, value[] = {function_at(operation, x)};
  const Series series[] = {
      {.name = std::string(operation.kind()), .x = xs, .y = ys},
      {.name = tr("the selected cell"), .x = at, .y = value, .thickness = 4, .points = true}};
  move_cursor(box.min);
  line_plot("curve", series,
            {.x_title = "x", .y_title = "f(x)", .size = box.size(), .target = "stage.curve"});
}

}  // namespace attnlab
