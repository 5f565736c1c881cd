// The parts of a Transformer's block, and what each sublayer leaves on the stream.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"

namespace attnlab::block_sites {

using enum Axis;

inline constexpr Part kSelfAttention{
    .name = "self_attention", .title = "self-attention", .brief = "self", .kind = PartKind::Attention};
inline constexpr Part kCrossAttention{.name = "cross_attention",
                                      .title = "cross-attention",
                                      .brief = "cross",
                                      .kind = PartKind::Attention,
                                      .keys = Text::Source};
inline constexpr Part kFeedForward{
    .name = "feed_forward", .title = "feed-forward", .brief = "ffn", .kind = PartKind::FeedForward};

inline constexpr Part kAttentionNorm{
    .name = "attention_norm", .title = "attention norm", .brief = "norm", .kind = PartKind::Norm};
inline constexpr Part kCrossAttentionNorm{.name = "cross_attention_norm",
                                          .title = "norm after cross-attention",
                                          .brief = "norm after cross",
                                          .kind = PartKind::Norm};
inline constexpr Part kFeedForwardNorm{
    .name = "feed_forward_norm", .title = "feed-forward norm", .brief = "ffn norm", .kind = PartKind::Norm};

inline constexpr Part kAttentionResidual{.name = "attention_residual",
                                         .title = "around self-attention",
                                         .brief = "self",
                                         .kind = PartKind::Residual};
inline constexpr Part kCrossAttentionResidual{.name = "cross_attention_residual",
                                              .title = "around cross-attention",
                                              .brief = "cross",
                                              .kind = PartKind::Residual};
inline constexpr Part kFeedForwardResidual{.name = "feed_forward_residual",
                                           .title = "around feed-forward",
                                           .brief = "ffn",
                                           .kind = PartKind::Residual};

/// One sublayer of a block: its network, its norm and its residual sum.
struct Sublayer {
  const Part& network;
  const Part& norm;
  const Part& residual;
};
inline constexpr Sublayer kAroundSelfAttention{kSelfAttention, kAttentionNorm, kAttentionResidual};
inline constexpr Sublayer kAroundCrossAttention{kCrossAttention, kCrossAttentionNorm,
                                                kCrossAttentionResidual};
inline constexpr Sublayer kAroundFeedForward{kFeedForward, kFeedForwardNorm, kFeedForwardResidual};
inline constexpr Sublayer kSublayers[] = {kAroundSelfAttention, kAroundCrossAttention, kAroundFeedForward};

inline constexpr Site kResidual{
    .name = "",
    .axes = {Batch, Token, Feature},
    .cell = "Residual sum",
    .title = "Residual sum",
    .sentence = "The input of the sublayer plus its output: the next state of the residual stream.",
    .term = "residual connection",
    .brief = "residual",
    .role = Role::Residual};

}  // namespace attnlab::block_sites
