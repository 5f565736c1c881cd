// Residual stream: norms of the stream and of its updates.
#include "core/analysis/residual_stream.h"

#include <cmath>

#include "core/layers/attention_sites.h"
#include "core/layers/block_sites.h"
#include "core/layers/feed_forward_sites.h"

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

/// The update that the sublayer before a residual sum adds to the stream.
const TraceTensor* update_of(const Trace& trace, const TraceTensor& sum) {
  const Place block = sum.place.outer();
  for (const block_sites::Sublayer& sublayer : block_sites::kSublayers) {
    if (sum.place.part() != &sublayer.residual) continue;
    const bool attention = sublayer.network.kind == PartKind::Attention;
    return trace.find(block.inside(sublayer.network),
                      attention ? attention_sites::kOutput : feed_forward_sites::kOutput);
  }
  return nullptr;
}

}  // namespace

std::vector<StreamUpdate> stream_updates(const Trace& trace) {
  std::vector<StreamUpdate> updates;
  for (const TraceTensor& tensor : trace.tensors()) {
    if (!tensor.is(block_sites::kResidual)) continue;
    const TraceTensor* update = update_of(trace, tensor);
    if (update) updates.push_back({update->name, tensor.name, row_norms(*update), row_norms(tensor)});
  }
  return updates;
}

}  // namespace attnlab
