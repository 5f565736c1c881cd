// Additive scores: a small network of one hidden layer for each pair of query and key.
#include "core/ops/attention/alignment.h"

#include <cmath>

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

struct AlignmentSizes {
  Index batch, queries, keys, width;

  Index pairs() const { return batch * queries * keys; }
};

AlignmentSizes sizes_of(Variable query, Variable key) {
  const Shape &q = query.shape(), &k = key.shape();
  require_equal("additive scores: sequences of the query", q[0], "sequences of the key", k[0]);
  require_equal("additive scores: width of the query", q[2], "width of the key", k[2]);
  return {q[0], q[1], k[1], q[2]};
}

/// hidden [B,Tq,Tk,A] from query and key.
void fill_hidden(const AlignmentSizes& s, const Real* query, const Real* key, Real* hidden) {
  for (Index row = 0; row < s.batch * s.queries; ++row, hidden += s.keys * s.width) {
    const auto q = matrix(query + row * s.width, 1, s.width);
    const auto keys = matrix(key + row / s.queries * s.keys * s.width, s.keys, s.width);
    matrix(hidden, s.keys, s.width) = (keys.rowwise() + q.row(0)).array().tanh().matrix();
  }
}

/// Adds slope [Tk,A] = gradient·(1 − hidden²) of each query to the gradients of query and key, where wanted.
/// gradient(row) is the [Tk,A] expression for the query `row` of all sequences.
template <typename GradientOf>
void backward_hidden(Tape& tape, const AlignmentSizes& s, Variable query, Variable key, const Real* hidden,
                     GradientOf gradient) {
  Real* dq = tape.gradient_to_add_to(query);
  Real* dk = tape.gradient_to_add_to(key);
  MatrixMap slope(tape.arena().array<Real>(s.keys * s.width), s.keys, s.width);
  for (Index row = 0; row < s.batch * s.queries; ++row) {
    const auto y = matrix(hidden + row * s.keys * s.width, s.keys, s.width).array();
    slope.array() = gradient(row).array() * (Real(1) - y.square());
    if (dq) matrix(dq + row * s.width, 1, s.width) += slope.colwise().sum();
    if (dk) matrix(dk + row / s.queries * s.keys * s.width, s.keys, s.width) += slope;
  }
}

/// tanh(query + key) of one hidden cell.
Expression hidden_cell(const AlignmentSizes& s, Variable query, Variable key, Index pair, Index a) {
  const Index row = pair / s.keys, b = row / s.queries, k = pair % s.keys;
  return apply(Expression::Kind::Tanh, sum({cell(query.node(), row * s.width + a),
                                            cell(key.node(), (b * s.keys + k) * s.width + a)}));
}

class AdditiveScores final : public Operation {
 public:
  AdditiveScores(AlignmentSizes sizes, const Real* hidden) : sizes_(sizes), hidden_(hidden) {}
  std::string_view kind() const override { return "additive_scores"; }

  void backward(Tape& tape) override {
    const AlignmentSizes& s = sizes_;
    const Variable v = input(2);
    if (Real* dv = tape.gradient_to_add_to(v)) {
      matrix(dv, 1, s.width).noalias() +=
          matrix(output_gradient(), 1, s.pairs()) * matrix(hidden_, s.pairs(), s.width);
    }
    backward_hidden(tape, s, input(0), input(1), hidden_, [&](Index row) {
      return matrix(output_gradient() + row * s.keys, s.keys, 1).lazyProduct(matrix(v.data(), 1, s.width));
    });
  }

  Explanation explain(Index offset) const override {
    std::vector<Expression> terms;
    for (Index a = 0; a < sizes_.width; ++a) {
      terms.push_back(
          product({cell(input(2).node(), a), hidden_cell(sizes_, input(0), input(1), offset, a)}));
    }
    return {"scores[q,k] = Σ_a v[a]·tanh(query[q,a] + key[k,a])", sum(std::move(terms))};
  }

 private:
  AlignmentSizes sizes_;
  const Real* hidden_;
};

class AdditiveHidden final : public Operation {
 public:
  explicit AdditiveHidden(AlignmentSizes sizes) : sizes_(sizes) {}
  std::string_view kind() const override { return "additive_hidden"; }
  std::string_view gradient_formula(int input) const override {
    if (input == 0) return "∂L/∂query[q,a] = Σ_k ∂L/∂hidden[q,k,a]·(1 − hidden[q,k,a]²)";
    return "∂L/∂key[k,a] = Σ_q ∂L/∂hidden[q,k,a]·(1 − hidden[q,k,a]²)";
  }

  void backward(Tape& tape) override {
    const Index cells = sizes_.keys * sizes_.width;
    backward_hidden(tape, sizes_, input(0), input(1), output()->value, [&](Index row) {
      return matrix(output_gradient() + row * cells, sizes_.keys, sizes_.width);
    });
  }

  Explanation explain(Index offset) const override {
    return {"hidden[q,k,a] = tanh(query[q,a] + key[k,a])",
            hidden_cell(sizes_, input(0), input(1), offset / sizes_.width, offset % sizes_.width)};
  }

 private:
  AlignmentSizes sizes_;
};

