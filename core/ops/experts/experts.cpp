// Sparse experts: gather, one matrix product an expert, weighted scatter.
#include "core/ops/experts/experts.h"

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"
#include "core/tensor/gemm.h"

namespace attnlab {

namespace {

Index expert_of(const ExpertPlan& plan, Index slot) {
  return std::upper_bound(plan.begin, plan.begin + plan.experts + 1, slot) - plan.begin - 1;
}

class Dispatch final : public Operation {
 public:
  explicit Dispatch(const ExpertPlan& plan) : plan_(plan) {}
  std::string_view kind() const override { return "dispatch"; }

  void backward(Tape& tape) override {
    const Variable x = input(0);
    const Index width = x.shape().last();
    Real* const dx = tape.gradient_to_add_to(x);
    if (!dx) return;
    for (Index s = 0; s < plan_.slots; ++s) {
      array(dx + plan_.position[s] * width, width) += array(output_gradient() + s * width, width);
    }
  }

  CellSpan affected(int, Index offset) const override { return column(offset % output()->shape.last()); }

  Explanation explain(Index offset) const override {
    const Node* x = input(0).node();
    const Index width = x->shape.last();
    return {"y = x", cell(x, plan_.position[offset / width] * width + offset % width)};
  }

 private:
  ExpertPlan plan_;
};

class ExpertLinear final : public Operation {
 public:
  explicit ExpertLinear(const ExpertPlan& plan) : plan_(plan) {}
  std::string_view kind() const override { return "linear"; }
  std::string_view gradient_formula(int input) const override {
    if (input == 0) return "∂L/∂x[j] = Σ_i ∂L/∂y[i]·W[i,j]";
    if (input == 1) return "∂L/∂W[i,j] = Σ_t ∂L/∂y[t,i]·x[t,j]";
    return "∂L/∂b[i] = Σ_t ∂L/∂y[t,i]";
  }

  void backward(Tape& tape) override {
    const Variable x = input(0), weight = input(1);
    const Index in = x.shape().last(), out = weight.shape()[0] / plan_.experts;
    const GradientSlot dx = tape.gradient(x), dw = tape.gradient(weight);
    const GradientSlot db = inputs().size() > 2 ? tape.gradient(input(2)) : GradientSlot{};
    for (Index e = 0; e < plan_.experts; ++e) {
      const Index first = plan_.begin[e], rows = plan_.begin[e + 1] - first;
      const Real* dy = output_gradient() + first * out;
      if (dx.data) {
        gemm(rows, in, out, {dy, out}, {weight.data() + e * out * in, in}, dx.data + first * in, in, dx.mode);
      }
      if (dw.data) {
        gemm(out, in, rows, transposed({dy, out}), {x.data() + first * in, in}, dw.data + e * out * in, in,
             dw.mode);
      }
      if (db.data) add_column_sums(dy, rows, out, {db.data + e * out, db.mode});
    }
  }

  CellSpan affected(int i, Index offset) const override {
    const Index in = input(0).shape().last(), out = output()->shape.last();
    if (i == 0) return row(offset / in);
    return column((i == 1 ? offset / in : offset) % out);
  }

  Explanation explain(Index offset) const override {
    const Variable x = input(0), weight = input(1);
    const Index in = x.shape().last(), out = weight.shape()[0] / plan_.experts;
    const Index slot = offset / out, row = expert_of(plan_, slot) * out + offset % out;
    std::vector<Expression> terms = dot_terms({x.node(), slot * in, 1}, {weight.node(), row * in, 1}, in);
    if (inputs().size() > 2) terms.push_back(cell(input(2).node(), row));
    return {"y[i] = Σ_j W[i,j]·x[j] + b[i], with the expert's W and b", sum(std::move(terms))};
  }

 private:
  ExpertPlan plan_;
};

class Combine final : public Operation {
 public:
  explicit Combine(const ExpertPlan& plan) : plan_(plan) {}
  std::string_view kind() const override { return "combine"; }

