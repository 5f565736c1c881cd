// Gate steps: products with the rows of one position, forward and backward.
#include "core/ops/recurrent/gate_step.h"

#include "core/autograd/cells.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"
#include "core/ops/basic/explain.h"
#include "core/ops/recurrent/gate_gradient.h"
#include "core/tensor/gemm.h"

namespace attnlab {

namespace {

/// One row a sequence, `stride` cells apart; null data: no rows.
struct GateRows {
  Real* data = nullptr;
  Index stride = 0;
  Real* row(Index b) const { return data + b * stride; }
};

/// The rows of position t of x [B,T,W], whose cells or gradients are at `data`.
GateRows rows_at(Real* data, Variable x, Index t) {
  if (!data) return {};
  const Index positions = x.shape()[1], width = x.shape().last();
  return {data + t * width, positions * width};
}

/// out += rows·weightᵀ.
void add_product(Index batch, const GateRows& rows, Variable weight, const GateRows& out) {
  const Index c = weight.shape()[0], in = weight.shape().last();
  gemm(batch, c, in, {rows.data, rows.stride}, transposed({weight.data(), in}), out.data, out.stride,
       WriteMode::Add);
}

/// Gradients of add_product(), from `sums`: of its rows into `to`, and of the weight.
void pass_product(Tape& tape, Index batch, const GateRows& sums, const GateRows& rows, const GateRows& to,
                  Variable weight) {
  const Index c = weight.shape()[0], in = weight.shape().last();
  if (to.data)
    gemm(batch, in, c, {sums.data, sums.stride}, {weight.data(), in}, to.data, to.stride, WriteMode::Add);
  if (Real* dw = tape.gradient_to_add_to(weight)) {
    gemm(c, in, batch, transposed({sums.data, sums.stride}), {rows.data, rows.stride}, dw, in,
         WriteMode::Add);
  }
}

void set_row(Real* row, Variable values, Index count) {
  if (values) {
    std::copy_n(values.data(), count, row);
  } else {
    std::fill_n(row, count, Real(0));
  }
}

void append_product(std::vector<Expression>& terms, const Node* x, Index row, Variable weight, Index column) {
  const Index in = weight.shape().last();
  for (Expression& term : dot_terms({weight.node(), column * in, 1}, {x, row * in, 1}, in))
    terms.push_back(std::move(term));
}

class GateStep final : public Operation {
 public:
  GateStep(const GateInputs& inputs, GateFunction function, const Reading& reading, Index t, Padding padding,
           Real* recurrent)
      : in_(inputs),
        reading_(reading),
        recurrent_(recurrent),
        t_(t),
        function_(function),
        carries_(padding == Padding::Carry) {}
  std::string_view kind() const override { return "gate"; }
  std::optional<Index> position() const override { return t_; }
  CallArguments arguments() const override {
    CallArguments all = {{"", function_name()}};
    const auto add_whole = [&all](std::string_view name, Variable x) {
      if (x) all.push_back({name, x.node()});
    };
    const auto add_rows = [&all](std::string_view name, Variable x) {
      if (x) all.push_back({name, CallArgument::AtPosition{x.node()}});
    };
    add_rows("x", in_.x);
    add_whole("weight", in_.weight);
    add_rows("context", in_.context);
    add_whole("context_weight", in_.context_weight);
    if (in_.states) all.push_back({"state", before(in_.states.node())});
    add_whole("recurrent_weight", in_.recurrent_weight);
    add_whole("bias", in_.bias);
    add_rows("reset", in_.reset);
    add_whole("recurrent_bias", in_.recurrent_bias);
    reading_.append_padding(all);
    if (reading_.pads() && carries_) all.push_back({"carried", before(in_.states.node())});
    return all;
  }

  void forward(Variable output) const {
    const Index batch = reading_.batch, c = output.shape().last();
    const GateRows y = rows_at(output.data(), output, t_), states = rows_before(in_.states);
    for (Index b = 0; b < batch; ++b) set_row(y.row(b), in_.bias, c);
    if (in_.x) add_product(batch, rows_at(in_.x.data(), in_.x, t_), in_.weight, y);
    if (in_.context) add_product(batch, rows_at(in_.context.data(), in_.context, t_), in_.context_weight, y);
    for (Index b = 0; in_.reset && b < batch; ++b) set_row(recurrent_ + b * c, in_.recurrent_bias, c);
    if (states.data)
      add_product(batch, states, in_.recurrent_weight, in_.reset ? GateRows{recurrent_, c} : y);
    for (Index b = 0; b < batch; ++b) finish_row(output, b);
  }

