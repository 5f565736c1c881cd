// Attention by plain loops in double precision, and by the library's operations in float.
#include <cmath>
#include <limits>

#include "core/ops/attention/attention.h"
#include "core/ops/attention/attention_steps.h"
#include "core/ops/attention/distance_bias.h"
#include "core/ops/attention/heads.h"
#include "core/ops/attention/rotary.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/add.h"
#include "core/ops/basic/dropout.h"
#include "core/ops/basic/scale.h"
#include "tests/gpu/attention_case.h"
#include "tests/support/sites.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {

namespace {

using Numbers = std::vector<double>;

/// Every row of x [planes,T,D] turned by its position's angle (sign 1) or back (−1).
Numbers turned(const AttentionCase& c, const Numbers& x, Index positions, Index start, double sign) {
  if (c.rotary.empty()) return x;
  Numbers y(x.size());
  for (std::size_t i = 0; i < x.size(); i += 2) {
    const auto row = static_cast<Index>(i) / c.size % positions;
    const auto pair = static_cast<std::size_t>((start + row) * c.size + static_cast<Index>(i) % c.size);
    const double cosine = static_cast<double>(c.rotary[pair]),
                 sine = sign * static_cast<double>(c.rotary[pair + 1]);
    y[i] = x[i] * cosine - x[i + 1] * sine;
    y[i + 1] = x[i] * sine + x[i + 1] * cosine;
  }
  return y;
}

/// One head of one sequence.
class Head {
 public:
  Head(const AttentionCase& c, Index b, Index h, AttentionValues<double>& out, const Numbers& value,
       const Numbers& context_gradient)
      : c_(c), b_(b), h_(h), out_(out), value_(value), dout_(context_gradient) {}

  void forward(Index q) {
    double highest = -INFINITY, total = 0;
    for (Index k = 0; k < c_.keys; ++k) {
      double score = 0;
      for (Index d = 0; d < c_.size; ++d)
        score += out_.rotated_query[row(q) + at(d)] * out_.rotated_key[key_row(k) + at(d)];
      out_.scores[cell(q, k)] = score;
      out_.scaled[cell(q, k)] = score /= static_cast<double>(c_.divisor);
      if (!c_.slopes.empty())
        score -= static_cast<double>(c_.slopes[at(h_)]) * std::abs(static_cast<double>(c_.start + q - k));
      out_.biased[cell(q, k)] = score;
      score =
          c_.mask().allows(b_, q, k) ? score + static_cast<double>(c_.painted_at(b_, h_, q, k)) : -INFINITY;
      out_.masked[cell(q, k)] = score;
      highest = std::max(highest, score);
    }
    if (highest == -INFINITY) return;
    for (Index k = 0; k < c_.keys; ++k)
      total += out_.weights[cell(q, k)] = std::exp(out_.masked[cell(q, k)] - highest);
    for (Index k = 0; k < c_.keys; ++k) {
      const double weight = out_.weights[cell(q, k)] /= total;
      for (Index d = 0; d < c_.size; ++d)
        out_.context[row(q) + at(d)] += weight * kept(q, k) * value_[key_row(k) + at(d)];
    }
  }

