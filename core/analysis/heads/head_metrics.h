// Head metrics: where each attention head looks, in a few numbers.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// Means over the queries of one head of one attention. A query that may see no key is left out. The shares
/// from `previous` on are of self-attention only, NaN elsewhere.
struct HeadMetrics {
  std::string attention;  ///< "decoder.layers.0.self_attention"
  Index head = 0;
  double entropy = 0;    ///< bits: 0 where all weight is on one key, log₂ n where it is even over n
  double distance = 0;   ///< mean |query − key| in positions
  double first = 0;      ///< weight on the first key
  double previous = 0;   ///< weight on the key one before the query, over queries that have one
  double same = 0;       ///< weight on the query's own position
  double induction = 0;  ///< weight on what came after earlier occurrences of the query's token, over
                         ///< queries whose token occurred before (Olsson et al. 2022); NaN where none did
};

/// One entry a head, in order of computation, from the attention weights [1,H,Tq,Tk].
std::vector<HeadMetrics> head_metrics(const Trace& trace);

/// The metrics of one head from its weights [queries,keys]. `tokens` are those at the keys of self-attention;
/// empty where positions have no tokens or the keys are another text's.
HeadMetrics measure_head(const Real* weights, Index queries, Index keys, std::span<const TokenId> tokens,
                         bool self_attention);

}  // namespace attnlab
