// An attention device in plain loops, which can be made to fail: for tests of how devices are used.
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
  std::atomic<Index> walked_keys = 0, walked_window = 0;  ///< of the newest walk's mask
  std::atomic<bool> fails_forward = false, fails_backward = false, fails_steps = false;

  std::string description() const override { return "plain loops"; }

  bool forward(const AttentionJob& job, AttentionRows<Real> context, Real* rows) override {
    if (fails_forward) return false;
    ++forwards;
    each_query(job, [&](Index b, Index h, Index q, const std::vector<double>& weights) {
      for (Index d = 0; d < job.head_size; ++d) {
        double sum = 0;
        for (Index k = 0; k < job.keys; ++k) sum += used(job, b, h, q, k, weights) * value(job, b, h, k)[d];
        context.data[b * context.batch + h * context.head + q * context.row + d] = static_cast<Real>(sum);
      }
      *rows++ = 0, *rows++ = 1;
    });
    return true;
  }

  bool backward(const AttentionJob& job, AttentionRows<const Real>, const Real*,
                AttentionRows<const Real> gradient, const AttentionGradients& to) override {
    if (fails_backward) return false;
    ++backwards;
    each_query(job, [&](Index b, Index h, Index q, const std::vector<double>& weights) {
      const Real* dc = at(gradient, b, h, q);
      std::vector<double> slopes;
      double inner = 0;
      for (Index k = 0; k < job.keys; ++k) {
        double slope = 0;
        for (Index d = 0; d < job.head_size; ++d)
          slope += static_cast<double>(dc[d]) * value(job, b, h, k)[d];
        slopes.push_back(slope * factor(job, b, h, q, k));
        inner += slopes.back() * weights[static_cast<std::size_t>(k)];
      }
      for (Index k = 0; k < job.keys; ++k) {
        const auto i = static_cast<std::size_t>(k);
        const double ds = weights[i] * (slopes[i] - inner) / static_cast<double>(job.divisor);
        const Index shared = h / (job.heads / job.key_value_heads);
        for (Index d = 0; d < job.head_size; ++d) {
          const double dv = used(job, b, h, q, k, weights) * static_cast<double>(dc[d]);
          if (to.value.data) at(to.value, b, shared, k)[d] += static_cast<Real>(dv);
          if (to.query.data) at(to.query, b, h, q)[d] += static_cast<Real>(ds * key(job, b, h, k)[d]);
          if (to.key.data)
            at(to.key, b, shared, k)[d] +=
                static_cast<Real>(ds * static_cast<double>(at(job.query, b, h, q)[d]));
        }
      }
    });
    return true;
  }

  bool scores(const AttentionJob& job, Real* scores) override {
    if (fails_steps) return false;
    ++steps;
    each_row(job, [&](Index b, Index h, Index q) {
      for (Index k = 0; k < job.keys; ++k) *scores++ = static_cast<Real>(dot(job, b, h, q, k));
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
  bool context(const AttentionJob& job, const Real* weights, Real* context) override {
    if (fails_steps) return false;
    ++steps;
    each_row(job, [&](Index b, Index h, Index q) {
      const Real* row = weights + ((b * job.heads + h) * job.queries + q) * job.keys;
      for (Index d = 0; d < job.head_size; ++d) {
        double sum = 0;
        for (Index k = 0; k < job.keys; ++k) sum += static_cast<double>(row[k]) * value(job, b, h, k)[d];
        *context++ = static_cast<Real>(sum);
      }
    });
    return true;
  }
  bool walk(const AttentionJob& job, std::span<const Real> added, OnlineSoftmaxWalk& walk) override {
    if (fails_steps) return false;
    ++walks;
    walked_keys = job.mask.key_lengths.empty() ? job.keys : job.mask.key_lengths[0];
    walked_window = job.mask.rule.window;
    std::vector<float> masked, values;
    each_row(job, [&](Index b, Index h, Index q) {
      for (Index k = 0; k < job.keys; ++k) {
        const double score =
            job.mask.allows(b, q, k) ? dot(job, b, h, q, k) / static_cast<double>(job.divisor) : -INFINITY;
        masked.push_back(static_cast<float>(
            score + static_cast<double>(added[static_cast<std::size_t>(q * job.keys + k)])));
      }
    });
    for (Index k = 0; k < job.keys; ++k)
      for (Index d = 0; d < job.head_size; ++d) values.push_back(static_cast<float>(value(job, 0, 0, k)[d]));
    walk = online_softmax(masked, values, job.queries, walk.block_queries, walk.block_keys);
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
  static Doubles key(const AttentionJob& job, Index b, Index h, Index k) {
    return {at(job.key, b, h / (job.heads / job.key_value_heads), k)};
  }
  static Doubles value(const AttentionJob& job, Index b, Index h, Index k) {
    return {at(job.value, b, h / (job.heads / job.key_value_heads), k)};
  }
  static double dot(const AttentionJob& job, Index b, Index h, Index q, Index k) {
    double sum = 0;
    for (Index d = 0; d < job.head_size; ++d)
      sum += static_cast<double>(at(job.query, b, h, q)[d]) * key(job, b, h, k)[d];
    return sum;
  }
  static double factor(const AttentionJob& job, Index b, Index h, Index q, Index k) {
    if (job.dropout <= 0) return 1;
    const Index place = ((b * job.heads + h) * job.queries + q) * job.keys + k;
    return static_cast<double>(dropout_factor(job.dropout_key, place, job.dropout));
  }
  static double used(const AttentionJob& job, Index b, Index h, Index q, Index k,
                     const std::vector<double>& weights) {
    return weights[static_cast<std::size_t>(k)] * factor(job, b, h, q, k);
  }
  static void normalise(std::vector<double>& row) {
    double highest = -INFINITY, total = 0;
    for (const double score : row) highest = std::max(highest, score);
    for (double& cell : row) total += cell = highest == -INFINITY ? 0 : std::exp(cell - highest);
    for (double& cell : row) cell /= total > 0 ? total : 1;
  }

  template <typename Work>
  static void each_row(const AttentionJob& job, Work work) {
    for (Index b = 0; b < job.batch; ++b)
      for (Index h = 0; h < job.heads; ++h)
        for (Index q = 0; q < job.queries; ++q) work(b, h, q);
  }
  /// With the weights of each query, before dropout.
  template <typename Work>
  static void each_query(const AttentionJob& job, Work work) {
    each_row(job, [&](Index b, Index h, Index q) {
      std::vector<double> row;
      for (Index k = 0; k < job.keys; ++k) {
        double score = dot(job, b, h, q, k) / static_cast<double>(job.divisor);
        if (!job.slopes.empty())
          score -= static_cast<double>(job.slopes[static_cast<std::size_t>(h)]) *
                   static_cast<double>(std::abs(job.mask.start + q - k));
        row.push_back(job.mask.allows(b, q, k) ? score : -INFINITY);
      }
      normalise(row);
      work(b, h, q, row);
    });
  }
};

}  // namespace attnlab::testing