  void backward(Index q) {
    double inner = 0, terms = 0;
    for (Index k = 0; k < c_.keys; ++k) {
      double slope = 0;
      for (Index d = 0; d < c_.size; ++d) {
        slope += dout_[row(q) + at(d)] * value_[key_row(k) + at(d)];
        out_.value_gradient[key_row(k) + at(d)] +=
            out_.weights[cell(q, k)] * kept(q, k) * dout_[row(q) + at(d)];
      }
      slope *= kept(q, k);
      out_.weights_gradient[cell(q, k)] = slope;
      inner += slope * out_.weights[cell(q, k)];
      terms += std::abs(slope * out_.weights[cell(q, k)]);
    }
    for (Index k = 0; k < c_.keys; ++k) {
      const double slope = out_.weights[cell(q, k)] * (out_.weights_gradient[cell(q, k)] - inner);
      const double score = slope / static_cast<double>(c_.divisor);
      const double size = out_.weights[cell(q, k)] * (std::abs(out_.weights_gradient[cell(q, k)]) + terms) /
                          static_cast<double>(c_.divisor);
      out_.scores_gradient_terms[cell(q, k)] = size;
      out_.masked_gradient_terms[cell(q, k)] = size * static_cast<double>(c_.divisor);
      out_.masked_gradient[cell(q, k)] = slope;
      out_.scores_gradient[cell(q, k)] = score;
      for (Index d = 0; d < c_.size; ++d) {
        out_.rotated_query_gradient[row(q) + at(d)] += score * out_.rotated_key[key_row(k) + at(d)];
        out_.rotated_key_gradient[key_row(k) + at(d)] += score * out_.rotated_query[row(q) + at(d)];
        out_.query_gradient_terms[row(q) + at(d)] += size * std::abs(out_.rotated_key[key_row(k) + at(d)]);
        out_.key_gradient_terms[key_row(k) + at(d)] += size * std::abs(out_.rotated_query[row(q) + at(d)]);
      }
    }
  }

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  std::size_t row(Index q) const { return at(((b_ * c_.heads + h_) * c_.queries + q) * c_.size); }
  std::size_t key_row(Index k) const {
    return at(((b_ * c_.key_heads + h_ / (c_.heads / c_.key_heads)) * c_.keys + k) * c_.size);
  }
  /// A weight of 1 after dropout.
  double kept(Index q, Index k) const {
    return c_.dropout > 0 ? static_cast<double>(
                                dropout_factor(c_.dropout_key(), static_cast<Index>(cell(q, k)), c_.dropout))
                          : 1;
  }
  std::size_t cell(Index q, Index k) const {
    return at(((b_ * c_.heads + h_) * c_.queries + q) * c_.keys + k);
  }

  const AttentionCase& c_;
  Index b_, h_;
  AttentionValues<double>& out_;
  const Numbers &value_, &dout_;
};

}  // namespace

AttentionValues<double> reference(const AttentionCase& c) {
  const Numbers query(c.query.begin(), c.query.end()), key(c.key.begin(), c.key.end()),
      value(c.value.begin(), c.value.end()), dout(c.context_gradient.begin(), c.context_gradient.end());
  AttentionValues<double> out;
  const auto cells = static_cast<std::size_t>(c.batch * c.heads * c.queries * c.keys);
  for (Numbers* planes :
       {&out.scores, &out.scaled, &out.biased, &out.masked, &out.weights, &out.weights_gradient,
        &out.masked_gradient, &out.scores_gradient, &out.masked_gradient_terms, &out.scores_gradient_terms})
    planes->resize(cells);
  out.context.resize(query.size());
  out.value_gradient.resize(value.size());
  out.query_gradient_terms.resize(query.size());
  out.key_gradient_terms.resize(key.size());
  out.rotated_query = turned(c, query, c.queries, c.start, 1);
  out.rotated_key = turned(c, key, c.keys, 0, 1);
  out.rotated_query_gradient.resize(query.size());
  out.rotated_key_gradient.resize(key.size());
  for (Index plane = 0; plane < c.batch * c.heads; ++plane) {
    Head head(c, plane / c.heads, plane % c.heads, out, value, dout);
    for (Index q = 0; q < c.queries; ++q) {
      head.forward(q);
      head.backward(q);
    }
  }
  out.query_gradient = turned(c, out.rotated_query_gradient, c.queries, c.start, -1);
  out.key_gradient = turned(c, out.rotated_key_gradient, c.keys, 0, -1);
  return out;
}

