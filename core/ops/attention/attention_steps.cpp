// QKᵀ and weights·V as recorded steps.
#include "core/ops/attention/attention_steps.h"

#include <string>
#include <utility>

#include "core/autograd/cells.h"
#include "core/ops/attention/attention_device.h"
#include "core/ops/basic/explain.h"
#include "core/tensor/gemm.h"
#include "core/tensor/weighing.h"

namespace attnlab {

namespace {

/// A tensor as matrices [rows,columns], one a head of each sequence.
template <typename Cell>
struct PlanesOf {
  Cell* data;
  Index count, rows, columns;

  explicit PlanesOf(Variable x) : PlanesOf(x.shape(), x.data()) {}
  PlanesOf(const Shape& shape, Cell* cells)
      : data(cells),
        count(shape.size() / std::max<Index>(shape.last() * shape.last(1), 1)),
        rows(shape.last(1)),
        columns(shape.last()) {}

  Cell* at(Index plane) const { return data + plane * rows * columns; }
  Operand matrix(Index plane, bool transposed = false) const { return {at(plane), columns, transposed}; }
};

using Planes = PlanesOf<Real>;

/// Of an operand [B,H,T,·], or [B,T,·]; at least 1.
Index heads_of(const Shape& shape) { return shape.rank() == 4 ? std::max<Index>(shape[1], 1) : 1; }

/// Sizes by the shapes of queries, or of their weights, and of keys or values.
AttentionSpec spec_of(const Shape& queries, const Shape& keys, Index head_size) {
  require_equal("attention: sequences of the queries", queries[0], "sequences of the keys", keys[0]);
  const Index heads = heads_of(queries), key_heads = heads_of(keys);
  require_equal("attention: the remainder of query heads divided by key heads", heads % key_heads,
                "the required value", 0);
  return {.batch = queries[0],
          .heads = heads,
          .key_value_heads = key_heads,
          .queries = queries.last(1),
          .keys = keys.last(1),
          .head_size = head_size};
}

/// gemm().
constexpr auto multiply_all = [](Index rows, Index columns, Index depth, Operand a, Operand b, Real* c,
                                 Index stride,
                                 WriteMode mode) { gemm(rows, columns, depth, a, b, c, stride, mode); };

/// Adds the product of left(p) and right(p), by `multiply`, to plane p / shared of the gradient of `target`,
/// for planes 0 … count − 1.
template <typename Product, typename LeftOf, typename RightOf>
void add_products(Tape& tape, Variable target, Index count, Index shared, Index depth, Product multiply,
                  LeftOf left, RightOf right) {
  const GradientSlot slot = tape.gradient(target);
  if (!slot.data) return;
  const Planes to(target.shape(), slot.data);
  for (Index p = 0; p < count; ++p) {
    multiply(to.rows, to.columns, depth, left(p), right(p), to.at(p / shared), to.columns,
             p % shared > 0 ? WriteMode::Add : slot.mode);
  }
}

class Scores final : public Operation {
 public:
  explicit Scores(Index shared) : shared_(shared) {}
  std::string_view kind() const override { return "scores"; }
  std::string_view gradient_formula(int input) const override {
    if (input == 0) return "∂L/∂query[q,d] = Σ_k ∂L/∂scores[q,k]·key[k,d]";
    return "∂L/∂key[k,d] = Σ_q ∂L/∂scores[q,k]·query[q,d]";
  }

  void backward(Tape& tape) override {
    const Planes query(input(0)), key(input(1));
    const PlanesOf<const Real> ds(output()->shape, output_gradient());
    add_products(
        tape, input(0), query.count, 1, key.rows, weigh, [&](Index p) { return ds.matrix(p); },
        [&](Index p) { return key.matrix(p / shared_); });
    add_products(
        tape, input(1), query.count, shared_, query.rows, weigh, [&](Index p) { return ds.matrix(p, true); },
        [&](Index p) { return query.matrix(p); });
  }

  CellSpan affected(int i, Index offset) const override {
    const Index source = offset / input(i).shape().last();
    if (i == 0) return row(source);
    const Planes scores(output()->shape, output()->value);
    const Index queries = shared_ * scores.rows, plane = source / scores.columns;
    return {plane * queries * scores.columns + source % scores.columns, scores.columns, queries};
  }

  std::optional<Expression> slope(int i, Index from, Index to) const override {
    const Index d = input(0).shape().last();
    const auto [row, key_row] = rows_of(to);
    if (from / d != (i == 0 ? row : key_row)) return number(0);
    return cell(input(1 - i).node(), (i == 0 ? key_row : row) * d + from % d);
  }

  Explanation explain(Index offset) const override {
    const Index d = input(0).shape().last();
    const auto [row, key_row] = rows_of(offset);
    return {"scores[q,k] = Σ_d query[q,d]·key[k,d]",
            sum(dot_terms({input(0).node(), row * d, 1}, {input(1).node(), key_row * d, 1}, d))};
  }

