// GptPass: forward and backward of one batch through a decoder-only model, all on the device.
#pragma once

#include "core/gpu/training/step_batch.h"
#include "core/gpu/training/step_values.h"

namespace attnlab::gpu {

/// What a pass works with. The gradients are written, not added to.
struct PassOperands {
  const GptPlan& plan;
  const Buffer& weights;
  const Buffer& gradients;
  const Buffer& waves;   ///< codes of positions that are no parameters
  const Buffer& angles;  ///< of rotary positions
  StepTools tools;
};

/// One step's passes. On the device's thread; it starts work, and waits for none.
class GptPass {
 public:
  GptPass(const PassOperands& operands, const StepRequest& request, const StepBatch& batch,
          StepValues& values)
      : plan_(operands.plan), o_(operands), request_(request), batch_(batch), v_(values) {}

  /// Leaves losses [B·T], and the gradient of the logits in their place.
  void forward();
  /// Writes the gradient of every parameter.
  void backward();

 private:
  void read_input();
  void attend(Index layer);
  void feed_forward(Index layer);
  void write_logits();
  void linear(const LinearOf& layer, const Buffer& x, const Buffer& y, const AfterProduct& after = {});
  void end_branch(const LinearOf& layer, const Buffer& x, const Buffer& stream, const Buffer& sum, Index use);
  void normalize(const NormOf& how, const Buffer& x, const Buffer& y, const Buffer& statistics);
  void turn(const Buffer& projected, float sign);

  void output_backward();
  void feed_forward_backward(Index layer);
  void feed_forward_to_stream(Index layer);
  void attend_backward(Index layer);
  void attention_to_stream(Index layer);
  void input_backward();
  void linear_gradients(const LinearOf& layer, const Buffer& x, const Buffer& dy, Index dy_stride,
                        float scale = 1);
  void linear_backward(const LinearOf& layer, const Buffer& dy, Index dy_stride, const Buffer& dx,
                       float scale = 1);
  const Buffer& branch_gradient(Index use);
  void add_to_stream(const Buffer& gradient);
  void norm_gradient(const NormOf& norm, const Buffer& x, const Buffer& statistics, const Buffer& dy,
                     const Buffer& dx, bool add);

  RowSizes stream_rows() const { return {batch_.rows(), plan_.width()}; }
  /// The number of a layer's first dropout, that of attention.
  Index first_dropout(Index layer) const { return dropouts_before(plan_, layer); }

  const GptPlan& plan_;
  const PassOperands& o_;
  const StepRequest& request_;
  const StepBatch& batch_;
  StepValues& v_;
};

}  // namespace attnlab::gpu
