// Additive attention of one position, forward and backward.
#include "core/ops/recurrent/recurrent_alignment.h"

#include "core/autograd/cells.h"
#include "core/language/messages.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/explain.h"
#include "core/ops/recurrent/gate_step.h"

namespace attnlab {

namespace {

/// All cells of position t of [B,T,W], where a cell of the same position, or of no position, leads.
CellSpan cells_at(const Shape& shape, Index t) {
  return {t * shape[2], 1, ((shape[0] - 1) * shape[1] + 1) * shape[2]};
}
CellSpan no_cells() { return {0, 1, 0}; }

/// Row b of position t of x [B,T,W].
Index place(Variable x, Index b, Index t) { return (b * x.shape()[1] + t) * x.shape().last(); }

class ScoreStep final : public Operation {
 public:
  /// `hidden` holds tanh(query + keys): [B,Ts,A].
  ScoreStep(Real* hidden, Index t) : hidden_(hidden), t_(t) {}
  std::string_view kind() const override { return "additive_scores"; }
  std::optional<Index> position() const override { return t_; }
  CallArguments arguments() const override {
    return {{"", CallArgument::AtPosition{input(0).node()}}, {"", input(1).node()}, {"", input(2).node()}};
  }

  static void forward(Variable scores, Variable query, Variable keys, Variable v, Real* hidden, Index t) {
    const Index batch = keys.shape()[0], sources = keys.shape()[1], a = keys.shape().last();
    for (Index b = 0; b < batch; ++b) {
      const ConstArrayMap q(query.data() + place(query, b, t), a);
      for (Index s = 0; s < sources; ++s) {
        ArrayMap sums(hidden + (b * sources + s) * a, a);
        sums = (q + array(keys.data() + place(keys, b, s), a)).tanh();
        scores.data()[place(scores, b, t) + s] = (sums * v.cells()).sum();
      }
    }
  }

  void backward(Tape& tape) override {
    const Variable query = input(0), keys = input(1), v = input(2);
    const Index batch = keys.shape()[0], sources = keys.shape()[1], a = keys.shape().last();
    Real* const dq = tape.gradient_to_add_to(query);
    Real* const dk = tape.gradient_to_add_to(keys);
    Real* const dv = tape.gradient_to_add_to(v);
    Real* const sums = tape.arena().array<Real>(a);
    for (Index b = 0; b < batch; ++b) {
      const Real* dy = output_gradient() + place(query, b, t_) / a * sources;
      for (Index s = 0; s < sources; ++s) {
        if (dy[s] == 0) continue;  // as of padding, whose cells may be NaN
        const ConstArrayMap hidden(hidden_ + (b * sources + s) * a, a);
        array(sums, a) = dy[s] * v.cells() * (Real(1) - hidden.square());
        if (dv) array(dv, a) += dy[s] * hidden;
        if (dq) array(dq + place(query, b, t_), a) += array(sums, a);
        if (dk) array(dk + place(keys, b, s), a) += array(sums, a);
      }
    }
  }

  Explanation explain(Index offset) const override {
    const Variable query = input(0), keys = input(1), v = input(2);
    const Index sources = keys.shape()[1], a = keys.shape().last(), row = offset / sources;
    const Index key = (row / query.shape()[1] * sources + offset % sources) * a;
    std::vector<Expression> terms;
    for (Index i = 0; i < a; ++i) {
      Expression sum_of_both = sum({cell(query.node(), row * a + i), cell(keys.node(), key + i)});
      terms.push_back(
          product({cell(v.node(), i), attnlab::apply(Expression::Kind::Tanh, std::move(sum_of_both))}));
    }
    return {"score[t,s] = Σ_a v[a]·tanh(query[t,a] + key[s,a])", sum(std::move(terms))};
  }

  CellSpan affected(int i, Index at) const override {
    const Shape& y = output()->shape;
    if (i == 2) return cells_at(y, t_);
    const Index row = at / input(i).shape().last();
    if (i == 1) return {(row / y[2] * y[1] + t_) * y[2] + row % y[2], 1, 1};
    return row % y[1] == t_ ? CellSpan{row * y[2], 1, y[2]} : no_cells();
  }

 private:
  Real* hidden_;
  Index t_;
};

class WeightsStep final : public Operation {
 public:
  WeightsStep(std::span<const Index> lengths, Index t) : lengths_(lengths), t_(t) {}
  std::string_view kind() const override { return "softmax"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂x[j] = y[j]·(∂L/∂y[j] − Σ_i ∂L/∂y[i]·y[i])";
  }
  std::optional<Index> position() const override { return t_; }
  CallArguments arguments() const override {
    CallArguments all = {{"", CallArgument::AtPosition{input(0).node()}}};
    if (!lengths_.empty()) all.push_back({"lengths", constants<Index>(lengths_shape(), lengths_.data())});
    return all;
  }

  void forward(Variable weights, Variable scores) const {
    const Index sources = scores.shape().last();
    for (Index b = 0; b < scores.shape()[0]; ++b) {
      const Index at = place(scores, b, t_), seen = length(b, sources);
      std::copy_n(scores.data() + at, seen, weights.data() + at);
      softmax_row(weights.data() + at, seen);
    }
  }

