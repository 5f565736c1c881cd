// Attention rollout: products of the layers' mean weights.
#include "core/analysis/rollout.h"

#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {

namespace {

using SquareMatrix = std::vector<double>;

/// ½(mean over heads) + ½I of weights [1,H,T,T].
SquareMatrix with_residual(const TraceTensor& weights) {
  const Index heads = weights.shape[1], t = weights.shape[2];
  SquareMatrix mixed(static_cast<std::size_t>(t * t), 0.0);
  for (std::size_t cell = 0; cell < mixed.size(); ++cell) {
    for (Index h = 0; h < heads; ++h)
      mixed[cell] += 0.5 * double(weights.value[static_cast<std::size_t>(h * t * t) + cell]) / double(heads);
  }
  for (Index i = 0; i < t; ++i) mixed[i * t + i] += 0.5;
  return mixed;
}

SquareMatrix square_product(const SquareMatrix& a, const SquareMatrix& b, Index t) {
  SquareMatrix c(a.size(), 0.0);
  for (Index i = 0; i < t; ++i) {
    for (Index k = 0; k < t; ++k) {
      for (Index j = 0; j < t; ++j) c[i * t + j] += a[i * t + k] * b[k * t + j];
    }
  }
  return c;
}

/// Shares times ½(mean over heads) + ½I of weights [1,H,T,T].
std::vector<double> through_layer(std::span<const double> shares, const TraceTensor& weights) {
  const Index heads = weights.shape[1], t = weights.shape[2];
  std::vector<double> before(shares.begin(), shares.end());
  for (double& share : before) share *= 0.5;
  for (Index h = 0; h < heads; ++h) {
    for (Index q = 0; q < t; ++q) {
      const double share = 0.5 * shares[q] / double(heads);
      if (share == 0) continue;
      const Real* const row = weights.value.data() + (h * t + q) * t;
      for (Index k = 0; k < t; ++k) before[k] += share * double(row[k]);
    }
  }
  return before;
}

}  // namespace

std::vector<std::vector<double>> rollout_from(std::span<const TraceTensor* const> layers,
                                              std::span<const double> start) {
  std::vector<std::vector<double>> all;
  for (std::size_t last = 0; last < layers.size(); ++last) {
    std::vector<double> shares(start.begin(), start.end());
    for (std::size_t below = last + 1; below-- > 0;) shares = through_layer(shares, *layers[below]);
    all.push_back(std::move(shares));
  }
  return all;
}

Rollout attention_rollout(const Trace& trace, const std::string& stack) {
  Rollout rollout;
  for (Index layer = 0;; ++layer) {
    const TraceTensor* weights =
        trace.find(stack + ".layers." + std::to_string(layer) + ".self_attention.weights");
    if (!weights) break;
    rollout.positions = weights->shape[2];
    const SquareMatrix mixed = with_residual(*weights);
    rollout.layers.push_back(layer == 0 ? mixed
                                        : square_product(mixed, rollout.layers.back(), rollout.positions));
  }
  if (rollout.layers.empty())
    throw std::invalid_argument(tr("this model does not have self-attention in its {1}", stack));
  return rollout;
}

}  // namespace attnlab
