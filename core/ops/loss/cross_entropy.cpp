// Cross-entropy, fused and in steps.
#include "core/ops/loss/cross_entropy.h"

#include <cmath>
#include <stdexcept>

#include "core/autograd/cells.h"
#include "core/language/messages.h"
#include "core/ops/basic/explain.h"
#include "core/ops/basic/log_sum.h"

namespace attnlab {

namespace {

const TokenId* copy_targets(Tape& tape, std::span<const TokenId> targets, Index rows, Index vocabulary) {
  require_equal("cross-entropy: number of targets", count_of(targets), "rows of logits", rows);
  TokenId* copy = tape.arena().array<TokenId>(rows);
  for (Index row = 0; row < rows; ++row) {
    copy[row] = targets[row];
    if (copy[row] < 0) copy[row] = kIgnoredTarget;
    if (copy[row] >= vocabulary) {
      throw std::invalid_argument("target " + std::to_string(copy[row]) + " is outside the vocabulary of " +
                                  std::to_string(vocabulary));
    }
  }
  return copy;
}

/// The weight of one log-probability in the loss of a row: ε/V, and 1−ε more for the target.
Real share_of(Index v, TokenId target, double smoothing, Index vocabulary) {
  const double even = smoothing / double(vocabulary);
  return Real(v == target ? 1 - smoothing + even : even);
}

/// gradient[i] += scale·(softmax(logits)[i] − even) of one row.
void add_softmax(const Real* logits, const LogSum& sum, Index width, Real scale, Real even, Real* gradient) {
  for (Index i = 0; i < width; i += simd::kLanes) {
    const Index left = width - i;
    const simd::Vector log = sum.log_probability(simd::load_next(logits + i, left));
    const simd::Vector before = simd::load_next(gradient + i, left);
    simd::store_next(gradient + i, before + scale * (simd::exp_at_most_0(log) - even), left);
  }
}

class CrossEntropy final : public Operation {
 public:
  CrossEntropy(const TokenId* targets, const LogSum* sums, double smoothing, Real normalizer)
      : targets_(targets), sums_(sums), smoothing_(smoothing), normalizer_(normalizer) {}
  std::string_view kind() const override { return "cross_entropy"; }

  void backward(Tape& tape) override {
    const Variable logits = input(0);
    Real* const gradient = tape.gradient_to_add_to(logits);
    if (!gradient) return;
    const Index width = logits.shape().last();
    const Real scale = *output_gradient() / normalizer_;
    for (Index row = 0; row < logits.shape().rows(); ++row) {
      if (targets_[row] == kIgnoredTarget) continue;
      Real* const dx = gradient + row * width;
      const Real even = share_of(-1, targets_[row], smoothing_, width);
      add_softmax(logits.data() + row * width, sums_[row], width, scale, even, dx);
      dx[targets_[row]] -= scale * Real(1 - smoothing_);
    }
  }

  Explanation explain(Index) const override {
    const Node* logits = input(0).node();
    const Index width = logits->shape.last();
    std::vector<Expression> rows;
    for (Index row = 0; row < logits->shape.rows(); ++row) {
      if (targets_[row] == kIgnoredTarget) continue;
      const Expression highest = cell(logits, row * width + sums_[row].at);
      std::vector<Expression> terms;
      for (Index v = 0; v < width; ++v) {
        const Real share = share_of(v, targets_[row], smoothing_, width);
        const Expression below = difference(highest, cell(logits, row * width + v));
        if (share == Real(1))
          terms.push_back(below);
        else if (share != Real(0))
          terms.push_back(product({number(double(share)), below}));
      }
      terms.push_back(number(double(sums_[row].above), "log Σ exp(logit − max)"));
      rows.push_back(sum(std::move(terms)));
    }
    return {"loss = (1/N)·Σ ((max − logit[target]) + log Σ_v exp(logit[v] − max))",
            quotient(sum(std::move(rows)), number(double(normalizer_), "N"))};
  }

 private:
  const TokenId* targets_;
  const LogSum* sums_;
  double smoothing_;
  Real normalizer_;
};

class PerToken final : public Operation {
 public:
  PerToken(const TokenId* targets, double smoothing) : targets_(targets), smoothing_(smoothing) {}
  std::string_view kind() const override { return "cross_entropy_per_token"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂log p[i] = −∂L/∂loss·((1 − ε)·[i is the target] + ε/V)";
  }
  CallArguments arguments() const override {
    CallArguments all = inputs_and({{"targets", constants<Index>(output()->shape, targets_)}});
    if (smoothing_ > 0) all.push_back({"smoothing", smoothing_});
    return all;
  }

