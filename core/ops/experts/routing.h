// Routing: which experts each position goes to, with what weight, and how evenly (Shazeer et al. 2017).
#pragma once

#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// The k experts of highest probability, highest first, the lower id first among equals: ids as numbers
/// [B,T,k] of probabilities [B,T,E]. No gradient goes through the choice.
/// Throws std::invalid_argument if k > E.
Variable top_experts(Tape& tape, Variable probabilities, Index k);

/// [B,T,E]: 0 for experts not selected. With k ≥ 2, a selected expert's probability divided by the sum over
/// those selected; with k = 1 the probability itself (Fedus et al. 2021), through which the router still
/// learns. Throws std::invalid_argument if `selected` [B,T,k] holds an id that is no expert's.
Variable expert_gates(Tape& tape, Variable probabilities, Variable selected);

/// f [B,E]: the share of a sequence's k·T choices that fell on each expert. `lengths` [B] gives how many
/// positions of each sequence count; empty: all. No gradient.
Variable expert_load(Tape& tape, Variable selected, Index experts, std::span<const Index> lengths);

/// P [B,E]: the mean probability of each expert over a sequence's positions.
Variable expert_importance(Tape& tape, Variable probabilities, std::span<const Index> lengths);

/// [B]: E·Σ_e f[e]·P[e] (Fedus et al. 2021, equation 4), 1 where all experts are used alike, up to E where
/// one does everything. Taken for each sequence, so that it does not depend on how a batch is divided.
Variable expert_balance(Tape& tape, Variable load, Variable importance);

}  // namespace attnlab
