// Repeated sequences: which heads find what stood before, measured where random tokens come twice.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/circuits/heads.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// Where a head looks, as means of its weights over all sequences. NaN for cross-attention.
struct RepeatScores {
  CircuitHead head;
  double induction = 0;  ///< second time: on the token that followed the same token the first time
  double previous = 0;   ///< from the second token on: on the token before
  double duplicate = 0;  ///< second time: on the same token the first time
};

/// What the scores were measured on.
struct RepeatedSequences {
  Index sequences = 0;
  Index tokens = 0;  ///< random ones of a sequence, all different, which then come once more
};

/// How many, and how long, a model of these vocabularies is given; no tokens where it reads pictures alone or
/// its context is too short.
RepeatedSequences repeated_sequences(const ModelConfig& config, const Vocabularies& vocabularies);

/// Why there are no scores: "" where there are.
std::string_view why_no_repeats(const ModelConfig& config, const Vocabularies& vocabularies);

/// The sequences, always the same ones: of every text that the model reads, behind <sos> where it writes an
/// answer. Nothing counts as a target.
Batch repeated_batch(const ModelConfig& config, const Vocabularies& vocabularies);

/// Induction, previous-token and duplicate-token scores (Olsson et al. 2022): one entry a head in the order
/// of circuit_heads(), means of attention weights, 0 to 1, over recorded forward passes without edits; empty
/// where why_no_repeats() is not. Attention is computed on `device`; null: on the processor. Calls `goes_on`
/// before each sequence; when it returns false, the means are of the sequences before.
std::vector<RepeatScores> repeat_scores(
    const Model& model, const Vocabularies& vocabularies, std::span<const Real> weights,
    AttentionDevice* device = nullptr, const std::function<bool()>& goes_on = [] { return true; });

}  // namespace attnlab
