// Pooling: means, picked rows and a row put first.
#include "core/ops/basic/pooling.h"

#include <algorithm>
#include <stdexcept>

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

/// `x` [B,T,C] as sizes.
struct PooledSizes {
  Index batch, positions, width;
};

PooledSizes sizes_of(Variable x) { return {x.shape()[0], x.shape()[1], x.shape()[2]}; }

/// A copy of `given` that lives as long as the pass; `otherwise` for each row where `given` is empty.
const Index* copy_or_fill(Tape& tape, std::span<const Index> given, Index rows, Index otherwise) {
  Index* copy = tape.arena().array<Index>(rows);
  std::fill_n(copy, rows, otherwise);
  if (given.empty()) return copy;
  require_equal("pooling: number of lengths", count_of(given), "rows of the batch", rows);
  std::copy(given.begin(), given.end(), copy);
  return copy;
}

/// The cell [b,0,c] that cell [b,t,c] may go into.
CellSpan pooled_cell(const PooledSizes& s, Index offset) {
  return {offset / (s.positions * s.width) * s.width + offset % s.width, 1, 1};
}

class MeanRow final : public Operation {
 public:
  explicit MeanRow(const Index* lengths) : lengths_(lengths) {}
  std::string_view kind() const override { return "mean_pooling"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x[t] = ∂L/∂y / number of positions"; }
  CallArguments arguments() const override {
    return inputs_and({{"lengths", constants<Index>(Shape{input(0).shape()[0]}, lengths_)}});
  }

  void backward(Tape& tape) override {
    const auto [batch, positions, width] = sizes_of(input(0));
    Real* const dx = tape.gradient_to_add_to(input(0));
    if (!dx) return;
    for (Index b = 0; b < batch; ++b) {
      const ConstArrayMap dy(output_gradient() + b * width, width);
      const Real share = Real(1) / Real(lengths_[b]);
      for (Index t = 0; t < lengths_[b]; ++t) array(dx + (b * positions + t) * width, width) += share * dy;
    }
  }

  Explanation explain(Index offset) const override {
    const auto [batch, positions, width] = sizes_of(input(0));
    const Index b = offset / width, start = b * positions * width + offset % width;
    return {"y[c] = (1/T)·Σ_t x[t,c], where T is the number of positions without padding",
            quotient(sum(range_terms({input(0).node(), start, width}, lengths_[b])),
                     number(double(lengths_[b]), "T"))};
  }

  CellSpan affected(int, Index offset) const override { return pooled_cell(sizes_of(input(0)), offset); }

 private:
  const Index* lengths_;
};

class PickRow final : public Operation {
 public:
  explicit PickRow(const Index* rows) : rows_(rows) {}
  std::string_view kind() const override { return "pick_row"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂x = ∂L/∂y at the selected row, 0 elsewhere";
  }
  CallArguments arguments() const override {
    return inputs_and({{"rows", constants<Index>(Shape{input(0).shape()[0]}, rows_)}});
  }

  void backward(Tape& tape) override {
    const auto [batch, positions, width] = sizes_of(input(0));
    Real* const dx = tape.gradient_to_add_to(input(0));
    if (!dx) return;
    for (Index b = 0; b < batch; ++b)
      array(dx + (b * positions + rows_[b]) * width, width) += array(output_gradient() + b * width, width);
  }

  Explanation explain(Index offset) const override {
    const auto [batch, positions, width] = sizes_of(input(0));
    const Index b = offset / width;
    return {"y[c] = x[" + std::to_string(rows_[b]) + ",c]",
            cell(input(0).node(), (b * positions + rows_[b]) * width + offset % width)};
  }

  CellSpan affected(int, Index offset) const override { return pooled_cell(sizes_of(input(0)), offset); }

 private:
  const Index* rows_;
};

class PrependRow final : public Operation {
 public:
  std::string_view kind() const override { return "prepend"; }
  std::string_view gradient_formula(int) const override { return "∂L/∂x = ∂L/∂y, shifted by one position"; }

  void backward(Tape& tape) override {
    const auto [batch, positions, width] = sizes_of(input(1));
    const Real* const dy = output_gradient();
    Real* const first = tape.gradient_to_add_to(input(0));
    Real* const dx = tape.gradient_to_add_to(input(1));
    for (Index b = 0; b < batch; ++b) {
      const Real* const row = dy + b * (positions + 1) * width;
      if (first) array(first, width) += array(row, width);
      if (dx) array(dx + b * positions * width, positions * width) += array(row + width, positions * width);
    }
  }

  Explanation explain(Index offset) const override {
    const auto [batch, positions, width] = sizes_of(input(1));
    const Index row = offset / width, b = row / (positions + 1), t = row % (positions + 1);
    if (t == 0) return {"y[0] = the class vector", cell(input(0).node(), offset % width)};
    return {"y[t] = x[t−1]", cell(input(1).node(), (b * positions + t - 1) * width + offset % width)};
  }

  CellSpan affected(int which, Index offset) const override {
    const auto [batch, positions, width] = sizes_of(input(1));
    const Index row = (positions + 1) * width;
    if (which == 0) return {offset, row, batch};
    return {offset / (positions * width) * row + width + offset % (positions * width), 1, 1};
  }
};

}  // namespace

Variable mean_row(Tape& tape, Variable x, std::span<const Index> lengths) {
  const auto [batch, positions, width] = sizes_of(x);
  const Index* const counts = copy_or_fill(tape, lengths, batch, positions);
  Variable y = tape.make({batch, 1, width});
  for (Index b = 0; b < batch; ++b) {
    if (counts[b] < 1 || counts[b] > positions)
      throw std::out_of_range("mean pooling needs at least one position");
    ArrayMap mean(y.data() + b * width, width);
    mean.setZero();
    for (Index t = 0; t < counts[b]; ++t) mean += array(x.data() + (b * positions + t) * width, width);
    mean *= Real(1) / Real(counts[b]);
  }
  tape.record<MeanRow>(y, {x}, counts);
  return y;
}

Variable pick_row(Tape& tape, Variable x, std::span<const Index> rows) {
  const auto [batch, positions, width] = sizes_of(x);
  const Index* const picked = copy_or_fill(tape, rows, batch, 0);
  Variable y = tape.make({batch, 1, width});
  for (Index b = 0; b < batch; ++b) {
    if (picked[b] < 0 || picked[b] >= positions)
      throw std::out_of_range("pooling: position " + std::to_string(picked[b]) + " does not exist");
    std::copy_n(x.data() + (b * positions + picked[b]) * width, width, y.data() + b * width);
  }
  tape.record<PickRow>(y, {x}, picked);
  return y;
}

Variable prepend_row(Tape& tape, Variable first, Variable x) {
  const auto [batch, positions, width] = sizes_of(x);
  require_equal("prepend: size of the first row", first.size(), "width of the sequence", width);
  Variable y = tape.make({batch, positions + 1, width});
  for (Index b = 0; b < batch; ++b) {
    Real* const row = y.data() + b * (positions + 1) * width;
    std::copy_n(first.data(), width, row);
    std::copy_n(x.data() + b * positions * width, positions * width, row + width);
  }
  tape.record<PrependRow>(y, {first, x});
  return y;
}

}  // namespace attnlab
