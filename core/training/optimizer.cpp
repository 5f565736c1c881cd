// AdamW: one pass over weights, gradient and moments.
#include "core/training/optimizer.h"

#include <algorithm>
#include <cmath>

#include "core/tensor/eigen_maps.h"
#include "core/training/parameters/trained_parameters.h"

namespace attnlab {

double clip_factor(const TrainingConfig& config, double gradient_norm) {
  return config.clip > 0 ? std::min(1.0, config.clip / (gradient_norm + 1e-6)) : 1.0;
}

MomentCorrections moment_corrections(const TrainingConfig& config, Index updates) {
  const auto t = double(updates);
  return {1 - std::pow(config.beta1, t), 1 / std::sqrt(1 - std::pow(config.beta2, t))};
}

AdamW::AdamW(const ParameterLayout& layout, const TrainingConfig& config) : config_(config) {
  const TrainedParameters trained(layout, config.train);
  Index moments = 0;
  for (ParameterId id = 0; id < layout.count(); ++id) {
    if (!trained.has(id)) continue;
    const Parameter& parameter = layout[id];
    const Index size = parameter.shape.size(), end = parameter.offset + size;
    const bool goes_on =
        !runs_.empty() && runs_.back().decays == parameter.decays() && runs_.back().end == parameter.offset;
    if (goes_on)
      runs_.back().end = end;
    else
      runs_.push_back({parameter.offset, end, parameter.decays(), moments});
    moments += size;
  }
  state_.mean.assign(moments, Real(0));
  state_.square.assign(moments, Real(0));
}

void AdamW::update_range(Index begin, Index end, const Real* gradient, UpdateScales scales, Real* weights,
                         Index first) {
  for (const Run& run : runs_) {
    const Index from = std::max(begin, run.begin), to = std::min(end, run.end);
    if (from >= to) continue;
    const Index moments = run.moments + from - run.begin;
    update_piece({to - from, gradient + (from - first), weights + from, state_.mean.data() + moments,
                  state_.square.data() + moments},
                 run.decays ? Real(config_.weight_decay) : Real(0), scales);
  }
}

void AdamW::update_piece(const Piece& piece, Real decay, UpdateScales scales) {
  const Index count = piece.count;
  const MomentCorrections corrections = moment_corrections(config_, state_.updates);
  const Real b1 = Real(config_.beta1), b2 = Real(config_.beta2);
  const Real step = scales.learning_rate / Real(corrections.mean);
  const Real root = Real(corrections.root);
  const Real epsilon = Real(config_.epsilon);
  ArrayMap w(piece.weights, count), m(piece.mean, count), v(piece.square, count);
  const ConstArrayMap g(piece.gradient, count);
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