  void backward(Tape& tape) override {
    const Variable y = output_variable();
    const Index batch = reading_.batch, c = y.shape().last();
    const GateRows sums{tape.arena().array<Real>(batch * c), c};
    for (Index b = 0; b < batch; ++b) row_backward(tape, b, array(sums.row(b), c));
    if (in_.bias) add_column_sums(sums.data, batch, c, tape.gradient(in_.bias));
    pass_input(tape, sums, in_.x, in_.weight);
    pass_input(tape, sums, in_.context, in_.context_weight);
    const GateRows recurrent = in_.reset ? reset_backward(tape, sums) : sums;
    if (in_.recurrent_bias) add_column_sums(recurrent.data, batch, c, tape.gradient(in_.recurrent_bias));
    const GateRows states = rows_before(in_.states);
    if (states.data)
      pass_product(tape, batch, recurrent, states, gradient_before(tape, in_.states), in_.recurrent_weight);
  }

  Explanation explain(Index offset) const override {
    const Index c = output()->shape.last(), column = offset % c, row = offset / c;
    const Index b = row / reading_.positions, t = row % reading_.positions;
    if (reading_.padded(b, t)) return explain_padding(b, t, column);
    std::vector<Expression> terms;
    if (in_.x) append_product(terms, in_.x.node(), row, in_.weight, column);
    if (in_.context) append_product(terms, in_.context.node(), row, in_.context_weight, column);
    std::vector<Expression> recurrent = recurrent_terms(b, t, column);
    if (in_.reset && !recurrent.empty()) {
      terms.push_back(product({cell(in_.reset.node(), offset), sum(std::move(recurrent))}));
    } else {
      for (Expression& term : recurrent) terms.push_back(std::move(term));
    }
    if (in_.bias) terms.push_back(cell(in_.bias.node(), column));
    return {formula(), activated(sum(std::move(terms)))};
  }

  CellSpan affected(int i, Index at) const override {
    const Node* node = input(i).node();
    const Index c = output()->shape.last(), width = node->shape.last();
    const auto is = [&](Variable x) { return x && x.node() == node; };
    const auto row_where = [&](bool here) {
      return CellSpan{place(at / width / node->shape[1], c), 1, here ? c : 0};
    };
    const Index t = reading_.position_of(at, width);
    if (is(in_.start)) return {place(at / width, c), 1, reading_.is_first(t_) ? c : 0};
    if (is(in_.states)) return row_where(!reading_.is_first(t_) && t == reading_.previous(t_));
    if (is(in_.x) || is(in_.context) || is(in_.reset)) return row_where(t == t_);
    const Index unit = is(in_.bias) || is(in_.recurrent_bias) ? at : at / width;
    return {t_ * c + unit, reading_.positions * c, reading_.batch};
  }

  std::optional<Expression> own_gradient(int i, Index at) const override {
    return gate_gradient({in_, function_, reading_, t_, output()}, input(i).node(), at);
  }

 private:
  CallArgument::Before before(const Node* states) const {
    return {states, in_.start.node(), reading_.reverse};
  }
  std::string_view function_name() const {
    switch (function_) {
      case GateFunction::Sigmoid: return "sigmoid";
      case GateFunction::Tanh: return "tanh";
      case GateFunction::Relu: return "relu";
      case GateFunction::None: return "identity";
    }
    no_such_kind("function of a gate");
  }
  Variable output_variable() const { return Variable(const_cast<Node*>(output())); }
  Index place(Index b, Index width) const { return (b * reading_.positions + t_) * width; }

  /// The rows of `states` at the position before this one, or of `start` before the first.
  GateRows rows_before(Variable states) const {
    if (!states) return {};
    if (!reading_.is_first(t_)) return rows_at(states.data(), states, reading_.previous(t_));
    return {in_.start ? in_.start.data() : nullptr, states.shape().last()};
  }
  /// Where the gradients of rows_before() are added.
  GateRows gradient_before(Tape& tape, Variable states) const {
    if (!reading_.is_first(t_))
      return rows_at(tape.gradient_to_add_to(states), states, reading_.previous(t_));
    return {in_.start ? tape.gradient_to_add_to(in_.start) : nullptr, states.shape().last()};
  }

  void finish_row(Variable output, Index b) const {
    const Index c = output.shape().last();
    ArrayMap y(output.data() + place(b, c), c);
    if (reading_.padded(b, t_)) {
      const GateRows before = carries_ ? rows_before(in_.states) : GateRows();
      y.setZero();
      if (before.data) std::copy_n(before.row(b), c, y.data());
      return;
    }
    if (in_.reset) y += array(in_.reset.data() + place(b, c), c) * array(recurrent_ + b * c, c);
    if (function_ == GateFunction::Sigmoid) y = y.logistic();
    if (function_ == GateFunction::Tanh) y = y.tanh();
    if (function_ == GateFunction::Relu) y = y.max(Real(0));
  }

