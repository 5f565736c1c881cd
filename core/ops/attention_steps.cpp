// QKᵀ and weights·V as recorded steps.
#include "core/ops/attention_steps.h"

#include "core/ops/explain.h"
#include "core/tensor/gemm.h"

namespace attnlab {

namespace {

/// Sizes of one head's product, and how many heads there are in all.
struct Planes {
  Index count, rows, columns, depth;
};

/// Adds scale·A·B per plane to the gradient of `target`, in the order of planes.
template <typename LeftOf, typename RightOf>
void add_products(Tape& tape, Variable target, const Planes& planes, LeftOf left, RightOf right) {
  const GradientSlot slot = tape.gradient(target);
  if (!slot.data) return;
  for (Index p = 0; p < planes.count; ++p) {
    gemm(planes.rows, planes.columns, planes.depth, left(p), right(p),
         slot.data + p * planes.rows * planes.columns, planes.columns, slot.accumulate);
  }
}

class Scores final : public Operation {
 public:
  std::string_view kind() const override { return "scores"; }

  void backward(Tape& tape) override {
    const Variable query = input(0), key = input(1);
    const Shape& s = output()->shape;
    const Index heads = s[0] * s[1], tq = s[2], tk = s[3], d = query.shape().last();
    const Real* ds = output_gradient();
    add_products(
        tape, query, {heads, tq, d, tk},
        [&](Index p) {
          return Operand{ds + p * tq * tk, tk};
        },
        [&](Index p) {
          return Operand{key.data() + p * tk * d, d};
        });
    add_products(
        tape, key, {heads, tk, d, tq},
        [&](Index p) {
          return Operand{ds + p * tq * tk, tk, true};
        },
        [&](Index p) {
          return Operand{query.data() + p * tq * d, d};
        });
  }

  Explanation explain(Index offset) const override {
    const Shape& s = output()->shape;
    const Index d = input(0).shape().last(), plane = offset / (s[2] * s[3]);
    const Index q = offset / s[3] % s[2], k = offset % s[3];
    return {"scores[q,k] = Σ_d query[q,d]·key[k,d]",
            sum(dot_terms({input(0).node(), (plane * s[2] + q) * d, 1},
                          {input(1).node(), (plane * s[3] + k) * d, 1}, d))};
  }
};

class Context final : public Operation {
 public:
  std::string_view kind() const override { return "context"; }

  void backward(Tape& tape) override {
    const Variable weights = input(0), value = input(1);
    const Shape& s = weights.shape();
    const Index heads = s[0] * s[1], tq = s[2], tk = s[3], d = value.shape().last();
    const Real* dc = output_gradient();
    add_products(
        tape, weights, {heads, tq, tk, d},
        [&](Index p) {
          return Operand{dc + p * tq * d, d};
        },
        [&](Index p) {
          return Operand{value.data() + p * tk * d, d, true};
        });
    add_products(
        tape, value, {heads, tk, d, tq},
        [&](Index p) {
          return Operand{weights.data() + p * tq * tk, tk, true};
        },
        [&](Index p) {
          return Operand{dc + p * tq * d, d};
        });
  }

  Explanation explain(Index offset) const override {
    const Shape& s = input(0).shape();
    const Index d = input(1).shape().last(), tk = s[3], row = offset / d, column = offset % d;
    const Index plane = row / s[2];
    return {
        "context[q,d] = Σ_k weights[q,k]·value[k,d]",
        sum(dot_terms({input(0).node(), row * tk, 1}, {input(1).node(), plane * tk * d + column, d}, tk))};
  }
};

}  // namespace

Variable attention_scores(Tape& tape, Variable query, Variable key) {
  const Shape &q = query.shape(), &k = key.shape();
  require_equal("scores: head size of the query", q[3], "head size of the key", k[3]);
  require_equal("scores: heads of the query, in all sequences", q[0] * q[1], "those of the key", k[0] * k[1]);
  Variable scores = tape.make({q[0], q[1], q[2], k[2]});
  for (Index p = 0; p < q[0] * q[1]; ++p) {
    gemm(q[2], k[2], q[3], {query.data() + p * q[2] * q[3], q[3]}, {key.data() + p * k[2] * k[3], k[3], true},
         scores.data() + p * q[2] * k[2], k[2]);
  }
  tape.record<Scores>(scores, {query, key});
  return scores;
}

Variable attention_context(Tape& tape, Variable weights, Variable value) {
  const Shape &w = weights.shape(), &v = value.shape();
  require_equal("context: keys of the weights", w[3], "positions of the value", v[2]);
  require_equal("context: heads of the weights, in all sequences", w[0] * w[1], "those of the value",
                v[0] * v[1]);
  Variable context = tape.make({w[0], w[1], w[2], v[3]});
  for (Index p = 0; p < w[0] * w[1]; ++p) {
    gemm(w[2], v[3], w[3], {weights.data() + p * w[2] * w[3], w[3]}, {value.data() + p * v[2] * v[3], v[3]},
         context.data() + p * w[2] * v[3], v[3]);
  }
  tape.record<Context>(context, {weights, value});
  return context;
}

}  // namespace attnlab
