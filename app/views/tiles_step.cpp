// One step of the online softmax for one query, with its numbers put in, beside the plain softmax.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/theme/format.h"
#include "app/views/tiles_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"

namespace attnlab {
namespace {

using namespace math;

constexpr float kSize = 0.7f;

/// The numbers of the step.
struct StepNumbers {
  Index feature = 0;
  double m = 0, l = 0, o = 0;  ///< before
  double block_max = 0, m_new = 0, l_new = 0, o_new = 0;
  double rescale = 1, exponentials = 0, products = 0;  ///< e^{m−m′}, Σ e^{s−m′}, Σ e^{s−m′}·v

  explicit StepNumbers(const TilesFrame& f) {
    const Index i = f.block(), q = f.query;
    feature = std::min<Index>(f.stage.selection.feature, f.walk.size - 1);
    m = f.maximum(i - 1, q), l = f.sum(i - 1, q), o = f.output(i - 1, q, feature);
    m_new = f.maximum(i, q), l_new = f.sum(i, q), o_new = f.output(i, q, feature);
    rescale = static_cast<double>(f.walk.rescale_at(i, q));
    block_max = -std::numeric_limits<double>::infinity();
    for (Index k = f.first_key(); k < f.end_of_keys(); ++k) {
      const double s = f.masked.at(static_cast<int>(q), static_cast<int>(k));
      block_max = std::max(block_max, s);
      const double e = exponential(s);
      exponentials += e;
      products += e * static_cast<double>(f.value.at(static_cast<int>(k), static_cast<int>(feature)));
    }
  }
  double exponential(double s) const {
    return std::isfinite(s) && std::isfinite(m_new) ? std::exp(s - m_new) : 0;
  }
};

int digits(const TilesFrame& f) { return static_cast<int>(f.stage.model.screen.digits); }

Formula value_of(const TilesFrame& f, double value) { return number(format_number(value, digits(f))); }
/// In brackets where it is below zero.
Formula factor_of(const TilesFrame& f, double value) {
  return value < 0 ? paren(value_of(f, value)) : value_of(f, value);
}

Formula m() { return var("m"); }
Formula l() { return var("l"); }
Formula o() { return sub(var("o", Role::Output), var("d")); }
Formula after(Formula x) { return sup(std::move(x), text("′")); }
Formula rescale() { return sup(text("e"), row({m(), op("−"), after(m())})); }
Formula exponentials() {
  return row({sub(text("Σ"), var("k")), sup(text("e"), row({sub(var("s"), var("k")), op("−"), after(m())}))});
}

std::vector<Formula> formulas(const TilesFrame& f, const StepNumbers& n) {
  const auto v = [&](double x) { return value_of(f, x); };
  return {row({after(m()), rel(), call("max", row({m(), punct(), var("s")})), rel(),
               call("max", row({v(n.m), punct(), v(n.block_max)})), rel(), v(n.m_new)}),
          row({rescale(), rel(), sup(text("e"), row({v(n.m), op("−"), factor_of(f, n.m_new)})), rel(),
               v(n.rescale)}),
          row({after(l()), rel(), l(), op("·"), rescale(), op("+"), exponentials(), rel(), v(n.l), op("·"),
               v(n.rescale), op("+"), v(n.exponentials), rel(), v(n.l_new)}),
          row({after(o()), rel(), o(), op("·"), rescale(), op("+"), exponentials(),
               sub(var("v", Role::Value), text("k,d")), rel(), v(n.o), op("·"), v(n.rescale), op("+"),
               factor_of(f, n.products), rel(), v(n.o_new)})};
}

/// o ÷ l against the context of the plain softmax.
void draw_result(const TilesFrame& f, const StepNumbers& n, float width) {
  const double plain = f.context.at(static_cast<int>(f.query), static_cast<int>(n.feature));
  const double found = n.l_new > 0 ? n.o_new / n.l_new : 0;
  FormulaOptions options;
  options.size = kSize;
  options.wrap_width = width;
  const FormulaResult drawn = draw_formula("tiles.result",
                                           row({after(o()), op("÷"), after(l()), rel(), factor_of(f, n.o_new),
                                                op("÷"), value_of(f, n.l_new), rel(), value_of(f, found)}),
                                           options);
  const bool last = f.block() + 1 == f.walk.blocks();
  const std::string words =
      last ? "as with the plain softmax: difference " + format_number(std::abs(found - plain), 2)
           : "in the end, as with the plain softmax: " + format_number(plain, digits(f));
  const Box line = drawn.bounds;
  const float left = line.max.x + em();
  draw_text_in(window_canvas(), fonts().ui, {{left, line.min.y}, {line.min.x + width, line.max.y}},
               last ? role_text(Role::Output) : theme().palette.text_dim, words);
}

/// Whether the whole walk ends where the plain softmax does.
void draw_whole(const TilesFrame& f, float width) {
  double largest = 0;
  for (Index q = 0; q < f.walk.queries; ++q)
    for (Index d = 0; d < f.walk.size; ++d) {
      const Index last = f.walk.blocks() - 1;
      const double l = f.sum(last, q), o = f.output(last, q, d);
      const double plain = f.context.at(static_cast<int>(q), static_cast<int>(d));
      largest = std::max(largest, std::abs((l > 0 ? o / l : 0) - plain));
    }
  wrapped_text(
      fonts().ui, theme().palette.text_dim,
      "All queries and features: " + format_number(largest, 2) + " apart at most, by the order of sums.",
      width);
}

}  // namespace

void draw_tiles_step(const TilesFrame& f, float width) {
  const StepNumbers n(f);
  const float left = ImGui::GetCursorPosX();
  wrapped_text(fonts().ui_bold, theme().palette.text,
               "Query “" + f.stage.queries.name(f.query) + "”, feature d = " + std::to_string(n.feature),
               width);
  if (f.skipped()) {
    ImGui::SetCursorPosX(left);
    wrapped_text(fonts().ui, theme().palette.text_dim,
                 "Nothing is read and nothing changes: every score of this block is −∞, and e to that is 0.",
                 width);
  } else {
    FormulaOptions options;
    options.size = kSize;
    options.wrap_width = width;
    int i = 0;
    for (const Formula& formula : formulas(f, n))
      draw_formula(("tiles.formula." + std::to_string(i++)).c_str(), formula, options);
    draw_result(f, n, width);
  }
  draw_whole(f, width);
}

}  // namespace attnlab
