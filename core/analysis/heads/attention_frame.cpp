// Attention frame: metrics and thumbnails of each head.
#include "core/analysis/heads/attention_frame.h"

namespace attnlab {

std::vector<HeadFrame> attention_frame(const Trace& trace, std::string_view attention, Index most) {
  const TraceTensor& weights = trace.at(std::string(attention) + ".weights");
  const Index queries = weights.shape[2], keys = weights.shape[3];
  std::vector<HeadFrame> heads;
  for (HeadMetrics& metrics : head_metrics(trace)) {
    if (metrics.attention != attention) continue;
    const Real* const matrix = weights.value.data() + metrics.head * queries * keys;
    HeadFrame& head =
        heads.emplace_back(HeadFrame{std::move(metrics), block_maxima(matrix, queries, keys, most)});
    if (head.weights.cells.empty()) head.weights.cells.assign(matrix, matrix + queries * keys);
  }
  return heads;
}

}  // namespace attnlab
