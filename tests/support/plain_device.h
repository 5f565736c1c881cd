// An attention device in plain loops, which tests can make fail.
#pragma once

#include <atomic>
#include <cmath>
#include <vector>

#include "core/ops/attention/attention_device.h"
#include "core/ops/basic/dropout.h"

namespace attnlab::testing {

class PlainDevice : public AttentionDevice {
 public:
  std::atomic<int> forwards = 0, backwards = 0, steps = 0, walks = 0;
  std::atomic<bool> fails_forward = false, fails_backward = false, fails_steps = false;

  std::string description() const override { return "plain loops"; }

  bool forward(const AttentionSpec& spec, const AttentionInputs& in, AttentionRows<Real> context,
               Real* rows) override {
    if (fails_forward) return false;
    ++forwards;
    each_query(spec, in, [&](Index b, Index h, Index q, const std::vector<double>& weights) {
      for (Index d = 0; d < spec.head_size; ++d) {
        double sum = 0;
        for (Index k = 0; k < spec.keys; ++k)
          sum += used(spec, b, h, q, k, weights) * value(spec, in, b, h, k)[d];
        context.data[b * context.batch + h * context.head + q * context.row + d] = static_cast<Real>(sum);
      }
      *rows++ = 0, *rows++ = 1;
    });
    return true;
  }

  bool backward(const AttentionSpec& spec, const AttentionInputs& in, AttentionRows<const Real>, const Real*,
                AttentionRows<const Real> gradient, const AttentionGradients& to) override {
    if (fails_backward) return false;
    ++backwards;
    each_query(spec, in, [&](Index b, Index h, Index q, const std::vector<double>& weights) {
      const Real* dc = at(gradient, b, h, q);
      std::vector<double> slopes;
      double inner = 0;
      for (Index k = 0; k < spec.keys; ++k) {
        double slope = 0;
        for (Index d = 0; d < spec.head_size; ++d)
          slope += static_cast<double>(dc[d]) * value(spec, in, b, h, k)[d];
        slopes.push_back(slope * factor(spec, b, h, q, k));
        inner += slopes.back() * weights[static_cast<std::size_t>(k)];
      }
      for (Index k = 0; k < spec.keys; ++k) {
        const auto i = static_cast<std::size_t>(k);
        const double ds = weights[i] * (slopes[i] - inner) / static_cast<double>(spec.divisor);
        const Index shared = spec.key_head(h);
        for (Index d = 0; d < spec.head_size; ++d) {
          const double dv = used(spec, b, h, q, k, weights) * static_cast<double>(dc[d]);
          if (to.value.data) at(to.value, b, shared, k)[d] += static_cast<Real>(dv);
          if (to.query.data) at(to.query, b, h, q)[d] += static_cast<Real>(ds * key(spec, in, b, h, k)[d]);
          if (to.key.data)
            at(to.key, b, shared, k)[d] +=
                static_cast<Real>(ds * static_cast<double>(at(in.query, b, h, q)[d]));
        }
      }
    });
    return true;
  }

  bool scores(const AttentionSpec& spec, const AttentionRows<const Real>& query,
              const AttentionRows<const Real>& key, Real* scores) override {
    if (fails_steps) return false;
    ++steps;
    each_row(spec, [&](Index b, Index h, Index q) {
      for (Index k = 0; k < spec.keys; ++k)
        *scores++ = static_cast<Real>(dot(spec, {query, key, {}}, b, h, q, k));
    });
    return true;
  }
  bool softmax(Index planes, Index rows, Index width, Real* cells) override {
    if (fails_steps) return false;
    ++steps;
    for (Index left = planes * rows; left > 0; --left, cells += width) {
      std::vector<double> row(cells, cells + width);
      normalise(row);
      for (Index k = 0; k < width; ++k) cells[k] = static_cast<Real>(row[static_cast<std::size_t>(k)]);
    }
    return true;
  }
  bool context(const AttentionSpec& spec, const Real* weights, const AttentionRows<const Real>& value,
               Real* context) override {
    if (fails_steps) return false;
    ++steps;
    each_row(spec, [&](Index b, Index h, Index q) {
      const Real* row = weights + ((b * spec.heads + h) * spec.queries + q) * spec.keys;
      for (Index d = 0; d < spec.head_size; ++d) {
        double sum = 0;
        for (Index k = 0; k < spec.keys; ++k)
          sum += static_cast<double>(row[k]) * static_cast<double>(at(value, b, spec.key_head(h), k)[d]);
        *context++ = static_cast<Real>(sum);
      }
    });
    return true;
  }
  bool walk(const AttentionSpec& spec, const AttentionInputs& in, std::span<const Real> added,
            OnlineSoftmaxWalk& walk) override {
    if (fails_steps) return false;
    ++walks;
    std::vector<float> masked, values;
    each_row(spec, [&](Index b, Index h, Index q) {
      for (Index k = 0; k < spec.keys; ++k) {
        const double score = dot(spec, in, b, h, q, k) / static_cast<double>(spec.divisor);
        masked.push_back(static_cast<float>(
            score + static_cast<double>(added[static_cast<std::size_t>(q * spec.keys + k)])));
      }
    });
    for (Index k = 0; k < spec.keys; ++k)
      for (Index d = 0; d < spec.head_size; ++d)
        values.push_back(static_cast<float>(value(spec, in, 0, 0, k)[d]));
    walk = online_softmax(masked, values, spec.queries, walk.block_queries, walk.block_keys);
    return true;
  }

