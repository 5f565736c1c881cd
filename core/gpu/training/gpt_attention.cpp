// The calls' sizes, masks and places.
#include "core/gpu/training/gpt_attention.h"

#include <cmath>

#include "core/models/transformer_parts.h"
#include "core/tensor/random.h"

namespace attnlab::gpu {

GptAttention::GptAttention(const GptPlan& plan, const StepRequest& request, const StepBatch& batch,
                           Index layer, Index use)
    : plan_(plan),
      batch_(batch),
      mask_(target_mask(plan.config, request.batch).of_layer(layer)),
      use_(use),
      pieces_{{0, batch.sequences, 0}} {
  if (plan.config.dropout > 0) pieces_.assign(request.pieces.begin(), request.pieces.end());
}

Attention GptAttention::how(Index call) const {
  const ModelConfig& c = plan_.config;
  const StepPiece& piece = pieces_[call];
  Attention how;
  how.batch = piece.rows;
  how.heads = c.heads;
  how.key_value_heads = c.key_heads();
  how.queries = how.keys = batch_.positions;
  how.head_size = c.head_size();
  how.divisor = c.scaled_scores ? std::sqrt(float(c.head_size())) : 1.0f;
  how.mask = mask_;
  if (!mask_.key_lengths.empty()) how.mask.key_lengths = mask_.key_lengths.subspan(piece.begin, piece.rows);
  how.dropout = c.dropout;
  if (c.dropout > 0) how.dropout_key = join_keys(piece.dropout_key, static_cast<std::uint64_t>(use_));
  how.slopes = plan_.slopes;
  how.last = call + 1 == count();
  return how;
}

Operand GptAttention::columns(Index call, const Buffer& buffer, Index width, Index column) const {
  Operand operand = Operand::heads_beside(buffer, batch_.positions, width, column, plan_.config.head_size());
  operand.offset += pieces_[call].begin * operand.batch;
  return operand;
}

AttentionOperands GptAttention::operands(Index call, const Buffer& projected) const {
  const Index own = plan_.heads_width(), keys = plan_.keys_width(), width = own + 2 * keys;
  return {columns(call, projected, width, 0), columns(call, projected, width, own),
          columns(call, projected, width, own + keys)};
}

Operand GptAttention::context(Index call, const Buffer& buffer) const {
  return columns(call, buffer, plan_.heads_width(), 0);
}

}  // namespace attnlab::gpu
