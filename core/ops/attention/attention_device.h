// AttentionDevice: something beside the processor that computes attention, as a GPU does.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/ops/attention/mask.h"
#include "core/ops/attention/online_softmax.h"

namespace attnlab {

/// Where the rows of an operand [B,H,T,D] lie: that of sequence b, head h and position t begins at
/// data + b·batch + h·head + t·row.
template <typename Cell>
struct AttentionRows {
  Cell* data = nullptr;
  Index batch = 0, head = 0, row = 0;
};

/// One attention: sizes, operands, and what it is to do; as AttentionOptions in attention.h.
struct AttentionJob {
  Index batch = 1, heads = 1, key_value_heads = 1;  ///< B, H, Hk
  Index queries = 1, keys = 1, head_size = 1;       ///< Tq, Tk, D
  Real divisor = 1;
  AttentionMask mask;
  double dropout =
      0;  ///< on the weights: dropout_factor of `dropout_key` and a weight's place in [B,H,Tq,Tk]
  std::uint64_t dropout_key = 0;
  std::span<const Real> slopes;                 ///< [H] or empty
  AttentionRows<const Real> query, key, value;  ///< [B,H,Tq,D], [B,Hk,Tk,D] twice
};

/// The gradients of an attention's operands, to which its backward adds; null where nobody wants one.
struct AttentionGradients {
  AttentionRows<Real> query, key, value;
};

/// What a device tells by itself, on any thread; each at most once.
struct AttentionDeviceReports {
  std::function<void(const std::string& why)> failed;   ///< it will do nothing any more
  std::function<void(const std::string& why)> refused;  ///< it left something to the processor, and may again
};

/// Used from several threads at once. A function that returns false has done nothing, and the caller does it
/// on the processor: the sizes are beyond the device, or it has failed.
class AttentionDevice {
 public:
  virtual ~AttentionDevice() = default;
  /// For people: "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5".
  virtual std::string description() const = 0;

  /// context [B,H,Tq,D]; `rows` [B,H,Tq,2] is what backward needs of it.
  virtual bool forward(const AttentionJob& job, AttentionRows<Real> context, Real* rows) = 0;
  /// `context` and `rows` as forward left them, `gradient` that of the context.
  virtual bool backward(const AttentionJob& job, AttentionRows<const Real> context, const Real* rows,
                        AttentionRows<const Real> gradient, const AttentionGradients& to) = 0;

  // The steps of a trace, one at a time, on tensors without gaps.
  /// scores [B,H,Tq,Tk] of the job's query and key, neither scaled nor masked.
  virtual bool scores(const AttentionJob& job, Real* scores) = 0;
  /// Softmax of the last axis of cells [planes,rows,width], in place; zeros where all of a row is −∞.
  virtual bool softmax(Index planes, Index rows, Index width, Real* cells) = 0;
  /// context [B,H,Tq,D] of weights [B,H,Tq,Tk] and the job's value.
  virtual bool context(const AttentionJob& job, const Real* weights, Real* context) = 0;

  /// Forward of the job's one head, in the blocks of `walk`, an empty_walk of its sizes: what is kept of each
  /// query after each block. `added` [Tq,Tk] is added to the scores, −∞ where they are hidden.
  virtual bool walk(const AttentionJob& job, std::span<const Real> added, OnlineSoftmaxWalk& walk) = 0;
};

/// That on which attention is computed from now on, in training, traces and generation alike; null: the
/// processor. The switch is the program's, not a model's.
void use_attention_device(std::shared_ptr<AttentionDevice> device);
std::shared_ptr<AttentionDevice> attention_device();

/// The program's attention device while this lives.
class UsedAttentionDevice {
 public:
  explicit UsedAttentionDevice(std::shared_ptr<AttentionDevice> device) {
    use_attention_device(std::move(device));
  }
  ~UsedAttentionDevice() { use_attention_device(nullptr); }
  UsedAttentionDevice(const UsedAttentionDevice&) = delete;
  UsedAttentionDevice& operator=(const UsedAttentionDevice&) = delete;
};

}  // namespace attnlab
