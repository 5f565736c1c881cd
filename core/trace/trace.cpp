// Trace: the tables over a finished tape.
#include "core/trace/trace.h"

#include <limits>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/trace/gradient.h"

namespace attnlab {

namespace {

TraceTensor tensor_of(const Named& named) {
  const Node& node = *named.node;
  const auto size = static_cast<std::size_t>(node.shape.size());
  return {named.name,
          node.shape,
          {node.value, size},
          node.gradient ? std::span<const Real>(node.gradient, size) : std::span<const Real>(),
          node.computed != nullptr,
          &node};
}

}  // namespace

Trace::Trace(std::shared_ptr<const Model> model, SnapshotPtr snapshot, std::unique_ptr<Tape> tape,
             Batch batch)
    : model_(std::move(model)),
      snapshot_(std::move(snapshot)),
      tape_(std::move(tape)),
      batch_(std::move(batch)) {
  for (const Named& named : tape_->names()) tensors_.push_back(tensor_of(named));
  for (const Named& named : tape_->used_parameters()) parameters_.push_back(tensor_of(named));
  for (const TraceTensor& tensor : tensors_) by_name_[tensor.name] = &tensor;
  for (const TraceTensor& tensor : parameters_) by_name_[tensor.name] = &tensor;
  const TraceTensor* mean = find("loss.mean");
  loss_ = mean && batch_.counted_targets() > 0 ? static_cast<double>(mean->value[0])
                                               : std::numeric_limits<double>::quiet_NaN();
}

const TraceTensor* Trace::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

const TraceTensor& Trace::at(std::string_view name) const {
  if (const TraceTensor* tensor = find(name)) return *tensor;
  std::vector<std::string> known;
  for (const TraceTensor& tensor : tensors_) known.push_back(tensor.name);
  for (const TraceTensor& tensor : parameters_) known.push_back(tensor.name);
  throw std::invalid_argument("no tensor is named " + std::string(name) + did_you_mean(name, known));
}

const Readers& Trace::readers() const {
  std::call_once(readers_made_, [this] { readers_ = std::make_unique<const Readers>(*tape_); });
  return *readers_;
}

Derivation Trace::explain(std::string_view name, std::span<const Index> index) const {
  constexpr std::string_view kGradient = ".grad";
  if (name.ends_with(kGradient)) {
    const TraceTensor& tensor = at(name.substr(0, name.size() - kGradient.size()));
    if (tensor.gradient.empty()) throw std::invalid_argument("the trace has no gradient of " + tensor.name);
    return derive_gradient(*tape_, readers(), tensor.node, tensor.shape.offset(index));
  }
  const TraceTensor& tensor = at(name);
  return derive(*tape_, tensor.node, tensor.shape.offset(index));
}

}  // namespace attnlab
