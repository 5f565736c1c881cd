// Kernels on rows of numbers: norms, activations, embeddings, the loss, sums. All on the device's thread.
#pragma once

#include <string_view>

#include "core/gpu/training/dropped.h"
#include "core/gpu/training/matrix_product.h"

namespace attnlab::gpu {

/// What the kernels of one model's step share.
struct StepTools {
  Device& device;
  Scratch& scratch;
};

/// A norm of rows [rows,width], whose gains and shifts are places among the parameters.
struct NormOf {
  Index gain = -1;   ///< γ; −1: no norm
  Index shift = -1;  ///< β; −1: none
  float epsilon = 0;
  bool centres = true;  ///< LayerNorm; else RMSNorm
  explicit operator bool() const { return gain >= 0; }
};

/// Sizes of [B·T,C].
struct RowSizes {
  Index rows, width;
};

/// `statistics` [rows,2]: mean and reciprocal deviation of each row, for backward.
void norm(Device& device, const NormOf& how, const RowSizes& sizes, const Buffer& parameters, const Buffer& x,
          const Buffer& y, const Buffer& statistics);
/// Gradients of a norm: of its gains and shifts, at their places in `gradients`, and of x, which `add` adds
/// to what `dx` has. `dx` may be `dy`.
void norm_backward(const StepTools& tools, const NormOf& how, const RowSizes& sizes, const Buffer& parameters,
                   const Buffer& x, const Buffer& statistics, const Buffer& dy, const Buffer& gradients,
                   const Buffer& dx, bool add);

/// The sums of the columns of dy [rows,width], whose rows lie `stride` apart, at `place` in `gradients`.
void column_sums(const StepTools& tools, const RowSizes& sizes, Index stride, const Buffer& dy,
                 const Buffer& gradients, Index place);

/// An activation as shaders know it.
struct ActivationOf {
  std::string_view define;  ///< of activation.glsl; "": shaders do not know it
  bool gated = false;       ///< f(gate)⊙up of [rows,2·width]
};
void activate(Device& device, const ActivationOf& how, const RowSizes& sizes, const Buffer& x,
              const Buffer& y);
/// `dx` may be `dy` where there is no gate.
void activate_backward(Device& device, const ActivationOf& how, const RowSizes& sizes, const Buffer& x,
                       const Buffer& dy, const Buffer& dx);

/// An embedding of `tokens` (from its first number on) with codes of positions.
struct EmbeddingOf {
  Index table = 0;       ///< place of E among the parameters
  Index vocabulary = 0;  ///< V
  float factor = 1;
  Index codes = -1;         ///< place of the positions' vectors in their buffer; −1: none
  Index learned_codes = 0;  ///< so many of them are parameters
};
void embed(Device& device, const EmbeddingOf& how, const RowSizes& sizes, Index positions,
           const Buffer& parameters, const Buffer& tokens, const Buffer& codes, const Buffer& y,
           const Dropped& dropped);
/// Gradients of table and codes. `lists` are those of token_lists() from number `first_list` on in `tokens`;
/// `add`: the table has gradients already, as an output matrix.
void embed_backward(Device& device, const EmbeddingOf& how, const RowSizes& sizes, Index positions,
                    const Buffer& tokens, Index first_list, const Buffer& dy, const Buffer& gradients,
                    bool add);

/// y = dropout(x); y may be x.
void drop(Device& device, const RowSizes& sizes, const Buffer& x, const Buffer& y, const Dropped& dropped);

/// Losses [rows] of logits [rows,V] in rows of `stride`, in whose place their gradients come. The targets are
/// from number `first_target` on in `tokens`; `counted` of them count.
struct LossOf {
  Index stride, first_target, counted;
  double smoothing;
};
void cross_entropy(Device& device, const LossOf& how, const RowSizes& sizes, const Buffer& logits,
                   const Buffer& tokens, const Buffer& losses);

/// The sum of `count` cells, and the sum of their squares, as a number of `totals`.
void total(Device& device, const Buffer& cells, Index count, const Buffer& totals, Index number);
void total_of_squares(const StepTools& tools, const Buffer& cells, Index count, const Buffer& totals,
                      Index number);

}  // namespace attnlab::gpu
