// Softmax and log-softmax, stable for scores of any size.
#include "core/ops/attention/softmax.h"

#include <cmath>
#include <limits>

#include "core/autograd/cells.h"
#include "core/language/messages.h"
#include "core/ops/attention/attention_device.h"
#include "core/ops/basic/explain.h"
#include "core/ops/basic/log_sum.h"
#include "core/tensor/vector_exponent.h"

namespace attnlab {

namespace {

/// exp(x[i] − max x) over the row that begins at `start`.
Expression shifted(const Node* x, Index start, Index column, const Expression& highest) {
  return difference(cell(x, start + column), highest);
}

bool is_hidden(const Expression& score) { return score.evaluate() == kHiddenScore; }

struct RowParts {
  Expression highest;
  Expression total;
};

/// The cells of `keys` in the row that begins at `start`.
RowParts row_parts(const Node* x, Index start, const KeyRanges& keys) {
  RowParts parts;
  std::vector<Expression> cells;
  for (const KeyRange& range : keys)
    for (Expression& each : range_terms({x, start + range.first, 1}, range.count()))
      cells.push_back(std::move(each));
  parts.highest = maximum(std::move(cells)).labelled(tr_mark("max"));
  std::vector<Expression> terms;
  const Expression highest = number(parts.highest.evaluate(), "max");
  for (const KeyRange& range : keys)
    for (Index j = range.first; j < range.end; ++j)
      terms.push_back(attnlab::apply(Expression::Kind::Exp, shifted(x, start, j, highest)));
  parts.total = sum(std::move(terms)).labelled("Σ exp");
  return parts;
}

/// Adds slope(y, dy) to the gradient of `x`, row by row; y and dy are the output's row and its gradient.
template <typename Slope>
void backward_rows(Tape& tape, Variable x, const Node& output, Slope slope) {
  const GradientSlot slot = tape.gradient(x);
  if (!slot.data) return;
  const Index width = x.shape().last();
  const Real* const from = gradient_of(output);
  for (Index row = 0; row < x.shape().rows(); ++row) {
    const ConstArrayMap y(output.value + row * width, width), dy(from + row * width, width);
    write(slot, row * width, slope(y, dy));
  }
}

/// Backward of a softmax, row by row.
void softmax_backward(Tape& tape, Variable x, const Node& output) {
  const Index width = x.shape().last();
  Real* const slopes = tape.arena().array<Real>(width);
  backward_rows(tape, x, output, [&](const ConstArrayMap& y, const ConstArrayMap& dy) {
    const std::span<const Real> row(y.data(), width);
    softmax_slopes(row, dy.data(), softmax_inner(row, dy.data()), slopes);
    return array(static_cast<const Real*>(slopes), width);
  });
}

/// Whether cell i of a softmax is 0 and its gradient, where that is kept, NaN or infinite.
bool is_left_out(const Node& y, Index i) {
  return y.gradient && y.value[i] == 0 && !std::isfinite(y.gradient[i]);
}

/// y[j]·(∂L/∂y[j] − Σ_i ∂L/∂y[i]·y[i]) over the cells of `keys` in the row of y that begins at `start`.
Expression softmax_gradient(const Node* y, Index start, const KeyRanges& keys, Index offset) {
  std::vector<Expression> terms;
  for (const KeyRange& range : keys)
    for (Index i = start + range.first; i < start + range.end; ++i)
      if (!is_left_out(*y, i)) terms.push_back(product({gradient_cell(y, i), cell(y, i)}));
  if (is_left_out(*y, offset)) return number(0, tr_mark("hidden"));
  return product({cell(y, offset), difference(gradient_cell(y, offset), sum(std::move(terms)))});
}

class Softmax final : public Operation {
 public:
  std::string_view kind() const override { return "softmax"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂x[j] = y[j]·(∂L/∂y[j] − Σ_i ∂L/∂y[i]·y[i])";
  }

  void backward(Tape& tape) override { softmax_backward(tape, input(0), *output()); }

  CellSpan affected(int, Index offset) const override { return row(offset / output()->shape.last()); }

  std::optional<Expression> slope(int, Index from, Index to) const override {
    const Index width = output()->shape.last();
    if (from / width != to / width) return number(0);
    return product({cell(output(), to), difference(number(from == to ? 1 : 0), cell(output(), from))});
  }

  std::optional<Expression> own_gradient(int, Index offset) const override {
    const Index width = output()->shape.last();
    return softmax_gradient(output(), offset / width * width, KeyRanges({0, width}), offset);
  }

