// Attention on the GPU step by step, every step stored: what a trace shows.
#pragma once

#include "core/gpu/attention.h"

namespace attnlab {

/// Steps by their names in a trace; empty where the attention has no such step. On the device until read.
struct GpuAttentionSteps {
  GpuBuffer rotated_query;  ///< [B,H,Tq,D] where positions are rotary
  GpuBuffer rotated_key;    ///< [B,Hk,Tk,D], likewise
  GpuBuffer scores;         ///< [B,H,Tq,Tk]
  GpuBuffer scaled;         ///< where the divisor is not 1
  GpuBuffer biased;         ///< where there are slopes
  GpuBuffer masked;         ///< −∞ where hidden
  GpuBuffer weights;
  GpuBuffer context;  ///< [B,H,Tq,D]
};

// Single steps, for passes in which something is changed between them. They throw std::invalid_argument for
// sizes that do not fit.

/// [B,H,Tq,Tk], neither scaled nor masked nor turned.
GpuBuffer gpu_scores(GpuDevice& device, const GpuAttention& how, const GpuOperand& query,
                     const GpuOperand& key);
/// Softmax of the last axis of `scores` [planes,rows,width]; zeros where all of a row is −∞.
GpuBuffer gpu_softmax(GpuDevice& device, Index planes, Index rows, Index width, const GpuBuffer& scores);
/// [B,H,Tq,D] of weights [B,H,Tq,Tk].
GpuBuffer gpu_context(GpuDevice& device, const GpuAttention& how, const GpuBuffer& weights,
                      const GpuOperand& value);

/// The same values as gpu_attention, which may have no dropout here, or std::invalid_argument is thrown;
/// needs O(Tq·Tk) memory.
GpuAttentionSteps gpu_attention_steps(GpuDevice& device, const GpuAttention& how, const GpuOperand& query,
                                      const GpuOperand& key, const GpuOperand& value);

/// Gradients of the steps and of the operands, [B,H,T,D] and [B,H,Tq,Tk].
struct GpuAttentionStepGradients {
  GpuBuffer weights;
  GpuBuffer masked;                      ///< and of `biased` and `scaled`, which are the same numbers
  GpuBuffer scores;                      ///< where the divisor is not 1: else those of `masked`
  GpuBuffer rotated_query, rotated_key;  ///< where positions are rotary
  GpuBuffer query, key, value;
};

/// Backward from the context's gradient [B,H,Tq,D] through what gpu_attention_steps stored.
GpuAttentionStepGradients gpu_attention_steps_backward(GpuDevice& device, const GpuAttention& how,
                                                       const GpuOperand& query, const GpuOperand& key,
                                                       const GpuOperand& value,
                                                       const GpuAttentionSteps& steps,
                                                       const GpuOperand& context_gradient);

}  // namespace attnlab
