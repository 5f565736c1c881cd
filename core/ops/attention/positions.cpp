// Sinusoidal positions: a formula with no parameters.
#include "core/ops/attention/positions.h"

#include <cmath>

namespace attnlab {

namespace {

double frequency_divisor(Index column, Index width) {
  return std::pow(10000.0, double(column / 2 * 2) / double(width));
}

class Sinusoids final : public Operation {
 public:
  Sinusoids(Index first, SineLayout layout) : first_(first), layout_(layout) {}
  std::string_view kind() const override { return "sinusoidal_positions"; }
  CallArguments arguments() const override {
    CallArguments all = {{"positions", output()->shape[0]}, {"width", output()->shape[1]}};
    if (first_ > 0) all.push_back({"first", first_});
    if (layout_ == SineLayout::Halves) all.push_back({"halves", true});
    return all;
  }
  void backward(Tape&) override {}
  Explanation explain(Index offset) const override {
    const Index width = output()->shape.last(), position = first_ + offset / width,
                column = column_in_turns(offset % width, width, layout_);
    const std::string name = column % 2 == 0 ? "sin" : "cos";
    const bool halves = layout_ == SineLayout::Halves;
    const std::string place = column % 2 == 0 ? (halves ? "i" : "2i") : (halves ? "C/2+i" : "2i+1");
    Expression angle =
        quotient(number(double(position), "pos"), number(frequency_divisor(column, width), "10000^(2i/C)"));
    return {"PE[pos," + place + "] = " + name + "(pos/10000^(2i/C)), i = " + std::to_string(column / 2),
            attnlab::apply(column % 2 == 0 ? Expression::Kind::Sine : Expression::Kind::Cosine,
                           std::move(angle))};
  }

 private:
  Index first_;
  SineLayout layout_;
};

}  // namespace

Index column_in_turns(Index column, Index width, SineLayout layout) {
  if (layout == SineLayout::InTurns) return column;
  const Index sines = (width + 1) / 2;
  return column < sines ? 2 * column : 2 * (column - sines) + 1;
}

double sinusoid(Index position, Index column, Index width) {
  const double angle = double(position) / frequency_divisor(column, width);
  return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

Tensor sinusoid_table(Index positions, Index width, SineLayout layout) {
  Tensor table(Shape{positions, width});
  for (Index i = 0; i < positions * width; ++i) {
    table.data[i] = Real(sinusoid(i / width, column_in_turns(i % width, width, layout), width));
  }
  return table;
}

Variable sinusoidal_positions(Tape& tape, const Tensor& table, Index first, Index positions,
                              SineLayout layout) {
  const Variable y = tape.constant({positions, table.shape[1]});
  std::copy_n(table.data.begin() + as_offset(first * table.shape[1]), y.size(), y.data());
  tape.record<Sinusoids>(y, {}, first, layout);
  return y;
}

}  // namespace attnlab
