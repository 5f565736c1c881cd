// Rotary position embedding: forward turns by the angle, backward by its negative.
#include "core/ops/attention/rotary.h"

#include <cmath>
#include <stdexcept>

#include "core/config/number_text.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

double rotary_divisor(Index pair, const RotaryTurns& turns) {
  return unscaled_divisor(pair, turns) * turns.scaling.kind->slowing(pair, turns);
}

/// "10000^(2i/D)", or "8·10000^(2i/D)" where angles are scaled.
std::string divisor_name(const RotaryTurns& turns) {
  const std::string slower = turns.scaling.kind->symbol(turns.scaling);
  return slower + (slower.empty() ? "" : "·") + shortest_text(turns.base) +
         (turns.turned == turns.head_size ? "^(2i/D)" : "^(2i/R)");
}

/// Where each row of x stands, and which of its columns turn.
struct Turning {
  const Real* table;
  Index size;  ///< D
  RotaryTurns turns;
  Index positions, columns, width, start;

  const Real* angles(Index row) const { return table + (start + row % positions) * size; }
};

/// to (+)= from turned by ±angle and times the gain, for one row; `to` may be `from`.
template <bool Forward, bool Accumulate>
void turn_row(const Turning& t, const Real* angles, const Real* from, Real* to) {
  for (Index column = 0; column < t.columns; column += t.size) {
    for (Index d = 0; d < t.size; d += 2) {
      const Real c = angles[d], s = Forward ? angles[d + 1] : -angles[d + 1];
      const Real x = from[column + d], y = from[column + d + 1];
      const Real turned_x = x * c - y * s, turned_y = x * s + y * c;
      to[column + d] = Accumulate ? to[column + d] + turned_x : turned_x;
      to[column + d + 1] = Accumulate ? to[column + d + 1] + turned_y : turned_y;
    }
  }
  for (Index column = t.columns; column < t.width; ++column) {
    to[column] = Accumulate ? to[column] + from[column] : from[column];
  }
}

template <bool Forward, bool Accumulate>
void turn_rows(const Turning& t, Index rows, const Real* from, Real* to) {
  for (Index row = 0; row < rows; ++row) {
    turn_row<Forward, Accumulate>(t, t.angles(row), from + row * t.width, to + row * t.width);
  }
}

class Rotate final : public Operation {
 public:
  explicit Rotate(Turning turning) : turning_(turning) {}
  std::string_view kind() const override { return "rotate"; }
  std::string_view gradient_formula(int) const override {
    return turning_.turns.scaling.gain != 1 ? "∂L/∂(x₁, x₂) = a · ∂L/∂(y₁, y₂) rotated back by the same angle"
                                            : "∂L/∂(x₁, x₂) = ∂L/∂(y₁, y₂) rotated back by the same angle";
  }
  CallArguments arguments() const override {
    CallArguments all = inputs_and({});
    if (turning_.start > 0) all.push_back({"start", turning_.start});
    if (turning_.turns.turned < turning_.size) all.push_back({"turned", turning_.turns.turned});
    if (turning_.turns.base != RotaryTurns().base) all.push_back({"base", turning_.turns.base});
    const RotaryScaling& scaling = turning_.turns.scaling;
    if (scaling.kind->scales) all.push_back({"factor", scaling.factor});
    if (scaling.kind->by_wave) {
      all.push_back({"scaling", scaling.kind->name});
      all.push_back({"original", scaling.original});
      all.push_back({"low", scaling.low});
      all.push_back({"high", scaling.high});
    }
    if (scaling.kind->has_gain) all.push_back({"gain", scaling.gain});
    return all;
  }

  void backward(Tape& tape) override {
    const Variable x = input(0);
    const Real* from = output_gradient();
    const GradientSlot dx = tape.gradient_in_place(*this, x);
    if (!dx.data) return;
    if (dx.mode == WriteMode::Add) {
      turn_rows<false, true>(turning_, x.shape().rows(), from, dx.data);
    } else {
      turn_rows<false, false>(turning_, x.shape().rows(), from, dx.data);
    }
  }

