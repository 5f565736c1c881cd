// Binary cross-entropy, fused and in steps.
#include "core/ops/loss/binary_cross_entropy.h"

#include <cmath>
#include <stdexcept>

#include "core/autograd/cells.h"
#include "core/language/messages.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

using Kind = Expression::Kind;

/// The target of each cell: 1, 0 or between them where labels are smoothed; negative where none counts.
const Real* copy_labels(Tape& tape, Variable scores, const CrossEntropyOptions& options) {
  require_equal("binary cross-entropy: number of targets", count_of(options.targets), "number of scores",
                scores.size());
  Real* labels = tape.arena().array<Real>(scores.size());
  for (Index i = 0; i < scores.size(); ++i) {
    const TokenId target = options.targets[i];
    if (target > 1) throw std::invalid_argument("target " + std::to_string(target) + " must be from 0 to 1");
    labels[i] = target < 0 ? Real(-1) : Real((1 - options.smoothing) * target + options.smoothing / 2);
  }
  return labels;
}

Real sigmoid_of(Real x) { return Real(1) / (Real(1) + std::exp(-x)); }

/// log(1 + e^x) − t·x without overflow; 0 where nothing counts.
Real loss_of(Real x, Real label) {
  if (label < 0) return 0;
  return std::max(x, Real(0)) + std::log1p(std::exp(-std::abs(x))) - label * x;
}

/// The slope of loss_of() in x.
Real slope_of(Real x, Real label) { return label < 0 ? Real(0) : sigmoid_of(x) - label; }

Expression one_plus_exp(Expression x) { return sum({number(1), attnlab::apply(Kind::Exp, std::move(x))}); }

Expression loss_expression(const Node* scores, Index offset, Real label) {
  if (label < 0) return number(0, tr_mark("ignored"));
  const Expression x = cell(scores, offset);
  if (label == Real(1)) return attnlab::apply(Kind::Log, one_plus_exp(attnlab::apply(Kind::Negative, x)));
  Expression rise = attnlab::apply(Kind::Log, one_plus_exp(x));
  if (label == Real(0)) return rise;
  return difference(std::move(rise), product({number(double(label), "t"), x}));
}

class Sigmoid final : public Operation {
 public:
  std::string_view kind() const override { return "sigmoid"; }
  bool is_cell_function() const override { return true; }
  void backward(Tape& tape) override {
    const ConstArrayMap y(output()->value, input(0).size()), dy(output_gradient(), input(0).size());
    tape.add_gradient(input(0), dy * y * (Real(1) - y));
  }
  Explanation explain(Index offset) const override {
    const Expression x = attnlab::apply(Kind::Negative, cell(input(0).node(), offset));
    return {"y = 1/(1 + e^−x)", quotient(number(1), one_plus_exp(x))};
  }
  CellSpan affected(int, Index offset) const override { return {offset, 1, 1}; }
};

class BinaryCrossEntropy final : public Operation {
 public:
  BinaryCrossEntropy(const Real* labels, Real normalizer) : labels_(labels), normalizer_(normalizer) {}
  std::string_view kind() const override { return "binary_cross_entropy"; }

  void backward(Tape& tape) override {
    const Variable scores = input(0);
    const Real scale = *output_gradient() / normalizer_;
    tape.add_gradient(scores, ArrayMap::NullaryExpr(scores.size(), [&](Index i) {
                        return scale * slope_of(scores.data()[i], labels_[i]);
                      }));
  }

  Explanation explain(Index) const override {
    std::vector<Expression> terms;
    for (Index i = 0; i < input(0).size(); ++i)
      terms.push_back(loss_expression(input(0).node(), i, labels_[i]));
    return {"loss = (1/N)·Σ (log(1 + e^score) − t·score)",
            quotient(sum(std::move(terms)), number(double(normalizer_), "N"))};
  }

 private:
  const Real* labels_;
  Real normalizer_;
};

class BinaryPerToken final : public Operation {
 public:
  explicit BinaryPerToken(const Real* labels) : labels_(labels) {}
  std::string_view kind() const override { return "binary_cross_entropy_per_token"; }
  CallArguments arguments() const override {
    return inputs_and({{"labels", constants<double>(output()->shape, labels_)}});
  }

  void backward(Tape& tape) override {
    const Variable scores = input(0);
    tape.add_gradient(scores, ArrayMap::NullaryExpr(scores.size(), [&](Index i) {
                        return output_gradient()[i] * slope_of(scores.data()[i], labels_[i]);
                      }));
  }

  Explanation explain(Index offset) const override {
    const Real label = labels_[offset];
    const char* formula = label < 0          ? "0, because this position has no target"
                          : label == Real(1) ? "loss = −log σ(score) = log(1 + e^−score)"
                          : label == Real(0) ? "loss = −log(1 − σ(score)) = log(1 + e^score)"
                                             : "loss = log(1 + e^score) − t·score";
    return {formula, loss_expression(input(0).node(), offset, label)};
  }
  CellSpan affected(int, Index offset) const override { return {offset, 1, 1}; }

 private:
  const Real* labels_;
};

}  // namespace

Variable sigmoid(Tape& tape, Variable x) {
  Variable y = tape.make(x.shape());
  y.cells() = x.cells().unaryExpr([](Real cell) { return sigmoid_of(cell); });
  tape.record<Sigmoid>(y, {x});
  return y;
}

Variable binary_cross_entropy(Tape& tape, Variable scores, const CrossEntropyOptions& options) {
  const Real* labels = copy_labels(tape, scores, options);
  double total = 0;
  for (Index i = 0; i < scores.size(); ++i) total += double(loss_of(scores.data()[i], labels[i]));
  Variable loss = tape.make({});
  *loss.data() = Real(total / double(options.normalizer));
  tape.record<BinaryCrossEntropy>(loss, {scores}, labels, options.normalizer);
  return loss;
}

Variable binary_cross_entropy_per_token(Tape& tape, Variable scores, const CrossEntropyOptions& options) {
  const Real* labels = copy_labels(tape, scores, options);
  Variable loss = tape.make(scores.shape());
  for (Index i = 0; i < scores.size(); ++i) loss.data()[i] = loss_of(scores.data()[i], labels[i]);
  tape.record<BinaryPerToken>(loss, {scores}, labels);
  return loss;
}

}  // namespace attnlab