namespace {

/// [B,H,T,D] to [B,T,H·D], or the other way.
std::vector<float> regrouped(std::span<const float> x, Index batch, Index heads, Index positions, Index size,
                             bool merge) {
  std::vector<float> y(x.size());
  for (Index b = 0; b < batch; ++b)
    for (Index h = 0; h < heads; ++h)
      for (Index t = 0; t < positions; ++t)
        for (Index d = 0; d < size; ++d) {
          const auto apart = static_cast<std::size_t>(((b * heads + h) * positions + t) * size + d);
          const auto beside = static_cast<std::size_t>(((b * positions + t) * heads + h) * size + d);
          (merge ? y[beside] : y[apart]) = x[merge ? apart : beside];
        }
  return y;
}

Variable filled(Tape& tape, const Shape& shape, std::span<const float> values) {
  const Variable x = tape.constant(shape);
  std::copy(values.begin(), values.end(), x.data());
  return x;
}

/// Painted cells as [B,H,Tq,Tk].
std::vector<float> painted_planes(const AttentionCase& c) {
  std::vector<float> cells;
  for (Index plane = 0; plane < c.batch * c.heads; ++plane)
    for (Index i = 0; i < c.queries * c.keys; ++i)
      cells.push_back(c.painted_at(plane / c.heads, plane % c.heads, i / c.keys, i % c.keys));
  return cells;
}

Variable by_steps(Tape& tape, const AttentionCase& c, Variable query, Variable key, Variable value) {
  Variable scores = divide(
      tape, attention_scores(tape, split_heads(tape, query, c.heads), split_heads(tape, key, c.key_heads)),
      c.divisor, "√D");
  if (!c.slopes.empty())
    scores = add(tape, scores, distance_bias(tape, c.slopes, c.queries, c.keys, c.start));
  const Variable painted = filled(tape, {c.batch, c.heads, c.queries, c.keys}, painted_planes(c));
  const Variable masked =
      apply_mask(tape, add(tape, scores, painted), mask_values(tape, c.mask(), c.batch, c.queries, c.keys));
  return merge_heads(tape, attention_context(tape, dropout(tape, softmax(tape, masked), c.dropout),
                                             split_heads(tape, value, c.key_heads)));
}

}  // namespace

AttentionValues<float> on_cpu(const AttentionCase& c) {
  ParameterLayout layout;
  const Index width = c.heads * c.size, key_width = c.key_heads * c.size;
  const ParameterId ids[] = {
      add_parameter(layout, "query", {c.batch, c.queries, width}, Initializer::zeros()),
      add_parameter(layout, "key", {c.batch, c.keys, key_width}, Initializer::zeros()),
      add_parameter(layout, "value", {c.batch, c.keys, key_width}, Initializer::zeros())};
  std::vector<float> values = regrouped(c.query, c.batch, c.heads, c.queries, c.size, true);
  for (const auto* x : {&c.key, &c.value}) {
    const auto more = regrouped(*x, c.batch, c.key_heads, c.keys, c.size, true);
    values.insert(values.end(), more.begin(), more.end());
  }
  std::vector<float> gradients(values.size());
  Tape tape(Mode::Train);
  tape.bind(layout, values.data(), gradients.data());
  tape.set_random_key(c.random_key);
  Variable query = tape.parameter(ids[0]), key = tape.parameter(ids[1]);
  const Variable value = tape.parameter(ids[2]);
  RotaryTable table;
  if (!c.rotary.empty()) {
    table = {RotaryTurns::whole(c.size),
             Tensor(Shape{static_cast<Index>(c.rotary.size()) / c.size, c.size}, c.rotary)};
    query = rotate(tape, query, table, width, c.start);
    key = rotate(tape, key, table, key_width, 0);
  }
  const Variable context = c.painted == AttentionCase::Painted::None
                               ? attention(tape, {query, 0}, {key, 0}, {value, 0}, c.spec())
                               : by_steps(tape, c, query, key, value);
  const auto dout = regrouped(c.context_gradient, c.batch, c.heads, c.queries, c.size, true);
  const std::vector<float> made(context.data(), context.data() + context.size());
  tape.backward(weighted_sum(tape, context, dout));
  const std::span all(gradients);
  const auto first = c.query.size(), second = c.key.size();
  return {
      .context = regrouped(made, c.batch, c.heads, c.queries, c.size, false),
      .query_gradient = regrouped(all.first(first), c.batch, c.heads, c.queries, c.size, false),
      .key_gradient = regrouped(all.subspan(first, second), c.batch, c.key_heads, c.keys, c.size, false),
      .value_gradient = regrouped(all.subspan(first + second), c.batch, c.key_heads, c.keys, c.size, false)};
}

}  // namespace attnlab::testing
