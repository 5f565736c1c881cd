// Groups by the tensors' places.
#include "app/state/tensor_groups.h"

#include <algorithm>

#include "core/layers/alignment_kind.h"
#include "core/layers/alignment_sites.h"
#include "core/models/architecture_kind.h"
#include "core/models/model.h"
#include "core/ops/recurrent/cell_sites.h"

namespace attnlab {
namespace {

Index clamped(Index index, Index size) { return std::clamp<Index>(index, 0, std::max<Index>(size - 1, 0)); }

std::string hidden_state(const ModelConfig& config, const Part& stack) {
  const Place last = Place().inside(stack).inside(kRecurrentLayers, config.layers - 1);
  return full_name(last, cell_sites::kHidden);
}

}  // namespace

std::string group_of(const Place& place) {
  const std::string name = place.name();
  return name.empty() && place.part() ? std::string(place.part()->title) : name;
}

std::vector<TensorGroup> tensor_groups(const Trace& trace) {
  std::vector<TensorGroup> groups;
  for (const TraceTensor& tensor : trace.tensors()) {
    if (tensor.shape.rank() < 2) continue;
    const std::string name = group_of(tensor.place);
    const auto found = std::ranges::find(groups, name, &TensorGroup::name);
    if (found == groups.end()) {
      groups.push_back({name, tensor.place, {&tensor}});
    } else {
      found->tensors.push_back(&tensor);
      std::rotate(found, found + 1, groups.end());
    }
  }
  return groups;
}

Index head_in(const TraceTensor* tensor, const Selection& selection) {
  const bool shared = tensor && tensor->site->axes.size() == 4 && tensor->site->axes[2] == Axis::Key;
  return shared ? selection.key_head() : selection.head;
}

std::string tensor_in_layer(const Trace& trace, const std::string& tensor, int step) {
  const TraceTensor* from = trace.find(value_name(tensor));
  if (!from || layer_number(from->place) < 0) return tensor;
  const TraceTensor* to = trace.find(in_layer(from->place, layer_number(from->place) + step), *from->site);
  if (!to) return tensor;
  return is_gradient(tensor) ? gradient_name({to->name, {}}).tensor : to->name;
}

std::string default_tensor(const ModelConfig& config) {
  const ArchitectureKind& architecture = architecture_of(config);
  if (!architecture.has_cells())
    return full_name(Place().inside(model_sites::kOutput), output_sites(config).said());
  return alignment_kind(config.alignment).looks_back()
             ? full_name(Place().inside(alignment_sites::kAlignment), alignment_sites::kWeights)
             : hidden_state(config, architecture.last_stack());
}

CellName cell_at(const TraceTensor& tensor, Index row, Index column) {
  const int rank = tensor.shape.rank();
  CellName cell{tensor.name, std::vector<Index>(rank, 0)};
  if (rank > 0) cell.index.back() = clamped(column, tensor.shape.last());
  if (rank > 1) cell.index[cell.index.size() - 2] = clamped(row, tensor.shape.last(1));
  return cell;
}

}  // namespace attnlab
