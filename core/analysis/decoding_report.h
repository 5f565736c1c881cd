// Decoding report: a text continued token by token, with the numbers behind each choice.
#pragma once

#include <functional>
#include <vector>

#include "core/models/generation/generation.h"
#include "core/models/generation/next_token.h"

namespace attnlab {

/// The choice of one token, and the cost of its pass.
struct DecodingStep {
  std::vector<Real> logits;       ///< [V], before the repetition penalty
  std::vector<TokenId> ranking;   ///< the most probable tokens, at most kRankedTokens, ties to the lower id
  SamplingCandidates candidates;  ///< tokens that the sampling options leave
  TokenId token = 0;
  double draw = 0;          ///< uniform number in [0,1) that chose among the nucleus; 0 at temperature 0
  double chance = 0;        ///< the chance of drawing `token`
  double probability = 0;   ///< of `token` by the model alone: temperature 1, nothing cut off
  double entropy = 0;       ///< of the distribution drawn from, in bits
  DecodingWork work;        ///< of this token's pass with the cache
  DecodingWork recomputed;  ///< of this token's pass without the cache
  Index length = 0;         ///< positions that the pass looked at
  Index cache_bytes = 0;    ///< of the cache after the pass
};

inline constexpr std::size_t kRankedTokens = 64;

struct DecodingReport {
  std::vector<TokenId> prompt;
  std::vector<DecodingStep> steps;
  bool ended = false;  ///< the last step's token is the stop token
  bool cut = false;    ///< `going_on` returned false
};

/// The chance of the candidate at `place` after the cut at top-p: its probability divided by the nucleus's; 0
/// outside the nucleus.
double chance_of(const SamplingCandidates& candidates, std::size_t place);

/// Continues the one row of `batch` (its input is the prompt; with a source, <sos>) by at most `tokens`, as
/// generate() and decode_sampled() do with a RandomStream of `seed`. `going_on` is called before each token.
/// Attention is computed on `device`; null: on the
/// processor. Throws std::invalid_argument for options that are not valid, an empty
/// prompt and more than one row.
DecodingReport report_decoding(const Model& model, std::span<const Real> weights, const Batch& batch,
                               const StopTokens& stop, const SamplingOptions& options, Index tokens,
                               std::uint64_t seed, const std::function<bool()>& going_on = {},
                               AttentionDevice* device = nullptr);

}  // namespace attnlab