  Explanation explain(Index offset) const override {
    const Node* x = input(0).node();
    const Index width = x->shape.last(), start = offset / width * width;
    const RowParts parts = row_parts(x, start, KeyRanges({0, width}));
    const std::string formula = "y[j] = exp(x[j] − max) / Σ_i exp(x[i] − max)";
    if (parts.highest.evaluate() == -std::numeric_limits<double>::infinity()) {
      return {formula + ", and 0 if every score is −∞", number(0, tr_mark("all masked"))};
    }
    if (const Expression score = cell(x, offset); std::isnan(parts.total.evaluate()) && is_hidden(score))
      return {formula + ", and 0 if the score is −∞", number(0, tr_mark("masked"))};
    return {formula,
            quotient(attnlab::apply(Expression::Kind::Exp, shifted(x, start, offset - start, parts.highest)),
                     parts.total)};
  }
};

void softmax_rows(Variable y) {
  const Index width = y.shape().last();
  for (Index row = 0; row < y.shape().rows(); ++row) softmax_row(y.data() + row * width, width);
}

class MaskedSoftmax final : public Operation {
 public:
  explicit MaskedSoftmax(AttentionMask mask) : mask_(mask) {}
  std::string_view kind() const override { return "masked_softmax"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂x[j] = y[j]·(∂L/∂y[j] − Σ_i ∂L/∂y[i]·y[i])";
  }

  void backward(Tape& tape) override { softmax_backward(tape, input(0), *output()); }

  CellSpan affected(int, Index offset) const override { return row(offset / output()->shape.last()); }

  std::optional<Expression> own_gradient(int, Index offset) const override {
    const Shape& s = output()->shape;
    const Index row = offset / s[2];
    const KeyRanges seen = mask_.seen(row / s[1], row % s[1], s[2]);
    if (!seen.contains(offset % s[2])) return number(0, tr_mark("hidden"));
    return softmax_gradient(output(), row * s[2], seen, offset);
  }

  Explanation explain(Index offset) const override {
    const Shape& s = input(0).shape();
    const Index row = offset / s[2], start = row * s[2];
    const KeyRanges seen = mask_.seen(row / s[1], row % s[1], s[2]);
    if (!seen.contains(offset % s[2])) return {"0 for masked keys", number(0, tr_mark("masked"))};
    const RowParts parts = row_parts(input(0).node(), start, seen);
    return {"y[j] = exp(x[j] − max) / Σ_i exp(x[i] − max), over visible keys",
            quotient(attnlab::apply(Expression::Kind::Exp,
                                    shifted(input(0).node(), start, offset - start, parts.highest)),
                     parts.total)};
  }

 private:
  AttentionMask mask_;
};

class LogSoftmax final : public Operation {
 public:
  std::string_view kind() const override { return "log_softmax"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂x[j] = ∂L/∂y[j] − softmax(x)[j]·Σ_i ∂L/∂y[i]";
  }

  void backward(Tape& tape) override {
    backward_rows(tape, input(0), *output(), [](const ConstArrayMap& y, const ConstArrayMap& dy) {
      const Real total = dy.sum();
      return dy - y.exp() * total;
    });
  }

  CellSpan affected(int, Index offset) const override { return row(offset / output()->shape.last()); }

  std::optional<Expression> slope(int, Index from, Index to) const override {
    const Index width = output()->shape.last();
    if (from / width != to / width) return number(0);
    return difference(number(from == to ? 1 : 0),
                      attnlab::apply(Expression::Kind::Exp, cell(output(), from)));
  }

  std::optional<Expression> own_gradient(int, Index offset) const override {
    const Index width = output()->shape.last(), start = offset / width * width;
    std::vector<Expression> terms;
    for (Index i = 0; i < width; ++i) terms.push_back(gradient_cell(output(), start + i));
    const Expression probability = attnlab::apply(Expression::Kind::Exp, cell(output(), offset));
    return difference(gradient_cell(output(), offset), product({probability, sum(std::move(terms))}));
  }