class AdditiveSum final : public Operation {
 public:
  std::string_view kind() const override { return "additive_sum"; }
  std::string_view gradient_formula(int input) const override {
    if (input == 0) return "∂L/∂hidden[q,k,a] = ∂L/∂scores[q,k]·v[a]";
    return "∂L/∂v[a] = Σ_qk ∂L/∂scores[q,k]·hidden[q,k,a]";
  }

  void backward(Tape& tape) override {
    const Variable hidden = input(0), v = input(1);
    const auto ds = matrix(output_gradient(), output()->shape.size(), 1);
    if (Real* dh = tape.gradient_to_add_to(hidden)) {
      matrix(dh, ds.rows(), v.size()) += ds.lazyProduct(matrix(v.data(), 1, v.size()));
    }
    if (Real* dv = tape.gradient_to_add_to(v)) {
      matrix(dv, 1, v.size()).noalias() += ds.transpose() * matrix(hidden.data(), ds.rows(), v.size());
    }
  }

  CellSpan affected(int i, Index offset) const override {
    if (i == 1) return {0, 1, output()->shape.size()};
    return one_cell(offset / input(1).size());
  }

  Explanation explain(Index offset) const override {
    const Index width = input(1).size();
    return {"scores[q,k] = Σ_a v[a]·hidden[q,k,a]",
            sum(dot_terms({input(1).node(), 0, 1}, {input(0).node(), offset * width, 1}, width))};
  }
};

class UnitLength final : public Operation {
 public:
  explicit UnitLength(const Real* lengths) : lengths_(lengths) {}
  std::string_view kind() const override { return "unit_length"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂x[i] = (∂L/∂y[i] − y[i]·Σ_j ∂L/∂y[j]·y[j]) / ‖x‖";
  }

  void backward(Tape& tape) override {
    const Variable x = input(0);
    const Index width = x.shape().last();
    Real* dx = tape.gradient_to_add_to(x);
    for (Index row = 0; dx && row < x.shape().rows(); ++row) {
      if (lengths_[row] == 0) continue;
      const ConstArrayMap y(output()->value + row * width, width), dy(output_gradient() + row * width, width);
      const Real along = (y * dy).sum();
      ArrayMap(dx + row * width, width) += (dy - y * along) / lengths_[row];
    }
  }

  CellSpan affected(int, Index offset) const override { return row(offset / output()->shape.last()); }

  Explanation explain(Index offset) const override {
    const Index width = input(0).shape().last(), start = offset / width * width;
    const Node* x = input(0).node();
    if (lengths_[offset / width] == 0) return {"y = 0 if |x| = 0", number(0, "|x| = 0")};
    std::vector<Expression> squares;
    for (const Expression& term : range_terms({x, start, 1}, width)) {
      squares.push_back(apply(Expression::Kind::Square, term));
    }
    return {
        "y[i] = x[i] / |x|, |x| = √(Σ_j x[j]²)",
        quotient(cell(x, offset), apply(Expression::Kind::Sqrt, sum(std::move(squares))).labelled("|x|"))};
  }

 private:
  const Real* lengths_;
};

}  // namespace

Variable additive_scores(Tape& tape, Variable query, Variable key, Variable v) {
  const AlignmentSizes s = sizes_of(query, key);
  require_equal("additive scores: size of v", v.size(), "width of the query", s.width);
  Real* hidden = tape.arena().array<Real>(s.pairs() * s.width);
  fill_hidden(s, query.data(), key.data(), hidden);
  const Variable scores = tape.make({s.batch, s.queries, s.keys});
  matrix(scores.data(), s.pairs(), 1).noalias() =
      matrix(hidden, s.pairs(), s.width) * matrix(v.data(), s.width, 1);
  tape.record<AdditiveScores>(scores, {query, key, v}, s, hidden);
  return scores;
}

Variable additive_hidden(Tape& tape, Variable query, Variable key) {
  const AlignmentSizes s = sizes_of(query, key);
  const Variable hidden = tape.make({s.batch, s.queries, s.keys, s.width});
  fill_hidden(s, query.data(), key.data(), hidden.data());
  tape.record<AdditiveHidden>(hidden, {query, key}, s);
  return hidden;
}

Variable additive_sum(Tape& tape, Variable hidden, Variable v) {
  const Shape& s = hidden.shape();
  require_equal("additive scores: size of v", v.size(), "width of the hidden layer", s[3]);
  const Variable scores = tape.make({s[0], s[1], s[2]});
  matrix(scores.data(), scores.size(), 1).noalias() =
      matrix(hidden.data(), scores.size(), s[3]) * matrix(v.data(), s[3], 1);
  tape.record<AdditiveSum>(scores, {hidden, v});
  return scores;
}

Variable unit_length(Tape& tape, Variable x) {
  const Index width = x.shape().last(), rows = x.shape().rows();
  const Variable y = tape.make(x.shape());
  Real* lengths = tape.arena().array<Real>(rows);
  for (Index row = 0; row < rows; ++row) {
    const ConstArrayMap cells(x.data() + row * width, width);
    lengths[row] = std::sqrt(cells.square().sum());
    ArrayMap(y.data() + row * width, width) = cells * (lengths[row] > 0 ? 1 / lengths[row] : Real(0));
  }
  tape.record<UnitLength>(y, {x}, lengths);
  return y;
}

}  // namespace attnlab
