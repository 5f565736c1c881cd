// Sampling derivation: why a token is drawn with the probability that it has.
#pragma once

#include "core/models/generation/generation.h"
#include "core/trace/derivation.h"

namespace attnlab {

/// The probability that sample_token draws `token` from `logits` [V], those after the repetition penalty, by
/// temperature, top-k, top-p and min-p in this order. `row` names the logits' row: its last axis, the
/// vocabulary, is added. The operands are the logits of the tokens that compete. Throws std::invalid_argument
/// for options that are not valid and std::out_of_range for a token outside the vocabulary.
Derivation derive_probability(std::span<const Real> logits, const SamplingOptions& options, TokenId token,
                              const CellName& row);

}  // namespace attnlab
