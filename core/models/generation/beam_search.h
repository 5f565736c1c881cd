// Beam search: the most probable sequences, not the most probable next tokens.
#pragma once

#include <string>
#include <vector>

#include "core/models/generation/next_token.h"
#include "core/models/generation/stop_tokens.h"

namespace attnlab {

/// How wide and how long to search.
struct BeamOptions {
  Index beams = 4;              ///< sequences kept at each step
  double length_penalty = 0.6;  ///< α in ((5 + length)/6)^α, by which log-probabilities are divided; 0: none
  Index max_tokens = 64;

  /// Throws std::invalid_argument naming the option, its value and what is allowed.
  void validate() const;
};

/// One node of the tree that the search grew, in the order in which nodes were made.
struct BeamNode {
  Index parent = -1;  ///< index of the node before it; −1 at the first token
  Index depth = 0;    ///< 0 for the first token
  TokenId token = 0;
  double log_probability = 0;  ///< of the whole sequence up to here
  bool ended = false;          ///< its token is one of `stop`
  bool kept = false;           ///< it was among the best and went on, or ended
};

/// One finished sequence.
struct Hypothesis {
  std::vector<TokenId> tokens;  ///< without `stop`
  double log_probability = 0;   ///< of the tokens, and of `stop` where it ended
  double score = 0;             ///< log_probability/((5 + length)/6)^α, length with `stop` counted
  bool ended = false;           ///< false: cut off by max_tokens
};

struct BeamResult {
  std::vector<Hypothesis> best;  ///< highest score first, at most `beams`
  std::vector<BeamNode> tree;    ///< every candidate that was among the best 2·beams of its step
  DecodingWork work;
};

/// Searches from the one row of `batch`, whose input is the prompt (<sos> for an answer to its source). Ends
/// when no live sequence can still beat the worst of `beams` finished ones (length penalty: Wu et al. 2016,
/// section 7). Ties go to the earlier beam and the lower id.
BeamResult beam_search(const Model& model, std::span<const Real> weights, const Batch& batch,
                       const StopTokens& stop, const BeamOptions& options, const PassOptions& pass = {});

}  // namespace attnlab