  void backward(Tape& tape) override {
    const Variable logs = input(0);
    const Index width = logs.shape().last();
    Real* to = tape.gradient_to_add_to(logs);
    if (!to) return;
    for (Index row = 0; row < logs.shape().rows(); ++row, to += width) {
      const TokenId target = targets_[row];
      if (target == kIgnoredTarget) continue;
      const Real dy = output_gradient()[row];
      if (smoothing_ > 0)
        for (Index i = 0; i < width; ++i) to[i] -= dy * share_of(i, target, smoothing_, width);
      else
        to[target] -= dy;
    }
  }

  CellSpan affected(int, Index offset) const override { return one_cell(offset / input(0).shape().last()); }

  Explanation explain(Index offset) const override {
    const Node* logs = input(0).node();
    const Index width = logs->shape.last();
    const TokenId target = targets_[offset];
    if (target == kIgnoredTarget)
      return {"0, because this position has no target", number(0, tr_mark("ignored"))};
    if (smoothing_ == 0) {
      return {"loss = −log p(target)",
              attnlab::apply(Expression::Kind::Negative, cell(logs, offset * width + target))};
    }
    std::vector<Expression> terms;
    for (Index v = 0; v < width; ++v) {
      terms.push_back(
          product({number(double(share_of(v, target, smoothing_, width))), cell(logs, offset * width + v)}));
    }
    return {"loss = −Σ_v ((1−ε)·[v = target] + ε/V)·log p(v)",
            attnlab::apply(Expression::Kind::Negative, sum(std::move(terms)))};
  }

 private:
  const TokenId* targets_;
  double smoothing_;
};

class MeanLoss final : public Operation {
 public:
  explicit MeanLoss(Real normalizer) : normalizer_(normalizer) {}
  std::string_view kind() const override { return "mean_loss"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂loss[t] = 1 / number of counted targets";
  }
  CallArguments arguments() const override { return inputs_and({{"count", double(normalizer_)}}); }
  void backward(Tape& tape) override {
    const Variable x = input(0);
    tape.add_gradient(x, ArrayMap::Constant(x.size(), *output_gradient() / normalizer_));
  }
  Explanation explain(Index) const override {
    const Node* x = input(0).node();
    return {"loss = (1/N)·Σ_t loss[t], where N is the number of targets that count",
            quotient(sum(range_terms({x, 0, 1}, x->shape.size())), number(double(normalizer_), "N"))};
  }

 private:
  Real normalizer_;
};

}  // namespace

Variable cross_entropy(Tape& tape, Variable logits, const CrossEntropyOptions& options) {
  const Index width = logits.shape().last(), rows = logits.shape().rows();
  const TokenId* targets = copy_targets(tape, options.targets, rows, width);
  LogSum* sums = tape.arena().array<LogSum>(rows);
  const Real even = Real(options.smoothing / double(width));
  double total = 0;
  for (Index row = 0; row < rows; ++row) {
    if (targets[row] == kIgnoredTarget) continue;
    const ConstArrayMap xs(logits.data() + row * width, width);
    sums[row] = log_sum(xs.data(), width);
    const auto [highest, above, at] = sums[row];
    Real loss = Real(1 - options.smoothing) * (highest - xs[targets[row]] + above);
    if (options.smoothing > 0) loss += even * ((highest - xs).sum() + Real(width) * above);
    total += double(loss);
  }
  Variable loss = tape.make({});
  *loss.data() = Real(total / double(options.normalizer));
  tape.record<CrossEntropy>(loss, {logits}, targets, sums, options.smoothing, options.normalizer);
  return loss;
}

Variable cross_entropy_per_token(Tape& tape, Variable log_probabilities, const CrossEntropyOptions& options) {
  const Shape& shape = log_probabilities.shape();
  const Index width = shape.last(), rows = shape.rows();
  const TokenId* targets = copy_targets(tape, options.targets, rows, width);
  Variable loss = tape.make({shape[0], shape[1]});
  for (Index row = 0; row < rows; ++row) {
    const Real* logs = log_probabilities.data() + row * width;
    double total = 0;
    if (targets[row] != kIgnoredTarget && options.smoothing == 0) {
      total = -double(logs[targets[row]]);
    } else if (targets[row] != kIgnoredTarget) {
      for (Index v = 0; v < width; ++v) {
        total -= double(share_of(v, targets[row], options.smoothing, width) * logs[v]);
      }
    }
    loss.data()[row] = Real(total);
  }
  tape.record<PerToken>(loss, {log_probabilities}, targets, options.smoothing);
  return loss;
}

Variable mean_loss(Tape& tape, Variable per_token, Real normalizer) {
  Variable loss = tape.make({});
  double total = 0;
  for (Index i = 0; i < per_token.size(); ++i) total += double(per_token.data()[i]);
  *loss.data() = Real(total / double(normalizer));
  tape.record<MeanLoss>(loss, {per_token}, normalizer);
  return loss;
}

}  // namespace attnlab
