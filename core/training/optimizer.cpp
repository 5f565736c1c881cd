// AdamW: one pass over weights, gradient and moments.
#include "core/training/optimizer.h"

#include <algorithm>
#include <cmath>

#include "core/tensor/eigen_maps.h"

namespace attnlab {

double clip_factor(const TrainingConfig& config, double gradient_norm) {
  return config.clip > 0 ? std::min(1.0, config.clip / (gradient_norm + 1e-6)) : 1.0;
}

AdamW::AdamW(const ParameterLayout& layout, const TrainingConfig& config) : config_(config) {
  for (const Parameter& parameter : layout.all()) {
    const Index end = parameter.offset + parameter.shape.size();
    if (!runs_.empty() && runs_.back().decays == parameter.decays()) {
      runs_.back().end = end;
    } else {
      runs_.push_back({parameter.offset, end, parameter.decays()});
    }
  }
  state_.mean.assign(static_cast<std::size_t>(layout.size()), Real(0));
  state_.square.assign(static_cast<std::size_t>(layout.size()), Real(0));
}

void AdamW::update_range(Index begin, Index end, const Real* gradient, UpdateScales scales, Real* weights) {
  for (const Run& run : runs_) {
    const Index from = std::max(begin, run.begin), to = std::min(end, run.end);
    if (from >= to) continue;
    update_run(from, to, run.decays ? static_cast<Real>(config_.weight_decay) : Real(0), gradient, scales,
               weights);
  }
}

void AdamW::update_run(Index begin, Index end, Real decay, const Real* gradient, UpdateScales scales,
                       Real* weights) {
  const Index count = end - begin;
  const auto updates = static_cast<double>(state_.updates);
  const Real b1 = static_cast<Real>(config_.beta1), b2 = static_cast<Real>(config_.beta2);
  const Real step = scales.learning_rate / static_cast<Real>(1 - std::pow(config_.beta1, updates));
  const Real root = static_cast<Real>(1 / std::sqrt(1 - std::pow(config_.beta2, updates)));
  const Real epsilon = static_cast<Real>(config_.epsilon);
  ArrayMap w(weights + begin, count), m(state_.mean.data() + begin, count),
      v(state_.square.data() + begin, count);
  const ConstArrayMap g(gradient + begin, count);
  constexpr Index kPiece = 2048;  // so that the three passes below read from the first-level cache
  for (Index at = 0; at < count; at += kPiece) {
    const Index n = std::min(kPiece, count - at);
    const auto scaled = g.segment(at, n) * scales.gradient;
    m.segment(at, n) = b1 * m.segment(at, n) + (Real(1) - b1) * scaled;
    v.segment(at, n) = b2 * v.segment(at, n) + (Real(1) - b2) * scaled.square();
    w.segment(at, n) = w.segment(at, n) * (Real(1) - scales.learning_rate * decay) -
                       step * m.segment(at, n) / (v.segment(at, n).sqrt() * root + epsilon);
  }
}

}  // namespace attnlab
