// Block: attention, and where there are any cross-attention and feed-forward, each with a residual path and a
// norm.
#pragma once

#include <optional>
#include <span>
#include <variant>

#include "core/layers/attention_layer.h"
#include "core/layers/block_sites.h"
#include "core/layers/experts.h"
#include "core/layers/norm_layer.h"
#include "core/layers/norm_placement.h"

namespace attnlab {

/// One layer of a Transformer. Post-norm (2017): x ← norm(x + f(x)). Pre-norm: x ← x + f(norm(x)). Without
/// norms: x ← x + f(x). Parallel (Black et al. 2022): x ← x + f(norm(x)) + g(norm(x)), where attention f and
/// feed-forward network g read the same x.
class Block {
 public:
  struct Options {
    const NormPlacement* placement;
    bool cross_attention;
    double dropout;           ///< on each branch's output
    bool parallel = false;    ///< without cross-attention, and no norms after the sums
    NormLayer::Options norm;  ///< no kind exactly where the placement has no norms
    AttentionLayer::Options attention;
    FeedForward::Options feed_forward;  ///< hidden 0: no such sublayer
    Experts::Choice experts = {};       ///< count 0: one feed-forward network without a router
  };
  Block(const ParameterScope& scope, const Options& options);

  /// What cross-attention reads: the encoder's output [B,Tk,C] and which of it may be seen.
  struct Memory {
    Variable value;
    AttentionMask mask;
  };
  /// x [B,T,C] → [B,T,C]. `memory` is required exactly where the block has cross-attention. `lengths` [B],
  /// how many positions of each sequence are no padding, matters to the experts' balance alone; empty: those
  /// of `self_mask`, or all.
  Variable operator()(Tape& tape, Variable x, const AttentionMask& self_mask, const Memory* memory,
                      std::span<const Index> lengths = {}) const;

 private:
  /// x plus what the sublayer makes of `source`, which is x but where sublayers are parallel.
  template <typename Sublayer>
  Variable residual(Tape& tape, Variable x, Variable source, const NormLayer& norm,
                    const block_sites::Sublayer& parts, Sublayer sublayer) const;
  Variable feed_forward(Tape& tape, Variable x, std::span<const Index> lengths) const;

  Options options_;
  AttentionLayer self_attention_;
  NormLayer attention_norm_;
  std::optional<AttentionLayer> cross_attention_;
  NormLayer cross_norm_;
  std::variant<std::monostate, FeedForward, Experts> feed_forward_;
  NormLayer feed_forward_norm_;
};

}  // namespace attnlab