 private:
  struct Doubles {
    const Real* data;
    double operator[](Index i) const { return static_cast<double>(data[i]); }
  };
  template <typename Cell>
  static Cell* at(const AttentionRows<Cell>& rows, Index b, Index h, Index t) {
    return rows.data + b * rows.batch + h * rows.head + t * rows.row;
  }
  static Doubles key(const AttentionSpec& spec, const AttentionInputs& in, Index b, Index h, Index k) {
    return {at(in.key, b, spec.key_head(h), k)};
  }
  static Doubles value(const AttentionSpec& spec, const AttentionInputs& in, Index b, Index h, Index k) {
    return {at(in.value, b, spec.key_head(h), k)};
  }
  static double dot(const AttentionSpec& spec, const AttentionInputs& in, Index b, Index h, Index q,
                    Index k) {
    double sum = 0;
    for (Index d = 0; d < spec.head_size; ++d)
      sum += static_cast<double>(at(in.query, b, h, q)[d]) * key(spec, in, b, h, k)[d];
    return sum;
  }
  static double factor(const AttentionSpec& spec, Index b, Index h, Index q, Index k) {
    if (spec.dropout <= 0) return 1;
    const Index place = ((b * spec.heads + h) * spec.queries + q) * spec.keys + k;
    return static_cast<double>(dropout_factor(spec.dropout_key, place, spec.dropout));
  }
  static double used(const AttentionSpec& spec, Index b, Index h, Index q, Index k,
                     const std::vector<double>& weights) {
    return weights[static_cast<std::size_t>(k)] * factor(spec, b, h, q, k);
  }
  static void normalise(std::vector<double>& row) {
    double highest = -INFINITY, total = 0;
    for (const double score : row) highest = std::max(highest, score);
    for (double& cell : row) total += cell = highest == -INFINITY ? 0 : std::exp(cell - highest);
    for (double& cell : row) cell /= total > 0 ? total : 1;
  }

  template <typename Work>
  static void each_row(const AttentionSpec& spec, Work work) {
    for (Index b = 0; b < spec.batch; ++b)
      for (Index h = 0; h < spec.heads; ++h)
        for (Index q = 0; q < spec.queries; ++q) work(b, h, q);
  }
  /// Calls `work` with the weights of each query, before dropout.
  template <typename Work>
  static void each_query(const AttentionSpec& spec, const AttentionInputs& in, Work work) {
    each_row(spec, [&](Index b, Index h, Index q) {
      std::vector<double> row;
      for (Index k = 0; k < spec.keys; ++k) {
        double score = dot(spec, in, b, h, q, k) / static_cast<double>(spec.divisor);
        if (!spec.slopes.empty())
          score -= static_cast<double>(spec.slopes[static_cast<std::size_t>(h)]) *
                   static_cast<double>(std::abs(spec.mask.start + q - k));
        row.push_back(spec.mask.allows(b, q, k) ? score : -INFINITY);
      }
      normalise(row);
      work(b, h, q, row);
    });
  }
};

}  // namespace attnlab::testing
