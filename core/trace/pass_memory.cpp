// Pass memory: sizes of gradients, largest first.
#include "core/trace/pass_memory.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "core/autograd/tape.h"
#include "core/tensor/paged_memory.h"

namespace attnlab {
namespace {

Index gradient_bytes(const Node& node) { return node.shape.size() * static_cast<Index>(sizeof(Real)); }

/// The values whose gradients flow back, without parameters.
std::vector<Node*> values_with_gradients(const Tape& tape) {
  std::vector<Node*> nodes;
  for (Operation* op = tape.last_operation(); op; op = op->previous())
    if (op->output()->wants_gradient && !op->output()->keeps_gradient) nodes.push_back(op->output());
  return nodes;
}

Index parameter_bytes(const Tape& tape) {
  Index bytes = 0;
  for (const Named& parameter : tape.recorded().used_parameters()) bytes += gradient_bytes(*parameter.node);
  return bytes;
}

}  // namespace

KeptGradients choose_kept_gradients(Tape& tape, std::optional<Index> most, Index always_kept) {
  const Index limit = most.value_or(std::numeric_limits<Index>::max());
  std::vector<Node*> nodes = values_with_gradients(tape);
  const Index parameters = parameter_bytes(tape);
  KeptGradients kept{.memory = {.values = static_cast<Index>(tape.arena().used())}};
  PassMemory& memory = kept.memory;
  for (const Node* node : nodes) memory.gradients += gradient_bytes(*node);
  kept.parameters = tape.has_joined_parameters() || memory.values + memory.gradients + parameters <= limit;
  (kept.parameters ? memory.gradients : memory.left_out) += parameters;
  if (!kept.parameters) tape.leave_parameter_gradients();
  std::ranges::stable_sort(nodes, std::greater(), [](const Node* node) { return node->shape.size(); });
  for (Node* node : nodes) {
    if (memory.values + memory.gradients <= limit || node->shape.size() <= always_kept) break;
    tape.leave_gradient(*node);
    memory.gradients -= gradient_bytes(*node);
    memory.left_out += gradient_bytes(*node);
  }
  return kept;
}

bool values_can_leave_memory() { return PagedMemory::has_files(); }

void move_out(Tape& tape, std::optional<Index> most, Index parameters, PassMemory& memory) {
  const PagedMemory* paged = tape.arena().paged();
  if (!paged || !most) return;
  tape.arena().move_out(static_cast<std::size_t>(parameters));
  memory.in_file = std::min(static_cast<Index>(paged->in_file()), memory.values + memory.gradients);
  if (memory.in_memory() > *most) memory.obstacle = paged->obstacle();
}

}  // namespace attnlab
