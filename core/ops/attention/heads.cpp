// Heads: the same numbers in another order.
#include "core/ops/attention/heads.h"

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

/// Sizes of a split tensor, and the place of its cells in the merged one.
struct HeadOrder {
  Index batch, heads, positions, size;

  Index merged_row(Index b, Index h, Index t) const { return ((b * positions + t) * heads + h) * size; }
  Index split_row(Index b, Index h, Index t) const { return ((b * heads + h) * positions + t) * size; }
  Index merged_of(Index split) const {
    const Index d = split % size, t = split / size % positions, h = split / (size * positions) % heads;
    return merged_row(split / (size * positions * heads), h, t) + d;
  }
  Index split_of(Index merged) const {
    const Index d = merged % size, h = merged / size % heads, t = merged / (size * heads) % positions;
    return split_row(merged / (size * heads * positions), h, t) + d;
  }
  template <typename F>
  void each_row(F work) const {
    for (Index b = 0; b < batch; ++b) {
      for (Index h = 0; h < heads; ++h) {
        for (Index t = 0; t < positions; ++t) work(merged_row(b, h, t), split_row(b, h, t));
      }
    }
  }
};

/// Calls add(dx, merged, split) for each row of a head, with the gradient of `input`.
template <typename Add>
void add_rows(Tape& tape, Variable input, const HeadOrder& order, const Add& add) {
  if (Real* const dx = tape.gradient_to_add_to(input))
    order.each_row([&](Index merged, Index split) { add(dx, merged, split); });
}

class SplitHeads final : public Operation {
 public:
  explicit SplitHeads(HeadOrder order) : order_(order) {}
  std::string_view kind() const override { return "split_heads"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂x = ∂L/∂y, the same cells in a different order";
  }
  CallArguments arguments() const override { return inputs_and({{"heads", order_.heads}}); }
  void backward(Tape& tape) override {
    const Real* dy = output_gradient();
    add_rows(tape, input(0), order_, [&](Real* dx, Index merged, Index split) {
      array(dx + merged, order_.size) += array(dy + split, order_.size);
    });
  }
  CellSpan affected(int, Index offset) const override { return one_cell(order_.split_of(offset)); }
  Explanation explain(Index offset) const override {
    return {"head h uses columns h·D … (h+1)·D−1", cell(input(0).node(), order_.merged_of(offset))};
  }

 private:
  HeadOrder order_;
};

class MergeHeads final : public Operation {
 public:
  explicit MergeHeads(HeadOrder order) : order_(order) {}
  std::string_view kind() const override { return "merge_heads"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂x = ∂L/∂y, the same cells in a different order";
  }
  void backward(Tape& tape) override {
    const Real* dy = output_gradient();
    add_rows(tape, input(0), order_, [&](Real* dx, Index merged, Index split) {
      array(dx + split, order_.size) += array(dy + merged, order_.size);
    });
  }
  CellSpan affected(int, Index offset) const override { return one_cell(order_.merged_of(offset)); }
  Explanation explain(Index offset) const override {
    return {"concat = [head 0; head 1; …], column h·D + d is head h's d",
            cell(input(0).node(), order_.split_of(offset))};
  }

 private:
  HeadOrder order_;
};

}  // namespace

Variable split_heads(Tape& tape, Variable x, Index heads) {
  const Shape& s = x.shape();
  require_equal("split_heads: the remainder of the width divided by heads", s[2] % heads,
                "the required value", 0);
  const HeadOrder order{s[0], heads, s[1], s[2] / heads};
  Variable y = tape.make({order.batch, order.heads, order.positions, order.size});
  order.each_row(
      [&](Index merged, Index split) { std::copy_n(x.data() + merged, order.size, y.data() + split); });
  tape.record<SplitHeads>(y, {x}, order);
  return y;
}

Variable merge_heads(Tape& tape, Variable x) {
  const Shape& s = x.shape();
  const HeadOrder order{s[0], s[1], s[2], s[3]};
  Variable y = tape.make({order.batch, order.positions, order.heads * order.size});
  order.each_row(
      [&](Index merged, Index split) { std::copy_n(x.data() + split, order.size, y.data() + merged); });
  tape.record<MergeHeads>(y, {x}, order);
  return y;
}

}  // namespace attnlab