  Explanation explain(Index offset) const override {
    const Node* x = input(0).node();
    const Index width = x->shape.last(), start = offset / width * width;
    RowParts parts = row_parts(x, start, KeyRanges({0, width}));
    return {"y[j] = x[j] − max − log Σ_i exp(x[i] − max)",
            difference(shifted(x, start, offset - start, parts.highest),
                       attnlab::apply(Expression::Kind::Log, std::move(parts.total)))};
  }
};

}  // namespace

namespace {

/// Calls work(cells, left) for each vector of the keys' cells; only the last of a range may be short.
template <typename Work>
void each_vector(Real* row, const KeyRanges& keys, Work work) {
  for (const KeyRange& range : keys) {
    for (Index k = range.first; k < range.end; k += simd::kLanes) work(row + k, range.end - k);
  }
}

simd::Vector load_scores(const Real* cells, Index left) {
  return simd::load_next(cells, left, simd::broadcast(kHiddenScore));
}

/// The highest cell that is a number.
Real highest_score(Real* row, const KeyRanges& keys) {
  simd::Vector highest = simd::broadcast(kHiddenScore);
  each_vector(row, keys, [&](const Real* cells, Index left) {
    const simd::Vector scores = load_scores(cells, left);
    highest = scores > highest ? scores : highest;
  });
  return simd::reduce(highest, [](Real a, Real b) { return std::max(a, b); });
}

/// Where no cell is above −∞: 0 for −∞, and NaN stays NaN.
void softmax_of_nothing(Real* row, const KeyRanges& keys) {
  for (const KeyRange& range : keys)
    for (Index k = range.first; k < range.end; ++k) row[k] = row[k] == kHiddenScore ? Real(0) : row[k];
}

/// Where a cell is ∞, whose exponent is NaN, as is the sum: NaN for every cell but hidden ones.
void softmax_of_infinity(Real* row, const KeyRanges& keys) {
  for (const KeyRange& range : keys) {
    for (Index k = range.first; k < range.end; ++k)
      row[k] = row[k] == kHiddenScore ? Real(0) : std::numeric_limits<Real>::quiet_NaN();
  }
}

/// Where the sum is NaN: NaN for every cell but those of weight 0, as of hidden keys.
void softmax_of_no_numbers(Real* row, const KeyRanges& keys) {
  for (const KeyRange& range : keys) {
    for (Index k = range.first; k < range.end; ++k)
      row[k] = row[k] == 0 ? Real(0) : std::numeric_limits<Real>::quiet_NaN();
  }
}

}  // namespace

void softmax_row(Real* row, const KeyRanges& keys) {
  const Real highest = highest_score(row, keys);
  if (highest == kHiddenScore) return softmax_of_nothing(row, keys);
  if (highest == std::numeric_limits<Real>::infinity()) return softmax_of_infinity(row, keys);
  simd::Vector sums{};
  each_vector(row, keys, [&](Real* cells, Index left) {
    const simd::Vector weights = simd::exp_at_most_0(load_scores(cells, left) - highest);
    sums += weights;
    simd::store_next(cells, weights, left);
  });
  const Real total = simd::reduce(sums, [](Real a, Real b) { return a + b; });
  if (std::isnan(total)) return softmax_of_no_numbers(row, keys);
  const Real share = Real(1) / total;
  each_vector(row, keys, [&](Real* cells, Index left) {
    simd::store_next(cells, load_scores(cells, left) * share, left);
  });
}

Real softmax_inner(std::span<const Real> y, const Real* dy) {
  const auto width = count_of(y);
  const Real inner = (array(y.data(), width) * array(dy, width)).sum();
  if (std::isfinite(inner)) return inner;
  Real of_weights = 0;
  for (std::size_t j = 0; j < y.size(); ++j)
    if (y[j] != 0) of_weights += y[j] * dy[j];
  return of_weights;
}

void softmax_slopes(std::span<const Real> y, const Real* dy, Real inner, Real* slopes) {
  for (std::size_t j = 0; j < y.size(); ++j) {
    const Real slope = y[j] * (dy[j] - inner);
    slopes[j] = y[j] == 0 ? Real(0) : slope;
  }
}

Variable softmax(Tape& tape, Variable x) {
  Variable y = tape.make(x.shape());
  y.cells() = x.cells();
  softmax_rows(y);
  tape.record<Softmax>(y, {x});
  return y;
}

Variable attention_softmax(Tape& tape, Variable x) {
  AttentionDevice* const device = tape.device();
  if (!device) return softmax(tape, x);
  Variable y = tape.make(x.shape());
  y.cells() = x.cells();
  const Index width = x.shape().last(), rows = x.shape().last(1);
  if (y.size() == 0 || !device->softmax(x.size() / (rows * width), rows, width, y.data())) softmax_rows(y);
  tape.record<Softmax>(y, {x});
  return y;
}

Variable masked_softmax(Tape& tape, Variable scores, const AttentionMask& mask) {
  const Shape& s = scores.shape();
  Variable y = tape.make(s);
  y.cells() = scores.cells();
  for (Index row = 0; row < s[0] * s[1]; ++row) {
    Real* cells = y.data() + row * s[2];
    hide_keys(mask, row / s[1], row % s[1], {0, s[2]}, cells);
    softmax_row(cells, s[2]);
  }
  tape.record<MaskedSoftmax>(y, {scores}, keep_mask(tape, mask));
  return y;
}

Variable log_softmax(Tape& tape, Variable x) {
  Variable y = tape.make(x.shape());
  const Index width = x.shape().last();
  for (Index row = 0; row < x.shape().rows(); ++row) {
    const Real* xs = x.data() + row * width;
    ArrayMap(y.data() + row * width, width) = log_sum(xs, width).log_probability(ConstArrayMap(xs, width));
  }
  tape.record<LogSoftmax>(y, {x});
  return y;
}

}  // namespace attnlab
