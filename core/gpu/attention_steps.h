// Attention on the GPU step by step, every step stored: for traces.
#pragma once

#include "core/gpu/attention.h"

namespace attnlab::gpu {

/// Steps by their names in a trace; empty where the attention has no such step. On the device until read.
struct AttentionSteps {
  Buffer rotated_query;  ///< [B,H,Tq,D] where positions are rotary
  Buffer rotated_key;    ///< [B,Hk,Tk,D], likewise
  Buffer scores;         ///< [B,H,Tq,Tk]
  Buffer scaled;         ///< where the divisor is not 1
  Buffer biased;         ///< where there are slopes
  Buffer masked;         ///< −∞ where hidden
  Buffer weights;
  Buffer context;  ///< [B,H,Tq,D]
};

// Single steps, for passes in which something is changed between them. They throw std::invalid_argument for
// sizes that do not fit.

/// [B,H,Tq,Tk], neither scaled nor masked nor turned.
Buffer scores(Device& device, const Attention& how, const Operand& query, const Operand& key);
/// Softmax of the last axis of `scores` [planes,rows,width]; zeros where all of a row is −∞.
Buffer softmax(Device& device, Index planes, Index rows, Index width, const Buffer& scores);
/// [B,H,Tq,D] of weights [B,H,Tq,Tk].
Buffer context(Device& device, const Attention& how, const Buffer& weights, const Operand& value);

/// Computes attention in steps, in O(Tq·Tk) memory. Throws std::invalid_argument if there is dropout.
AttentionSteps attention_steps(Device& device, const Attention& how, const Operand& query, const Operand& key,
                               const Operand& value);

/// Gradients of the steps and of the operands, [B,H,T,D] and [B,H,Tq,Tk].
struct AttentionStepGradients {
  Buffer weights;
  Buffer masked;                      ///< and of `biased` and `scaled`, which are the same numbers
  Buffer scores;                      ///< where the divisor is not 1: else those of `masked`
  Buffer rotated_query, rotated_key;  ///< where positions are rotary
  Buffer query, key, value;
};

/// Backward from the context's gradient [B,H,Tq,D] through the steps of attention_steps.
AttentionStepGradients attention_steps_backward(Device& device, const Attention& how, const Operand& query,
                                                const Operand& key, const Operand& value,
                                                const AttentionSteps& steps, const Operand& context_gradient);

}  // namespace attnlab::gpu
