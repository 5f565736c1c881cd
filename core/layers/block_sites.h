// The parts of a Transformer's block, and what each sublayer leaves on the stream.
#pragma once

#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/language/messages.h"

namespace attnlab::block_sites {

using enum Axis;

inline constexpr Part kSelfAttention{.name = "self_attention",
                                     .title = tr_mark("self-attention"),
                                     .brief = tr_mark("self"),
                                     .kind = PartKind::Attention};
inline constexpr Part kCrossAttention{.name = "cross_attention",
                                      .title = tr_mark("cross-attention"),
                                      .brief = tr_mark("cross"),
                                      .kind = PartKind::Attention,
                                      .keys = Text::Source};
inline constexpr Part kFeedForward{.name = "feed_forward",
                                   .title = tr_mark("feed-forward"),
                                   .brief = tr_mark("ffn"),
                                   .kind = PartKind::FeedForward};

inline constexpr Part kAttentionNorm{.name = "attention_norm",
                                     .title = tr_mark("attention norm"),
                                     .brief = tr_mark("norm"),
                                     .kind = PartKind::Norm};
inline constexpr Part kCrossAttentionNorm{.name = "cross_attention_norm",
                                          .title = tr_mark("norm after cross-attention"),
                                          .brief = tr_mark("norm after cross"),
                                          .kind = PartKind::Norm};
inline constexpr Part kFeedForwardNorm{.name = "feed_forward_norm",
                                       .title = tr_mark("feed-forward norm"),
                                       .brief = tr_mark("ffn norm"),
                                       .kind = PartKind::Norm};

inline constexpr Part kAttentionResidual{.name = "attention_residual",
                                         .title = tr_mark("around self-attention"),
                                         .brief = tr_mark("self"),
                                         .kind = PartKind::Residual};
inline constexpr Part kCrossAttentionResidual{.name = "cross_attention_residual",
                                              .title = tr_mark("around cross-attention"),
                                              .brief = tr_mark("cross"),
                                              .kind = PartKind::Residual};
inline constexpr Part kFeedForwardResidual{.name = "feed_forward_residual",
                                           .title = tr_mark("around feed-forward"),
                                           .brief = tr_mark("ffn"),
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
    .cell = tr_mark("Residual sum"),
    .title = tr_mark("Residual sum"),
    .sentence = tr_mark("The input of the sublayer plus its output: the next state of the residual stream."),
    .term = "residual connection",
    .brief = tr_mark("residual"),
    .role = Role::Residual};

}  // namespace attnlab::block_sites