  CellSpan affected(int, Index offset) const override {
    if (!turns_cell(offset)) return {offset, 1, 1};
    return {offset - offset % turning_.width % 2, 1, 2};
  }

  Explanation explain(Index offset) const override {
    const Index row = offset / turning_.width, column = offset % turning_.width;
    if (!turns_cell(offset)) return {"y = x", cell(input(0).node(), offset)};
    const Index position = turning_.start + row % turning_.positions, pair = column % turning_.size / 2;
    const std::string divisor = divisor_name(turning_.turns);
    const Expression angle =
        quotient(number(double(position), "pos"), number(rotary_divisor(pair, turning_.turns), divisor));
    const Index even = offset - column % 2;
    const bool first = column % 2 == 0;
    const auto turned = [&](Expression::Kind function, Index place) {
      return product({cell(input(0).node(), place), apply(function, angle)});
    };
    const std::string where = ", θ = pos/" + divisor + ", i = " + std::to_string(pair);
    if (first) {
      return with_gain(
          "y[2i] = ", "x[2i]·cos θ − x[2i+1]·sin θ", where,
          difference(turned(Expression::Kind::Cosine, even), turned(Expression::Kind::Sine, even + 1)));
    }
    return with_gain("y[2i+1] = ", "x[2i]·sin θ + x[2i+1]·cos θ", where,
                     sum({turned(Expression::Kind::Sine, even), turned(Expression::Kind::Cosine, even + 1)}));
  }

 private:
  /// "y = x" as it is, or "y = a·(x)" where turned cells have a gain.
  Explanation with_gain(const std::string& left, const std::string& right, const std::string& where,
                        Expression turned) const {
    const RotaryScaling& scaling = turning_.turns.scaling;
    if (scaling.gain == 1) return {left + right + where, std::move(turned)};
    return {left + "a·(" + right + ")" + where, product({number(scaling.gain, "a"), std::move(turned)})};
  }

  bool turns_cell(Index offset) const {
    const Index column = offset % turning_.width;
    return column < turning_.columns && column % turning_.size < turning_.turns.turned;
  }

  Turning turning_;
};

}  // namespace

double unscaled_divisor(Index pair, const RotaryTurns& turns) {
  return std::pow(turns.base, 2.0 * double(pair) / double(turns.turned));
}

double rotary_angle(Index position, Index pair, const RotaryTurns& turns) {
  return 2 * pair < turns.turned ? double(position) / rotary_divisor(pair, turns) : 0;
}

double rotary_gain(Index pair, const RotaryTurns& turns) {
  return 2 * pair < turns.turned ? turns.scaling.gain : 1;
}

RotaryTable rotary_table(Index positions, const RotaryTurns& turns) {
  const Index size = turns.head_size;
  require_equal("rotary positions: the remainder of the head size divided by 2", size % 2,
                "the required value", 0);
  require_equal("rotary positions: the remainder of the rotated cells divided by 2", turns.turned % 2,
                "the required value", 0);
  RotaryTable table{turns, Tensor(Shape{positions, size})};
  for (Index i = 0; i < positions * size; ++i) {
    const Index pair = i % size / 2;
    const double angle = rotary_angle(i / size, pair, turns);
    table.cells.data[i] = Real(rotary_gain(pair, turns) * (i % 2 == 0 ? std::cos(angle) : std::sin(angle)));
  }
  return table;
}

Variable rotate(Tape& tape, Variable x, const RotaryTable& table, Index columns, Index start) {
  const Shape& s = x.shape();
  const Turning turning{
      table.cells.data.data(), table.turns.head_size, table.turns, s.last(1), columns, s.last(), start};
  require_equal("rotary positions: the remainder of the columns divided by the head size",
                columns % turning.size, "the required value", 0);
  if (start + turning.positions > table.cells.shape[0]) {
    throw std::invalid_argument("rotary positions: the table has " + std::to_string(table.cells.shape[0]) +
                                " positions, but the pass needs " +
                                std::to_string(start + turning.positions));
  }
  const Variable y = tape.make(s);
  turn_rows<true, false>(turning, s.rows(), x.data(), y.data());
  tape.record<Rotate>(y, {x}, turning);
  return y;
}

}  // namespace attnlab
