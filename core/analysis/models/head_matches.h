// Head matches: which heads of two models look at the same tokens.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// One head of one attention.
struct MatchedHead {
  std::string attention;  ///< "decoder.layers.0.self_attention"
  Place place;            ///< of the attention
  Index head = 0;
  const Real* weights = nullptr;  ///< [queries,keys], in the trace
  Index queries = 0, keys = 0;
};

/// The heads of two passes over one text, and how much of their weight lies on the same keys. Points into the
/// traces, which must live as long.
struct HeadMatches {
  std::vector<MatchedHead> mine, others;  ///< in order of computation
  std::vector<double> overlap;            ///< [mine,others]: see pattern_overlap(); NaN where no texts fit

  double at(Index my_head, Index other_head) const {
    return overlap[static_cast<std::size_t>(my_head) * others.size() + static_cast<std::size_t>(other_head)];
  }
  /// The other model's head whose pattern is most like that of `my_head`, the first of equals; −1 where no
  /// head of the other model reads the same texts.
  Index best_other(Index my_head) const;
  /// The other way round.
  Index best_mine(Index other_head) const;
  /// The head of the same attention with the same number; −1 where there is none.
  Index same_other(Index my_head) const;
};

/// The mean over the queries of Σₖ min(aₖ, bₖ): the share of their attention that both heads give to the same
/// keys, 1 for equal patterns, 0 where they never meet. It is 1 − ½ Σₖ |aₖ − bₖ|, one minus the total
/// variation distance. A query that gives all its weight to one key, the same in both, is left out: so does
/// the first query of causal attention, which sees no other. NaN where no query is left. Both are
/// [queries,keys].
double pattern_overlap(const Real* a, const Real* b, Index queries, Index keys);

/// Both traces are of one text. Heads are compared where their queries and keys are of the same texts.
HeadMatches match_heads(const Trace& mine, const Trace& other);

}  // namespace attnlab