 private:
  /// Rows of queries and of keys, counted over all planes, that make a score.
  std::pair<Index, Index> rows_of(Index score) const {
    const Planes scores(output()->shape, output()->value);
    const Index row = score / scores.columns;
    return {row, row / scores.rows / shared_ * scores.columns + score % scores.columns};
  }

  Index shared_;
};

class Context final : public Operation {
 public:
  explicit Context(Index shared) : shared_(shared) {}
  std::string_view kind() const override { return "context"; }
  std::string_view gradient_formula(int input) const override {
    if (input == 0) return "∂L/∂weights[q,k] = Σ_d ∂L/∂context[q,d]·value[k,d]";
    return "∂L/∂value[k,d] = Σ_q weights[q,k]·∂L/∂context[q,d]";
  }

  void backward(Tape& tape) override {
    const Planes weights(input(0)), value(input(1));
    const PlanesOf<const Real> dc(output()->shape, output_gradient());
    add_products(
        tape, input(0), weights.count, 1, value.columns, multiply_all, [&](Index p) { return dc.matrix(p); },
        [&](Index p) { return value.matrix(p / shared_, true); });
    add_products(
        tape, input(1), weights.count, shared_, weights.rows, weigh,
        [&](Index p) { return weights.matrix(p, true); }, [&](Index p) { return dc.matrix(p); });
  }

  CellSpan affected(int i, Index offset) const override {
    const Planes weights(input(0));
    if (i == 0) return row(offset / weights.columns);
    const Index d = input(1).shape().last(), queries = shared_ * weights.rows;
    return {offset / (weights.columns * d) * queries * d + offset % d, d, queries};
  }

  std::optional<Expression> slope(int i, Index from, Index to) const override {
    const Planes weights(input(0));
    const Index d = input(1).shape().last(), tk = weights.columns, row = to / d;
    const Index value_plane = row / weights.rows / shared_;
    if (i == 0)
      return from / tk != row ? number(0)
                              : cell(input(1).node(), (value_plane * tk + from % tk) * d + to % d);
    const bool reads = from % d == to % d && from / d / tk == value_plane;
    return reads ? cell(input(0).node(), row * tk + from / d % tk) : number(0);
  }

  Explanation explain(Index offset) const override {
    const Planes weights(input(0));
    const Index d = input(1).shape().last(), tk = weights.columns, row = offset / d;
    const Index value_plane = row / weights.rows / shared_;
    return {"context[q,d] = Σ_k weights[q,k]·value[k,d]",
            sum(weighed_terms({input(0).node(), row * tk, 1},
                              {input(1).node(), value_plane * tk * d + offset % d, d}, tk))};
  }

 private:
  Index shared_;
};

AttentionRows<const Real> rows_of(Variable x) {
  const Shape& s = x.shape();
  return {x.data(), s[1] * s[2] * s[3], s[2] * s[3], s[3]};
}

bool scores_on_device(const Tape& tape, const AttentionSpec& spec, Variable query, Variable key,
                      Real* scores) {
  AttentionDevice* const device = tape.device();
  if (!device || query.shape().rank() != 4) return false;
  return device->scores(spec, rows_of(query), rows_of(key), scores);
}

bool context_on_device(const Tape& tape, const AttentionSpec& spec, Variable weights, Variable value,
                       Real* context) {
  AttentionDevice* const device = tape.device();
  if (!device || weights.shape().rank() != 4) return false;
  return device->context(spec, weights.data(), rows_of(value), context);
}

}  // namespace

Variable attention_scores(Tape& tape, Variable query, Variable key) {
  require_equal("scores: head size of the query", query.shape().last(), "head size of the key",
                key.shape().last());
  const Planes q(query), k(key);
  const AttentionSpec spec = spec_of(query.shape(), key.shape(), q.columns);
  const Index shared = spec.shared_heads();
  Variable scores = tape.make(with_last(query.shape(), k.rows));
  const Planes out(scores);
  const bool made = scores_on_device(tape, spec, query, key, scores.data());
  for (Index p = 0; !made && p < q.count; ++p) {
    gemm(q.rows, k.rows, q.columns, q.matrix(p), k.matrix(p / shared, true), out.at(p), k.rows);
  }
  tape.record<Scores>(scores, {query, key}, shared);
  return scores;
}

Variable attention_context(Tape& tape, Variable weights, Variable value) {
  const Planes w(weights), v(value);
  require_equal("context: keys of the weights", w.columns, "positions of the value", v.rows);
  const AttentionSpec spec = spec_of(weights.shape(), value.shape(), v.columns);
  const Index shared = spec.shared_heads();
  Variable context = tape.make(with_last(weights.shape(), v.columns));
  const Planes out(context);
  const bool made = context_on_device(tape, spec, weights, value, context.data());
  for (Index p = 0; !made && p < w.count; ++p) {
    weigh(w.rows, v.columns, w.columns, w.matrix(p), v.matrix(p / shared), out.at(p), v.columns);
  }
  tape.record<Context>(context, {weights, value}, shared);
  return context;
}

}  // namespace attnlab
