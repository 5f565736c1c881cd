// StepValues: the tensors of a pass that stay on the device for its backward, and room for gradients.
#pragma once

#include <vector>

#include "core/gpu/attention.h"
#include "core/gpu/training/gpt_plan.h"

namespace attnlab::gpu {

/// One layer's tensors. Tensors that are the same are one buffer.
struct LayerValues {
  Buffer entered;         ///< [B,T,C] what the layer reads
  Buffer attention_read;  ///< after the norm, where one is before attention
  Buffer projected;       ///< [B,T,(H+2Hk)·D] queries, keys and values, turned where positions are rotary
  Buffer context;         ///< [B,T,H·D]
  std::vector<RowStates> row_states;                     ///< of each piece
  Buffer attention_sum;                                  ///< [B,T,C] entered plus attention's branch
  Buffer between;                                        ///< after the norm, where one is after attention
  Buffer feed_forward_read;                              ///< [B,T,C]
  Buffer hidden;                                         ///< [B,T,F], or gate and up [B,T,2F]
  Buffer activated;                                      ///< [B,T,F]
  Buffer feed_forward_sum;                               ///< [B,T,C]
  Buffer left;                                           ///< what the next layer reads
  Buffer attention_statistics, feed_forward_statistics;  ///< of the norms
};

/// Tensors for batches of one size. On the device's thread.
struct StepValues {
  StepValues(Device& device, const GptPlan& plan, Index sequences, Index positions);

  Index sequences, positions;
  Index logits_stride;  ///< V, made up to a multiple of four
  Buffer embedded, input, input_statistics;
  std::vector<LayerValues> layers;
  Buffer read_by_output, final_statistics;
  Buffer logits, losses;

  // Gradients on the way back.
  Buffer stream;        ///< [B,T,C] of the residual stream
  Buffer branch;        ///< [B,T,C] of a branch's end, where it is dropped
  Buffer read;          ///< [B,T,C] of what attention read
  Buffer network_read;  ///< [B,T,C] of what the feed-forward network read
  Buffer activated, hidden, context, projected;
};

}  // namespace attnlab::gpu
