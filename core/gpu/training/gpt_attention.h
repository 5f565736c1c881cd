// GptAttention: the attention of one layer of a step as calls of the tiled kernels.
#pragma once

#include <vector>

#include "core/gpu/attention.h"
#include "core/gpu/training/step_batch.h"

namespace attnlab::gpu {

/// Queries, keys and values, or their gradients.
struct AttentionOperands {
  Operand query, key, value;
};

/// One call, or with dropout one for each piece of the batch, as each has a key of its own.
class GptAttention {
 public:
  /// `use`: the number of the layer's dropout of weights.
  GptAttention(const GptPlan& plan, const StepRequest& request, const StepBatch& batch, Index layer,
               Index use);

  Index count() const { return count_of(pieces_); }
  Attention how(Index call) const;
  /// Of `projected` [B,T,(H+2Hk)·D].
  AttentionOperands operands(Index call, const Buffer& projected) const;
  /// Of `buffer` [B,T,H·D].
  Operand context(Index call, const Buffer& buffer) const;

 private:
  Operand columns(Index call, const Buffer& buffer, Index width, Index column) const;

  const GptPlan& plan_;
  const StepBatch& batch_;
  AttentionMask mask_;
  Index use_;
  std::vector<StepPiece> pieces_;
};

}  // namespace attnlab::gpu
