// Trace: the tables over a finished tape.
#include "core/trace/trace.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/models/model.h"
#include "core/tensor/paged_memory.h"
#include "core/trace/gradient.h"

namespace attnlab {

namespace {

constexpr double kNoLoss = std::numeric_limits<double>::quiet_NaN();

TraceTensor tensor_of(const Named& named) {
  const Node& node = *named.node;
  const auto size = static_cast<std::size_t>(node.shape.size());
  return {named.name, node.shape, {node.value, size}, GradientCells(&node), node.computed != nullptr,
          &node,      named.site, named.place,        named.before_edits};
}

}  // namespace

std::string_view name_after_edits(std::string_view name) {
  constexpr std::string_view kComputed = ".computed";
  return name.ends_with(kComputed) ? name.substr(0, name.size() - kComputed.size()) : name;
}

bool Trace::lies_in_file(const Real* cells) const {
  const PagedMemory* paged = tape_->arena().paged();
  return cells && paged && paged->in_file(cells);
}

const Recording& Trace::recording() const { return tape_->recorded(); }

Trace::~Trace() = default;

Trace::Trace(const std::shared_ptr<const Model>& model, SnapshotPtr snapshot, std::unique_ptr<Tape> tape,
             Batch batch)
    : config_(model, &model->config()),
      snapshot_(std::move(snapshot)),
      tape_(std::move(tape)),
      batch_(std::move(batch)) {
  list_tensors();
  const TraceTensor* mean = find(Place().inside(model_sites::kLoss), model_sites::kMeanLoss);
  loss_ = mean && batch_.counted_targets() > 0 ? double(mean->value[0]) : kNoLoss;
}

Trace::Trace(std::shared_ptr<const ModelConfig> sizes, std::unique_ptr<Tape> tape)
    : config_(std::move(sizes)), tape_(std::move(tape)), fault_(fault_of_values(*tape_)), loss_(kNoLoss) {
  list_tensors();
}

void Trace::list_tensors() {
  for (const Named& named : recording().names()) tensors_.push_back(tensor_of(named));
  for (const Named& named : recording().used_parameters()) parameters_.push_back(tensor_of(named));
  for (const TraceTensor& tensor : tensors_) by_name_[tensor.name] = &tensor;
  for (const TraceTensor& tensor : parameters_) by_name_[tensor.name] = &tensor;
}

const TraceTensor* Trace::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

const TraceTensor* Trace::find(const Place& place, const Site& site) const {
  const TraceTensor* tensor = find(full_name(place, site));
  return tensor && tensor->site == &site ? tensor : nullptr;
}

CellName cell_of(const Fault& fault) {
  const auto index = fault.shape.index_of(fault.cell);
  return {fault.tensor + (fault.kind == Fault::Kind::Gradient ? ".grad" : ""),
          {index.begin(), index.begin() + fault.shape.rank()}};
}

bool is_parameter(const TraceTensor& tensor) { return tensor.node->name <= -2; }

const TraceTensor& Trace::at(std::string_view name) const {
  if (const TraceTensor* tensor = find(name)) return *tensor;
  std::vector<std::string> known;
  for (const TraceTensor& tensor : tensors_) known.push_back(tensor.name);
  for (const TraceTensor& tensor : parameters_) known.push_back(tensor.name);
  throw std::invalid_argument("unknown tensor " + std::string(name) + did_you_mean(name, known));
}

const Readers& Trace::readers() const {
  std::call_once(readers_made_, [this] { readers_ = std::make_unique<const Readers>(*tape_); });
  return *readers_;
}

CellPlace Trace::place_of(const CellName& cell) const {
  const TraceTensor& tensor = at(value_name(cell.tensor));
  if (is_gradient(cell.tensor) && tensor.gradient.empty())
    throw std::invalid_argument("the trace does not contain a gradient of " + tensor.name);
  return {tensor.node, tensor.shape.offset(cell.index)};
}

Derivation Trace::explain(std::string_view name, std::span<const Index> index) const {
  const CellPlace place = place_of({std::string(name), {index.begin(), index.end()}});
  return is_gradient(name) ? derive_gradient(recording(), readers(), place.node, place.offset)
                           : derive(recording(), place.node, place.offset);
}

std::vector<CellName> Trace::users(std::string_view name, std::span<const Index> index) const {
  const CellName cell{std::string(name), {index.begin(), index.end()}};
  if (is_gradient(name)) return gradient_users(cell);
  std::vector<CellName> users;
  for (const CellPlace& user : readers().all_users(place_of(cell)))
    if (!recording().name_of(user.node).empty())
      users.push_back(name_cell(recording(), user.node, user.offset));
  return users;
}

/// Gradients flow back to what the value was computed from, one tensor after the other. A few cells are asked
/// whether they take this gradient, which an expert that was not chosen does not; the cells of a long row, as
/// a sum or a softmax reads it, all do.
std::vector<CellName> Trace::gradient_users(const CellName& gradient) const {
  constexpr std::ptrdiff_t kLong = 32;
  const auto takes = [&](const CellName& operand) {
    const std::vector<CellName> used = explain(gradient_name(operand).tensor, operand.index).operands();
    return std::ranges::find(used, gradient) != used.end();
  };
  place_of(gradient);
  std::vector<CellName> operands = explain(value_name(gradient.tensor), gradient.index).operands();
  std::ranges::stable_sort(operands, {}, &CellName::tensor);
  std::vector<CellName> users;
  for (auto first = operands.begin(), last = first; first != operands.end(); first = last) {
    last = std::find_if(first, operands.end(), [&](const CellName& c) { return c.tensor != first->tensor; });
    if (at(first->tensor).gradient.empty()) continue;
    const bool all = last - first > kLong;
    for (auto operand = first; operand != last; ++operand)
      if (all || takes(*operand)) users.push_back(gradient_name(*operand));
  }
  return users;
}

double Trace::slope(const CellName& user, const CellName& cell) const {
  const bool backward = is_gradient(cell.tensor);
  return attnlab::slope(recording(), place_of(backward ? cell : user), place_of(backward ? user : cell));
}

}  // namespace attnlab
