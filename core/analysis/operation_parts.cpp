// Parts of operations, read off the tape.
#include "core/analysis/operation_parts.h"

#include <algorithm>

#include "core/autograd/tape.h"

namespace attnlab {

namespace {

bool only_moves(const Operation& operation) {
  return operation.kind() == "split_heads" || operation.kind() == "merge_heads";
}

bool is_unnamed(const Trace& trace, const Node* node) { return trace.recording().name_of(node).empty(); }

/// The named value whose cells `node` holds.
const TraceTensor* named_source(const Trace& trace, const Node* node) {
  while (is_unnamed(trace, node) && node->producer && only_moves(*node->producer))
    node = node->producer->inputs()[0];
  return trace.find(name_after_edits(trace.recording().name_of(node)));
}

/// The tensors y of which ∂L/∂y stands in the chain rule of the gradient of `tensor`, each once.
std::vector<const TraceTensor*> passed_back_by(const Trace& trace, const TraceTensor& tensor) {
  const std::vector<Index> first(tensor.shape.rank(), 0);
  std::vector<const TraceTensor*> found;
  for (const CellName& cell : trace.explain(tensor.name + ".grad", first).operands()) {
    const TraceTensor* from = is_gradient(cell.tensor) ? trace.find(value_name(cell.tensor)) : nullptr;
    if (from && std::ranges::find(found, from) == found.end()) found.push_back(from);
  }
  return found;
}

/// Whether only one operation reads `tensor`: an embedding that is also the output's weights has two readers.
bool read_once(const Trace& trace, const TraceTensor& tensor) {
  int readers = 0;
  for (const Operation* op = trace.tape().last_operation(); op; op = op->previous())
    readers += static_cast<int>(std::ranges::count(op->inputs(), tensor.node));
  return readers == 1;
}

bool same_heads(const TraceTensor& a, const TraceTensor& b) {
  return a.shape.rank() != 4 || b.shape.rank() != 4 || a.shape[1] == b.shape[1];
}

}  // namespace

OperationParts operation_parts(const Trace& trace, const TraceTensor& tensor) {
  const Node* node = tensor.node->computed ? tensor.node->computed : tensor.node;
  const Operation* made_by = node->producer;
  while (made_by && only_moves(*made_by) && is_unnamed(trace, made_by->inputs()[0]))
    made_by = made_by->inputs()[0]->producer;
  OperationParts parts;
  if (!made_by) return parts;
  parts.kind = made_by->kind();
  parts.operation = made_by;
  for (const Node* input : made_by->inputs()) parts.inputs.push_back(named_source(trace, input));
  return parts;
}

std::optional<ProductParts> product_of(const Trace& trace, const TraceTensor& tensor) {
  const OperationParts parts = operation_parts(trace, tensor);
  if (!parts.input(0) || !parts.input(1)) return {};
  const bool scores = parts.kind == "scores" || parts.kind == "linear",
             context = parts.kind == "context" || parts.kind == "attention_context";
  if (!scores && !context) return {};
  return ProductParts{{parts.inputs[0]}, {parts.inputs[1], false, scores}, {&tensor}, parts.input(2)};
}

std::optional<ProductParts> gradient_product(const Trace& trace, const TraceTensor& x) {
  if (x.gradient.empty() || x.shape.rank() < 2 || !read_once(trace, x)) return {};
  const std::vector<const TraceTensor*> from = passed_back_by(trace, x);
  if (from.size() != 1) return {};
  const TraceTensor& y = *from[0];
  const std::optional<ProductParts> made = product_of(trace, y);
  if (!made || made->left.tensor == made->right.tensor) return {};
  const MatrixUse back{&y, true, false}, result{&x, true, false};
  const bool heads_fit = same_heads(*made->left.tensor, y) && same_heads(*made->right.tensor, y);
  if (!heads_fit) return {};
  if (made->left.tensor == &x)
    return ProductParts{back, {made->right.tensor, false, !made->right.transposed}, result};
  if (made->right.tensor != &x) return {};
  if (made->right.transposed) return ProductParts{{&y, true, true}, {made->left.tensor}, result};
  return ProductParts{{made->left.tensor, false, true}, back, result};
}

}  // namespace attnlab
