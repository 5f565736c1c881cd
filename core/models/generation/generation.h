// Generation: tokens one after another from a model's own predictions.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/autograd/pass_options.h"
#include "core/data/batch.h"
#include "core/models/generation/stop_tokens.h"
#include "core/tensor/random.h"

namespace attnlab {

class Model;

/// How the next token is chosen.
struct SamplingOptions {
  double temperature = 1;  ///< logits are divided by it; 0: always the most probable
  Index top_k = 0;         ///< only the k most probable; 0: all
  double top_p = 1;        ///< only the most probable that together reach p
  double min_p = 0;  ///< only those with at least this part of the largest probability (Nguyen et al. 2024)
  double repetition_penalty = 1;  ///< θ of penalized_logits(); 1: none

  /// Throws std::invalid_argument naming the option, its value and what is allowed.
  void validate() const;
};

/// What sample_token may draw, from most to least probable; ties go to the lower id.
struct SamplingCandidates {
  std::vector<TokenId> ids;           ///< the top k; one at temperature 0
  std::vector<double> probabilities;  ///< of `ids`, summing to 1
  std::size_t nucleus = 0;            ///< how many of the first candidates may be drawn
  double nucleus_sum = 0;  ///< sum of their probabilities: at least top-p, except for what min-p cuts off
};

/// `logits` [V] after the repetition penalty θ (Keskar et al. 2019, section 4.1): those of tokens that are in
/// `text` are divided by θ, so that θ > 1 makes them less probable; negative ones are multiplied by θ, as a
/// division would make them more probable. A token counts once, however often it is there; ids outside of [0,
/// V) do not.
std::vector<Real> penalized_logits(std::span<const Real> logits, std::span<const TokenId> text,
                                   double penalty);

/// By temperature, top-k, top-p and min-p, in this order. `logits` are those after the repetition penalty.
SamplingCandidates sampling_candidates(std::span<const Real> logits, const SamplingOptions& options);

/// One of the candidates, drawn by their probabilities.
TokenId drawn_token(const SamplingCandidates& candidates, RandomStream& random);

/// A token drawn from `logits` [V], those after the repetition penalty. Ties go to the lower id.
TokenId sample_token(std::span<const Real> logits, const SamplingOptions& options, RandomStream& random);

/// A token drawn after `text`, with the repetition penalty.
TokenId sample_token(std::span<const Real> logits, std::span<const TokenId> text,
                     const SamplingOptions& options, RandomStream& random);

/// Continues `prompt` by up to `max_tokens` tokens, stopping after one of `stop`; returns the
/// new tokens. A text longer than the context is continued from its last `context` tokens. `on_token` is
/// called with each token; false ends the text. Throws std::invalid_argument for an empty prompt.
std::vector<TokenId> generate(const Model& model, std::span<const Real> weights,
                              std::span<const TokenId> prompt, Index max_tokens, const StopTokens& stop,
                              const SamplingOptions& options, RandomStream& random,
                              const std::function<bool(TokenId)>& on_token = {},
                              const PassOptions& pass = {});

/// Greedy output of a model that answers, for each source or picture of `batch` (input and target are not
/// read): tokens after `start`, up to one of `stop` (left out), `max_tokens` or the model's last position.
std::vector<std::vector<TokenId>> decode_greedily(const Model& model, std::span<const Real> weights,
                                                  const Batch& batch, TokenId start, const StopTokens& stop,
                                                  Index max_tokens, const PassOptions& pass = {});

/// decode_greedily() with each token drawn as `options` say.
std::vector<std::vector<TokenId>> decode_sampled(const Model& model, std::span<const Real> weights,
                                                 const Batch& batch, TokenId start, const StopTokens& stop,
                                                 Index max_tokens, const SamplingOptions& options,
                                                 RandomStream& random, const PassOptions& pass = {});

}  // namespace attnlab
