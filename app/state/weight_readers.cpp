// Finds the readers of weights, through unnamed values.
#include "app/state/weight_readers.h"

#include <unordered_map>

#include "core/autograd/tape.h"

namespace attnlab {
namespace {

class WeightReaders {
 public:
  WeightReaders(const Trace& trace, const std::function<bool(const TraceTensor& weight)>& wanted) {
    for (const TraceTensor& weight : trace.parameters())
      if (wanted(weight)) weights_[weight.node] = &weight;
    for (const TraceTensor& tensor : trace.tensors()) named_[tensor.node] = &tensor;
    for (const Operation* op = trace.tape().last_operation(); op; op = op->previous()) add(trace, *op);
  }
  /// Pairs of a weight and its reader.
  std::vector<std::pair<const TraceTensor*, const TraceTensor*>> pairs;

 private:
  /// Called from the last operation to the first, so that readers of unnamed values are known before their
  /// maker.
  void add(const Trace& trace, const Operation& op) {
    const auto named = named_.find(op.output());
    const auto later = readers_.find(op.output());
    const TraceTensor* tensor = named != named_.end()     ? trace.find(name_after_edits(named->second->name))
                                : later != readers_.end() ? later->second
                                                          : nullptr;
    if (!tensor) return;
    for (const Node* input : op.inputs()) {
      if (const auto weight = weights_.find(input); weight != weights_.end())
        pairs.emplace_back(weight->second, tensor);
      if (!named_.contains(input)) readers_[input] = tensor;
    }
  }

  std::unordered_map<const Node*, const TraceTensor*> weights_, named_, readers_;
};

}  // namespace

std::vector<std::pair<const TraceTensor*, const TraceTensor*>> weight_readers(
    const Trace& trace, const std::function<bool(const TraceTensor& weight)>& wanted) {
  return WeightReaders(trace, wanted).pairs;
}

}  // namespace attnlab
