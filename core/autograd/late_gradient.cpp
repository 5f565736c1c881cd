// LateGradient: backward through the readers of one node.
#include "core/autograd/late_gradient.h"

#include <algorithm>

#include "core/autograd/tape.h"

namespace attnlab {

bool has_gradient(const Node& node) { return node.gradient || (node.late && node.late->reached()); }

const Real* late_gradient_of(const Node& node) { return node.late->reached() ? node.late->cells() : nullptr; }

const Real* LateGradient::cells() const {
  if (!made()) {
    const std::lock_guard lock(all_.one_at_a_time_);
    if (!made_.load(std::memory_order_relaxed)) compute();
    made_.store(true, std::memory_order_release);
  }
  return cells_.data();
}

void LateGradient::compute() const {
  cells_.assign(node_.shape.size(), Real(0));
  Tape back(Mode::Record);
  back.want_only(node_, cells_.data());
  for (Operation* op = all_.tape_.last_operation(); op; op = op->previous())
    if (std::ranges::find(op->inputs(), &node_) != op->inputs().end() && has_gradient(*op->output()))
      op->backward(back);
}

void LateGradients::add(Node& node) {
  node.late = &all_.emplace_back(*this, node);
  if (node.keeps_gradient) node.late->reach();  // the memory of parameters is there from the beginning
}

}  // namespace attnlab
