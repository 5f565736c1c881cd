// Decoding report: a text continued token by token, with all that each choice was made from.
#pragma once

#include <functional>
#include <vector>

#include "core/models/generation.h"
#include "core/models/next_token.h"

namespace attnlab {

/// What one token was chosen from, and what its pass cost.
struct DecodingStep {
  std::vector<Real> logits;       ///< [V]
  std::vector<TokenId> ranking;   ///< the most probable tokens, at most kRankedTokens, ties to the lower id
  SamplingCandidates candidates;  ///< what the sampling options left of them
  TokenId token = 0;
  double draw = 0;          ///< uniform number in [0,1) that chose among the nucleus; 0 at temperature 0
  double chance = 0;        ///< with which `token` was drawn
  double probability = 0;   ///< of `token` by the model alone: temperature 1, nothing cut off
  double entropy = 0;       ///< of the distribution drawn from, in bits
  DecodingWork work;        ///< of this token's pass, with what is kept reused
  DecodingWork recomputed;  ///< of the same pass with all positions computed again
  Index length = 0;         ///< positions that the pass looked at
  Index cache_bytes = 0;    ///< held after the pass
};

inline constexpr std::size_t kRankedTokens = 64;

struct DecodingReport {
  std::vector<TokenId> prompt;
  std::vector<DecodingStep> steps;
  bool ended = false;  ///< by the stop token, which is the last step's
  bool cut = false;    ///< `going_on` said no
};

/// The chance of the candidate at `place` after the cut at top-p: its probability over the nucleus's, 0
/// outside.
double chance_of(const SamplingCandidates& candidates, std::size_t place);

/// Continues the one row of `batch` (its input is the prompt; with a source, <sos>) by at most `tokens`, as
/// generate() and decode_sampled() do with a RandomStream of `seed`. `going_on` is asked before each token.
/// Throws std::invalid_argument for options that are not valid, an empty prompt and more than one row.
DecodingReport report_decoding(const Model& model, std::span<const Real> weights, const Batch& batch,
                               TokenId stop, const SamplingOptions& options, Index tokens, std::uint64_t seed,
                               const std::function<bool()>& going_on = {});

}  // namespace attnlab
