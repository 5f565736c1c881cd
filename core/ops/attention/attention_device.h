// AttentionDevice: something beside the processor that computes attention, as a GPU does.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "core/ops/attention/attention_spec.h"
#include "core/ops/attention/online_softmax.h"

namespace attnlab {

/// Where the rows of an operand [B,H,T,D] lie: that of sequence b, head h and position t begins at
/// data + b·batch + h·head + t·row.
template <typename Cell>
struct AttentionRows {
  Cell* data = nullptr;
  Index batch = 0, head = 0, row = 0;
};

/// What an attention reads.
struct AttentionInputs {
  AttentionRows<const Real> query;       ///< [B,H,Tq,D]
  AttentionRows<const Real> key, value;  ///< [B,Hk,Tk,D]
};

/// The gradients of an attention's operands, to which its backward adds; null where nobody wants one.
struct AttentionGradients {
  AttentionRows<Real> query, key, value;
};

/// What a device reports by itself, on any thread; each at most once.
struct AttentionDeviceReports {
  std::function<void(const std::string& why)> failed;  ///< it can no longer compute anything
  std::function<void(const std::string& why)>
      refused;  ///< it left one task to the processor, and may do so again
};

/// Used from several threads at once. A function that returns false has done nothing, and the caller does it
/// on the processor: the sizes are beyond the device, or it has failed.
class AttentionDevice {
 public:
  virtual ~AttentionDevice() = default;
  /// For people: "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5".
  virtual std::string description() const = 0;

  /// context [B,H,Tq,D]; `rows` [B,H,Tq,2] is what backward needs of it.
  virtual bool forward(const AttentionSpec& spec, const AttentionInputs& in, AttentionRows<Real> context,
                       Real* rows) = 0;
  /// `context` and `rows` as forward left them, `gradient` that of the context.
  virtual bool backward(const AttentionSpec& spec, const AttentionInputs& in,
                        AttentionRows<const Real> context, const Real* rows,
                        AttentionRows<const Real> gradient, const AttentionGradients& to) = 0;

  // The steps of a trace, one at a time, on tensors without gaps.
  /// scores [B,H,Tq,Tk] of query and key, neither scaled nor masked.
  virtual bool scores(const AttentionSpec& spec, const AttentionRows<const Real>& query,
                      const AttentionRows<const Real>& key, Real* scores) = 0;
  /// Softmax of the last axis of cells [planes,rows,width], in place; zeros where all of a row is −∞.
  virtual bool softmax(Index planes, Index rows, Index width, Real* cells) = 0;
  /// context [B,H,Tq,D] of weights [B,H,Tq,Tk] and value.
  virtual bool context(const AttentionSpec& spec, const Real* weights, const AttentionRows<const Real>& value,
                       Real* context) = 0;

  /// Forward of one head of one sequence, in the blocks of `walk`, an empty_walk of its sizes: what is kept
  /// of each query after each block. `added` [Tq,Tk] is added to the scores, −∞ where they are hidden, and
  /// the only mask: spec.mask hides nothing. A block of queries skips the blocks of keys outside of its
  /// seen_keys.
  virtual bool walk(const AttentionSpec& spec, const AttentionInputs& in, std::span<const Real> added,
                    OnlineSoftmaxWalk& walk) = 0;
};

}  // namespace attnlab
