// Sinusoidal positions: a formula with no parameters.
#include "core/ops/attention/positions.h"

#include <cmath>

namespace attnlab {

namespace {

double frequency_divisor(Index column, Index width) {
  return std::pow(10000.0, static_cast<double>(column / 2 * 2) / static_cast<double>(width));
}

class Sinusoids final : public Operation {
 public:
  explicit Sinusoids(Index first) : first_(first) {}
  std::string_view kind() const override { return "sinusoidal_positions"; }
  CallArguments arguments() const override {
    CallArguments all = {{"positions", output()->shape[0]}, {"width", output()->shape[1]}};
    if (first_ > 0) all.push_back({"first", first_});
    return all;
  }
  void backward(Tape&) override {}
  Explanation explain(Index offset) const override {
    const Index width = output()->shape.last(), position = first_ + offset / width, column = offset % width;
    const std::string name = column % 2 == 0 ? "sin" : "cos";
    Expression angle = quotient(number(static_cast<double>(position), "pos"),
                                number(frequency_divisor(column, width), "10000^(2i/C)"));
    return {"PE[pos," + std::string(column % 2 == 0 ? "2i" : "2i+1") + "] = " + name +
                "(pos/10000^(2i/C)), i = " + std::to_string(column / 2),
            attnlab::apply(column % 2 == 0 ? Expression::Kind::Sine : Expression::Kind::Cosine,
                           std::move(angle))};
  }

 private:
  Index first_;
};

}  // namespace

double sinusoid(Index position, Index column, Index width) {
  const double angle = static_cast<double>(position) / frequency_divisor(column, width);
  return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

Tensor sinusoid_table(Index positions, Index width) {
  Tensor table(Shape{positions, width});
  for (Index i = 0; i < positions * width; ++i) {
    table.data[static_cast<std::size_t>(i)] = static_cast<Real>(sinusoid(i / width, i % width, width));
  }
  return table;
}

Variable sinusoidal_positions(Tape& tape, const Tensor& table, Index first, Index positions) {
  const Variable y = tape.constant({positions, table.shape[1]});
  std::copy_n(table.data.begin() + first * table.shape[1], y.size(), y.data());
  tape.record<Sinusoids>(y, {}, first);
  return y;
}

}  // namespace attnlab
