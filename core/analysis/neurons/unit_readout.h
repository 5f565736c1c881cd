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

/// Direct logit attribution (Elhage et al. 2021) of single units: activation × w_out · r, where r is what the
/// norms behind the network and the output matrix make of a vector on the stream: of each norm γ and the
/// scale that it had in the pass, and the mean where it subtracts one. With the network's bias the units of a
/// position add up to what the network's output adds. Where the model gives one class, a position counts as
/// much as the pooling counts it. `word` asks about one word at every position. Throws std::invalid_argument
/// with no_straight_way() where there is none, std::out_of_range for a word that is not there.
UnitContributions unit_contributions(const Trace& trace, const UnitLayer& layer, UnitAnswer answer,
                                     std::optional<Index> word = {});

/// What one unit says: for each word of the output [V], w_out · r with the scale of each norm taken as 1. Its
/// contribution to a logit is its activation times this number times the scales. Throws as
/// unit_contributions().
std::vector<double> unit_words(const Trace& trace, const UnitLayer& layer, Index unit);

}  // namespace attnlab
