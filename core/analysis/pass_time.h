// Pass time: how long this machine takes for a model's forward pass, beside what the pass multiplies.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/models/model.h"

namespace attnlab {

/// The forward pass of one sequence.
struct PassTime {
  Index positions = 0;         ///< of the sequence; class vector included
  double multiplications = 0;  ///< counted, as count_cost() counts them
  double seconds = 0;          ///< the median of the runs, on one thread
  Index runs = 0;

  double multiplications_a_second() const { return multiplications / seconds; }
};

/// How often a pass is run.
struct PassTiming {
  Index runs = 9;             ///< after one that is not counted; at least 1
  double most_seconds = 0.5;  ///< for one length: no further run begins after that
};

/// The lengths that passes are timed at: the context, and each half of the length before, at most `most`; the
/// shortest first. One length where a model reads no texts of different lengths.
std::vector<Index> timed_lengths(const ModelConfig& config, std::size_t most = 6);

/// Times inference, as in generation without a cache: fused operations, nothing recorded, attention on
/// `device` where it is not null. Stops with the lengths timed so far once `go_on` returns false.
std::vector<PassTime> time_passes(const Model& model, std::span<const Real> weights, AttentionDevice* device,
                                  const PassTiming& timing, const std::function<bool()>& go_on);

}  // namespace attnlab
