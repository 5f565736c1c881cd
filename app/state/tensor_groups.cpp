// Groups by the names' parts.
#include "app/state/tensor_groups.h"

#include <algorithm>
#include <charconv>

namespace attnlab {
namespace {

constexpr std::string_view kLayers = ".layers.";

Index clamped(Index index, Index size) { return std::clamp<Index>(index, 0, std::max<Index>(size - 1, 0)); }

Index from_end(const CellName& cell, std::size_t axis) {
  return axis <= cell.index.size() ? cell.index[cell.index.size() - axis] : 0;
}

std::string hidden_state(const ModelConfig& config, const std::string& stack) {
  return stack + ".layers." + std::to_string(config.layers - 1) + ".hidden";
}

}  // namespace

std::string group_of(std::string_view tensor) {
  tensor = name_after_edits(value_name(tensor));
  const std::size_t dot = tensor.rfind('.');
  return std::string(dot == std::string_view::npos ? "output" : tensor.substr(0, dot));
}

std::vector<TensorGroup> tensor_groups(const Trace& trace) {
  std::vector<TensorGroup> groups;
  for (const TraceTensor& tensor : trace.tensors()) {
    if (tensor.shape.rank() < 2) continue;
    const std::string name = group_of(tensor.name);
    const auto found = std::ranges::find(groups, name, &TensorGroup::name);
    if (found == groups.end()) {
      groups.push_back({name, {&tensor}});
    } else {
      found->tensors.push_back(&tensor);
      std::rotate(found, found + 1, groups.end());
    }
  }
  return groups;
}

Index layer_of(std::string_view tensor) {
  const std::size_t at = tensor.find(kLayers);
  Index layer = 0;
  if (at != std::string_view::npos)
    std::from_chars(tensor.data() + at + kLayers.size(), tensor.data() + tensor.size(), layer);
  return layer;
}

Index head_in(std::string_view tensor, const Selection& selection) {
  tensor = value_name(tensor);
  const bool shared =
      tensor.ends_with(".key") || tensor.ends_with(".rotated_key") || tensor.ends_with(".value");
  return shared ? selection.key_head() : selection.head;
}

std::string tensor_in_layer(const Trace& trace, const std::string& tensor, int step) {
  const std::size_t at = tensor.find(kLayers);
  if (at == std::string::npos) return tensor;
  const std::size_t begin = at + kLayers.size(), end = std::min(tensor.find('.', begin), tensor.size());
  const std::string other =
      tensor.substr(0, begin) + std::to_string(layer_of(tensor) + step) + tensor.substr(end);
  return trace.find(value_name(other)) ? other : tensor;
}

std::string telling_tensor(const ModelConfig& config) {
  if (config.architecture == "recurrent") return hidden_state(config, "recurrent");
  if (config.architecture != "recurrent_seq2seq") return "output.probabilities";
  return config.alignment == "none" ? hidden_state(config, "decoder") : "alignment.weights";
}

Index row_of(const CellName& cell) { return from_end(cell, 2); }
Index column_of(const CellName& cell) { return from_end(cell, 1); }

CellName cell_at(const TraceTensor& tensor, Index row, Index column) {
  const int rank = tensor.shape.rank();
  CellName cell{tensor.name, std::vector<Index>(static_cast<std::size_t>(rank), 0)};
  if (rank > 0) cell.index.back() = clamped(column, tensor.shape.last());
  if (rank > 1) cell.index[cell.index.size() - 2] = clamped(row, tensor.shape.last(1));
  return cell;
}

}  // namespace attnlab