  /// The gradient of one row of sums; a padded row's gradient goes to the state that it carries.
  void row_backward(Tape& tape, Index b, ArrayMap sums) const {
    const Index c = sums.size();
    const ConstArrayMap dy(output_gradient() + place(b, c), c), y(output()->value + place(b, c), c);
    if (reading_.padded(b, t_)) {
      sums.setZero();
      const GateRows before = carries_ ? gradient_before(tape, in_.states) : GateRows();
      if (before.data) array(before.row(b), c) += dy;
      return;
    }
    switch (function_) {
      case GateFunction::Sigmoid: sums = dy * y * (Real(1) - y); break;
      case GateFunction::Tanh: sums = dy * (Real(1) - y.square()); break;
      case GateFunction::Relu: sums = (y > Real(0)).select(dy, Real(0)); break;
      case GateFunction::None: sums = dy; break;
    }
  }

  /// Gradients of reset⊙(U·s + b'): adds that of reset, and returns that of U·s + b'.
  GateRows reset_backward(Tape& tape, const GateRows& sums) const {
    const Index c = sums.stride;
    const GateRows recurrent{tape.arena().array<Real>(reading_.batch * c), c};
    Real* dr = tape.gradient_to_add_to(in_.reset);
    for (Index b = 0; b < reading_.batch; ++b) {
      const ConstArrayMap d(sums.row(b), c);
      array(recurrent.row(b), c) = d * array(in_.reset.data() + place(b, c), c);
      if (dr) array(dr + place(b, c), c) += d * array(recurrent_ + b * c, c);
    }
    return recurrent;
  }

  void pass_input(Tape& tape, const GateRows& sums, Variable x, Variable weight) const {
    if (!x) return;
    pass_product(tape, reading_.batch, sums, rows_at(x.data(), x, t_),
                 rows_at(tape.gradient_to_add_to(x), x, t_), weight);
  }

  std::vector<Expression> recurrent_terms(Index b, Index t, Index column) const {
    std::vector<Expression> terms;
    if (in_.states && !reading_.is_first(t)) {
      append_product(terms, in_.states.node(), b * reading_.positions + reading_.previous(t),
                     in_.recurrent_weight, column);
    } else if (in_.start) {
      append_product(terms, in_.start.node(), b, in_.recurrent_weight, column);
    }
    if (in_.recurrent_bias) terms.push_back(cell(in_.recurrent_bias.node(), column));
    return terms;
  }

  Explanation explain_padding(Index b, Index t, Index column) const {
    const Index c = output()->shape.last();
    if (!carries_) return {"0, because this position is padding", number(0, tr_mark("padding"))};
    const char* formula = "h_t = h_{t−1}, because this position is padding";
    if (!reading_.is_first(t)) {
      return {formula, cell(in_.states.node(), (b * reading_.positions + reading_.previous(t)) * c + column)};
    }
    return {formula, in_.start ? cell(in_.start.node(), b * c + column) : number(0, "h₋₁")};
  }

  std::string formula() const {
    std::string sums = in_.x ? "W·x_t" : "";
    if (in_.context) sums += " + V·context_t";
    if (in_.reset) {
      sums += std::string(" + r_t⊙(U·h_{t−1}") + (in_.recurrent_bias ? " + b')" : ")");
    } else if (in_.states) {
      sums += std::string(sums.empty() ? "" : " + ") + "U·h_{t−1}";
    }
    if (in_.bias) sums += " + b";
    switch (function_) {
      case GateFunction::Sigmoid: return "y_t = σ(" + sums + ")";
      case GateFunction::Tanh: return "y_t = tanh(" + sums + ")";
      case GateFunction::Relu: return "y_t = max(0, " + sums + ")";
      case GateFunction::None: return "y_t = " + sums;
    }
    no_such_kind("function of a gate");
  }

  Expression activated(Expression sums) const {
    switch (function_) {
      case GateFunction::Sigmoid: return logistic(std::move(sums));
      case GateFunction::Tanh: return attnlab::apply(Expression::Kind::Tanh, std::move(sums));
      case GateFunction::Relu: return maximum({number(0), std::move(sums)});
      case GateFunction::None: return sums;
    }
    no_such_kind("function of a gate");
  }

  GateInputs in_;
  Reading reading_;
  Real* recurrent_;  // [B,C] U·s + b' where there is a reset gate
  Index t_;
  GateFunction function_;
  bool carries_;
};

}  // namespace

Expression logistic(Expression x) {
  Expression negative = attnlab::apply(Expression::Kind::Negative, std::move(x));
  Expression shrunk = attnlab::apply(Expression::Kind::Exp, std::move(negative));
  return quotient(number(1), sum({number(1), std::move(shrunk)}));
}

void gate_step(Tape& tape, Variable output, const GateInputs& in, GateFunction function,
               const Reading& reading, Index t, Padding padding) {
  Real* recurrent = in.reset ? tape.arena().array<Real>(reading.batch * output.shape().last()) : nullptr;
  GateStep(in, function, reading, t, padding, recurrent).forward(output);
  tape.record<GateStep>(output,
                        {in.x, in.weight, in.context, in.context_weight, in.states, in.start,
                         in.recurrent_weight, in.bias, in.reset, in.recurrent_bias},
                        in, function, reading, t, padding, recurrent);
}

}  // namespace attnlab
