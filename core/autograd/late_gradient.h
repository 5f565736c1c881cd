// LateGradient: a gradient that backward did not keep, computed when it is first read.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <span>

#include "core/autograd/node.h"
#include "core/tensor/tensor.h"

namespace attnlab {

class Tape;
class LateGradients;

/// The gradient of one node of a finished pass: what the operations that read the node pass back, in the
/// order and with the bits of backward. Gradients of theirs that were not kept either are computed first. May
/// be asked from any thread.
class LateGradient {
 public:
  LateGradient(const LateGradients& all, const Node& node) : all_(all), node_(node) {}

  /// [node.shape]; from the first call on they stay in memory.
  const Real* cells() const;
  /// Backward came to the node.
  void reach() { reached_ = true; }
  bool reached() const { return reached_; }
  /// Whether cells() has nothing left to compute.
  bool made() const { return made_.load(std::memory_order_acquire); }

 private:
  void compute() const;

  const LateGradients& all_;
  const Node& node_;
  bool reached_ = false;
  mutable std::atomic<bool> made_ = false;
  mutable AlignedBuffer cells_;
};

/// The late gradients of one tape.
class LateGradients {
 public:
  explicit LateGradients(const Tape& tape) : tape_(tape) {}

  /// The node's gradient will not be kept; call it between forward and backward.
  void add(Node& node);
  void clear() { all_.clear(); }

 private:
  friend class LateGradient;

  const Tape& tape_;
  std::deque<LateGradient> all_;
  mutable std::recursive_mutex one_at_a_time_;  ///< one needs others
};

/// A gradient to read, as a span of its cells.
class GradientCells {
 public:
  GradientCells() = default;
  explicit GradientCells(const Node* node) : node_(node) {}

  /// Whether nothing flows back, or no gradients were asked for. Computes nothing.
  bool empty() const { return !node_ || !has_gradient(*node_); }
  /// Whether backward did not keep the cells.
  bool late() const { return node_ && node_->late && !empty(); }
  /// Whether cells() has nothing to compute.
  bool made() const { return !late() || node_->late->made(); }
  std::size_t size() const { return empty() ? 0 : static_cast<std::size_t>(node_->shape.size()); }

  /// The cells; computes those that were not kept.
  std::span<const Real> cells() const {
    return empty() ? std::span<const Real>() : std::span(gradient_of(*node_), size());
  }
  operator std::span<const Real>() const { return cells(); }
  const Real* data() const { return cells().data(); }
  const Real* begin() const { return data(); }
  const Real* end() const { return begin() + size(); }
  Real operator[](std::size_t i) const { return gradient_of(*node_)[i]; }

 private:
  const Node* node_ = nullptr;
};

}  // namespace attnlab