  void backward(Tape& tape) override {
    const Variable outputs = input(0), gates = input(1);
    const Index width = outputs.shape().last();
    const GradientSlot dy_out = tape.gradient(outputs);
    Real* const dgates = tape.gradient_to_add_to(gates);
    for (Index e = 0; e < plan_.experts; ++e) {
      for (Index s = plan_.begin[e]; s < plan_.begin[e + 1]; ++s) {
        const Index gate = plan_.position[s] * plan_.experts + e;
        const ConstArrayMap dy(output_gradient() + plan_.position[s] * width, width);
        if (dgates) dgates[gate] += (dy * array(outputs.data() + s * width, width)).sum();
        if (dy_out.data) write(dy_out, s * width, dy * gates.data()[gate]);
      }
    }
  }

  CellSpan affected(int i, Index offset) const override {
    if (i == 1) return row(offset / plan_.experts);
    const Index width = output()->shape.last();
    return one_cell(plan_.position[offset / width] * width + offset % width);
  }

  Explanation explain(Index offset) const override {
    const Node *outputs = input(0).node(), *gates = input(1).node();
    const Index width = outputs->shape.last(), position = offset / width;
    std::vector<Expression> terms;
    for (Index s = 0; s < plan_.slots; ++s) {
      if (plan_.position[s] != position) continue;
      terms.push_back(product({cell(gates, position * plan_.experts + expert_of(plan_, s)),
                               cell(outputs, s * width + offset % width)}));
    }
    return {"y = Σ_e gate[e]·output[e]", sum(std::move(terms))};
  }

 private:
  ExpertPlan plan_;
};

/// Slots before those of each expert: a running sum of how often each was chosen.
void count_slots(Variable selected, Index experts, Index* begin) {
  std::fill_n(begin, experts + 1, Index{0});
  for (Index i = 0; i < selected.size(); ++i) ++begin[static_cast<Index>(selected.data()[i]) + 1];
  for (Index e = 0; e < experts; ++e) begin[e + 1] += begin[e];
}

}  // namespace

ExpertPlan plan_experts(Tape& tape, Variable selected, Index experts) {
  const Index k = selected.shape().last(), slots = selected.size();
  Index* begin = tape.arena().array<Index>(experts + 1);
  Index* next = tape.arena().array<Index>(experts + 1);
  Index* position = tape.arena().array<Index>(slots);
  count_slots(selected, experts, begin);
  std::copy_n(begin, experts + 1, next);
  for (Index i = 0; i < slots; ++i) position[next[static_cast<Index>(selected.data()[i])]++] = i / k;
  return {experts, slots, begin, position};
}

Variable dispatch(Tape& tape, Variable x, const ExpertPlan& plan) {
  const Index width = x.shape().last();
  const Variable y = tape.make({plan.slots, width});
  for (Index s = 0; s < plan.slots; ++s)
    std::copy_n(x.data() + plan.position[s] * width, width, y.data() + s * width);
  tape.record<Dispatch>(y, {x}, plan);
  return y;
}

Variable expert_linear(Tape& tape, Variable x, Variable weight, Variable bias, const ExpertPlan& plan) {
  const Index in = x.shape().last(), out = weight.shape()[0] / plan.experts;
  require_equal("experts: width of the input", in, "number of the weight's columns", weight.shape().last());
  const Variable y = tape.make({plan.slots, out});
  for (Index e = 0; e < plan.experts; ++e) {
    const Index first = plan.begin[e], rows = plan.begin[e + 1] - first;
    Real* to = y.data() + first * out;
    if (bias) matrix(to, rows, out).rowwise() = array(bias.data() + e * out, out).matrix().transpose();
    gemm(rows, out, in, {x.data() + first * in, in}, transposed({weight.data() + e * out * in, in}), to, out,
         add_if(static_cast<bool>(bias)));
  }
  tape.record<ExpertLinear>(y, {x, weight, bias}, plan);
  return y;
}

Variable combine(Tape& tape, Variable outputs, Variable gates, const ExpertPlan& plan) {
  const Index width = outputs.shape().last();
  const Variable y = tape.make(with_last(gates.shape(), width));
  y.cells().setZero();
  for (Index e = 0; e < plan.experts; ++e) {
    for (Index s = plan.begin[e]; s < plan.begin[e + 1]; ++s) {
      const Real gate = gates.data()[plan.position[s] * plan.experts + e];
      array(y.data() + plan.position[s] * width, width) += gate * array(outputs.data() + s * width, width);
    }
  }
  tape.record<Combine>(y, {outputs, gates}, plan);
  return y;
}

}  // namespace attnlab
