// Residual stream: norms of what flows and what is added.
#include "core/analysis/residual_stream.h"

#include <cmath>

namespace attnlab {

namespace {

std::vector<double> row_norms(const TraceTensor& tensor) {
  const auto width = static_cast<std::size_t>(tensor.shape.last());
  std::vector<double> norms(static_cast<std::size_t>(tensor.shape.rows()), 0.0);
  for (std::size_t i = 0; i < tensor.value.size(); ++i)
    norms[i / width] += static_cast<double>(tensor.value[i]) * static_cast<double>(tensor.value[i]);
  for (double& norm : norms) norm = std::sqrt(norm);
  return norms;
}

/// The output of the sublayer behind "….attention_residual": "….self_attention.output".
std::string update_of(const std::string& stream) {
  constexpr std::string_view kSuffix = "_residual";
  const std::size_t dot = stream.rfind('.') + 1;
  const std::string sublayer = stream.substr(dot, stream.size() - kSuffix.size() - dot);
  return stream.substr(0, dot) + (sublayer == "attention" ? "self_attention" : sublayer) + ".output";
}

}  // namespace

std::vector<StreamUpdate> stream_updates(const Trace& trace) {
  std::vector<StreamUpdate> updates;
  for (const TraceTensor& tensor : trace.tensors()) {
    if (!tensor.name.ends_with("_residual")) continue;
    const TraceTensor* update = trace.find(update_of(tensor.name));
    if (update) updates.push_back({update->name, tensor.name, row_norms(*update), row_norms(tensor)});
  }
  return updates;
}

}  // namespace attnlab
