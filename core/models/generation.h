// Generation: tokens one after another from a model's own predictions.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/data/batch.h"
#include "core/tensor/random.h"

namespace attnlab {

class Model;

/// How the next token is chosen.
struct SamplingOptions {
  double temperature = 1;  ///< logits are divided by it; 0: always the most probable
  Index top_k = 0;         ///< only the k most probable; 0: all
  double top_p = 1;        ///< only the most probable that together reach p

  /// Throws std::invalid_argument naming the option, its value and what is allowed.
  void validate() const;
};

/// What sample_token may draw, from most to least probable; ties go to the lower id.
struct SamplingCandidates {
  std::vector<TokenId> ids;           ///< the top k; one at temperature 0
  std::vector<double> probabilities;  ///< theirs, summing to 1
  std::size_t nucleus = 0;            ///< how many of the first may be drawn
  double nucleus_sum = 0;             ///< their probability together: at least top-p
};

SamplingCandidates sampling_candidates(std::span<const Real> logits, const SamplingOptions& options);

/// A token drawn from `logits` [V]. Ties go to the lower id.
TokenId sample_token(std::span<const Real> logits, const SamplingOptions& options, RandomStream& random);

/// Continues `prompt` by up to `max_tokens` tokens, stopping after `stop` (kUnknownId: never); returns the
/// new tokens. A text longer than the context is continued from its last `context` tokens. `on_token` hears
/// of each; it may return false to end. Throws std::invalid_argument for an empty prompt.
std::vector<TokenId> generate(const Model& model, std::span<const Real> weights,
                              std::span<const TokenId> prompt, Index max_tokens, TokenId stop,
                              const SamplingOptions& options, RandomStream& random,
                              const std::function<bool(TokenId)>& on_token = {});

/// Greedy output of an encoder–decoder for each source row of `batch` (its input and target are not read):
/// tokens after `start`, up to `stop` (left out) or `max_tokens`.
std::vector<std::vector<TokenId>> decode_greedily(const Model& model, std::span<const Real> weights,
                                                  const Batch& batch, TokenId start, TokenId stop,
                                                  Index max_tokens);

/// The same with each token drawn as `options` say.
std::vector<std::vector<TokenId>> decode_sampled(const Model& model, std::span<const Real> weights,
                                                 const Batch& batch, TokenId start, TokenId stop,
                                                 Index max_tokens, const SamplingOptions& options,
                                                 RandomStream& random);

}  // namespace attnlab
