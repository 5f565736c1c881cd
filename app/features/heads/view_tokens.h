// Tokens at the edges of the grid of heads, where they have room.
#pragma once

#include <vector>

#include "app/features/heads/view_layout.h"
#include "app/views/common/trace_matrices.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// The tokens of one attention: beside its first head in each layer, and above each head of the last layer.
struct HeadTokens {
  TokenAxis queries, keys;
};

/// Those of each attention where all of them fit beside cells as high and as wide as they are; then `space`
/// leaves room for them. Else none.
std::vector<HeadTokens> tokens_that_fit(const Trace& trace, const std::vector<AttentionKind>& kinds,
                                        HeadsSpace& space);

/// The queries, left of a thumbnail.
void draw_query_tokens(const TokenAxis& queries, const Box& thumbnail);
/// The keys, upwards above it.
void draw_key_tokens(const TokenAxis& keys, const Box& thumbnail);

}  // namespace attnlab
