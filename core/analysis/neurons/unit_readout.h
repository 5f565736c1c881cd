// Unit readout: what units add to the logits on the straight way there, with the scales of norms frozen.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/neurons/unit_layer.h"

namespace attnlab {

/// Which word's logit is asked about at each position.
enum class UnitAnswer {
  Predicted,  ///< the likeliest
  Right       ///< the target
};

/// Why units of this network have no straight way to the logits, as a sentence; "" where they have one. The
/// encoder of an encoder–decoder reaches them through cross-attention alone, and an edit of the stream behind
/// the network changes the way.
std::string no_straight_way(const Trace& trace, const UnitLayer& layer);

/// What each unit adds to one logit a position.
struct UnitContributions {
  std::vector<Index> words;  ///< [T] whose logit; −1 where there is no right answer
  std::vector<Real> values;  ///< [T,F], row-major; NaN where there is no word
  std::vector<double> bias;  ///< [T] what the network's own bias adds
  Index units = 0;

  Real at(Index token, Index unit) const { return values[static_cast<std::size_t>(token * units + unit)]; }
};

/// Direct logit attribution (Elhage et al. 2021) of single units: activation × w_out · r, [T,F] in the units
/// of the logit. r is the row of the output matrix, read through the norms after the network, each with γ and
/// the scale that it had in the pass, and without the mean where it subtracts one. The units of a position
/// and the network's bias add up to what the network's output adds. Where the model predicts one class, a
/// position counts as much as the pooling counts it. With `word`, the logit of this word at every position.
/// Throws std::invalid_argument with no_straight_way() where that is not empty, std::out_of_range for a word
/// that does not exist.
UnitContributions unit_contributions(const Trace& trace, const UnitLayer& layer, UnitAnswer answer,
                                     std::optional<Index> word = {});

/// What one unit says: for each word of the output [V], w_out · r with the scale of each norm taken as 1. Its
/// contribution to a logit is its activation times this number times the scales. Throws as
/// unit_contributions().
std::vector<double> unit_words(const Trace& trace, const UnitLayer& layer, Index unit);

}  // namespace attnlab