  void backward(Tape& tape) override {
    const Variable scores = input(0);
    Real* const dx = tape.gradient_to_add_to(scores);
    Real* const slopes = tape.arena().array<Real>(scores.shape().last());
    for (Index b = 0; dx && b < scores.shape()[0]; ++b) {
      const Index at = place(scores, b, t_), seen = length(b, scores.shape().last());
      const std::span<const Real> y(output()->value + at, seen);
      const Real* const dy = output_gradient() + at;
      softmax_slopes(y, dy, softmax_inner(y, dy), slopes);
      array(dx + at, seen) += array(slopes, seen);
    }
  }

  Explanation explain(Index offset) const override {
    const Variable scores = input(0);
    const Index sources = scores.shape().last(), start = offset - offset % sources;
    const Index seen = length(start / sources / scores.shape()[1], sources);
    if (offset - start >= seen)
      return {"0, because this source position is padding", number(0, tr_mark("padding"))};
    const Expression highest = maximum(range_terms({scores.node(), start, 1}, seen)).labelled(tr_mark("max"));
    const Expression shift = number(highest.evaluate(), "max");
    const auto shifted = [&](Index i) {
      return attnlab::apply(Expression::Kind::Exp, difference(cell(scores.node(), i), shift));
    };
    std::vector<Expression> terms;
    for (Index i = 0; i < seen; ++i) terms.push_back(shifted(start + i));
    return {"weight[t,s] = exp(score[t,s] − max) / Σ_s exp(score[t,s] − max)",
            quotient(shifted(offset), sum(std::move(terms)).labelled("Σ exp"))};
  }

  CellSpan affected(int, Index at) const override {
    const Index sources = output()->shape[2], row = at / sources;
    return row % output()->shape[1] == t_ ? CellSpan{row * sources, 1, sources} : no_cells();
  }

 private:
  Index length(Index b, Index sources) const {
    return lengths_.empty() ? sources : std::min(sources, lengths_[b]);
  }
  Shape lengths_shape() const { return {count_of(lengths_)}; }

  std::span<const Index> lengths_;
  Index t_;
};

class ContextStep final : public Operation {
 public:
  explicit ContextStep(Index t) : t_(t) {}
  std::string_view kind() const override { return "attention_context"; }
  std::string_view gradient_formula(int input) const override {
    if (input == 0) return "∂L/∂weights[q,k] = Σ_d ∂L/∂context[q,d]·value[k,d]";
    return "∂L/∂value[k,d] = Σ_q weights[q,k]·∂L/∂context[q,d]";
  }
  std::optional<Index> position() const override { return t_; }
  CallArguments arguments() const override {
    return {{"", CallArgument::AtPosition{input(0).node()}}, {"", input(1).node()}};
  }

  static void forward(Variable context, Variable weights, Variable memory, Index t) {
    const Index sources = memory.shape()[1], m = memory.shape().last();
    for (Index b = 0; b < memory.shape()[0]; ++b) {
      ArrayMap sum(context.data() + place(context, b, t), m);
      const Real* row = weights.data() + place(weights, b, t);
      sum.setZero();
      for (Index s = 0; s < sources; ++s)
        if (row[s] != 0) sum += row[s] * array(memory.data() + place(memory, b, s), m);
    }
  }

  void backward(Tape& tape) override {
    const Variable weights = input(0), memory = input(1);
    const Index sources = memory.shape()[1], m = memory.shape().last();
    Real* const dw = tape.gradient_to_add_to(weights);
    Real* const dm = tape.gradient_to_add_to(memory);
    for (Index b = 0; b < memory.shape()[0]; ++b) {
      const Index row = place(weights, b, t_);
      const ConstArrayMap dy(output_gradient() + row / sources * m, m);
      for (Index s = 0; s < sources; ++s) {
        const Index source = place(memory, b, s);
        if (dw) dw[row + s] += (dy * array(memory.data() + source, m)).sum();
        if (const Real weight = weights.data()[row + s]; dm && weight != 0)
          array(dm + source, m) += weight * dy;
      }
    }
  }

  Explanation explain(Index offset) const override {
    const Variable weights = input(0), memory = input(1);
    const Index sources = memory.shape()[1], m = memory.shape().last(), row = offset / m;
    const Index first = row / weights.shape()[1] * sources * m + offset % m;
    return {"context[t,c] = Σ_s weight[t,s]·memory[s,c]",
            sum(weighed_terms({weights.node(), row * sources, 1}, {memory.node(), first, m}, sources))};
  }

  CellSpan affected(int i, Index at) const override {
    const Shape& y = output()->shape;
    const Index sources = input(0).shape()[2];
    if (i == 1) return {(at / y[2] / sources * y[1] + t_) * y[2] + at % y[2], 1, 1};
    const Index row = at / sources;
    return row % y[1] == t_ ? CellSpan{row * y[2], 1, y[2]} : no_cells();
  }

 private:
  Index t_;
};

}  // namespace

void score_step(Tape& tape, Variable scores, Variable query, Variable keys, Variable v, Index t) {
  Real* hidden = tape.arena().array<Real>(keys.size());
  ScoreStep::forward(scores, query, keys, v, hidden, t);
  tape.record<ScoreStep>(scores, {query, keys, v}, hidden, t);
}

void weights_step(Tape& tape, Variable weights, Variable scores, std::span<const Index> lengths, Index t) {
  WeightsStep(lengths, t).forward(weights, scores);
  tape.record<WeightsStep>(weights, {scores}, lengths, t);
}

void context_step(Tape& tape, Variable context, Variable weights, Variable memory, Index t) {
  ContextStep::forward(context, weights, memory, t);
  tape.record<ContextStep>(context, {weights, memory}, t);
}

}  // namespace attnlab
