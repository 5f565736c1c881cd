// Block: attention, optional cross-attention and feed-forward, each with a residual path and a norm.
#pragma once

#include <optional>

#include "core/layers/attention_layer.h"
#include "core/layers/feed_forward.h"

namespace attnlab {

/// One layer of a Transformer. Post-norm (2017): x ← norm(x + f(x)). Pre-norm: x ← x + f(norm(x)). Without
/// norms (NormLayer::Kind::None): x ← x + f(x).
class Block {
 public:
  struct Options {
    bool pre_norm;
    bool cross_attention;
    double dropout;  ///< on each branch's output
    NormLayer::Options norm;
    AttentionLayer::Options attention;
    FeedForward::Options feed_forward;
  };
  Block(const ParameterScope& scope, const Options& options);

  /// What cross-attention reads: the encoder's output [B,Tk,C] and which of it may be seen.
  struct Memory {
    Variable value;
    AttentionMask mask;
  };
  /// x [B,T,C] → [B,T,C]. `memory` is required exactly where the block has cross-attention.
  Variable operator()(Tape& tape, Variable x, const AttentionMask& self_mask, const Memory* memory) const;

 private:
  template <typename Sublayer>
  Variable residual(Tape& tape, Variable x, const NormLayer& norm, std::string_view name,
                    Sublayer sublayer) const;

  Options options_;
  AttentionLayer self_attention_;
  NormLayer attention_norm_;
  std::optional<AttentionLayer> cross_attention_;
  NormLayer cross_norm_;
  FeedForward feed_forward_;
  NormLayer feed_forward_norm_;
};

}  // namespace attnlab
