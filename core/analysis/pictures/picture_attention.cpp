// Picture attention: found by the sites of weights, and by the text of their keys.
#include "core/analysis/pictures/picture_attention.h"

#include "core/analysis/rollout.h"
#include "core/layers/alignment_sites.h"
#include "core/layers/attention_sites.h"

namespace attnlab {

namespace {

/// Equal shares for the queries that ask: [queries].
std::vector<double> shares(const PatchGrid& grid, Index queries, bool of_patches, const AskedBy& by) {
  std::vector<double> start(queries, 0.0);
  const Index first = of_patches ? grid.first : 0;
  if (!by.all) {
    start[std::min(by.query, queries - 1)] = 1;
  } else {
    for (Index q = first; q < queries; ++q) start[q] = 1 / double(queries - first);
  }
  return start;
}

}  // namespace

std::span<const Real> PictureAttention::row(Index head, Index query) const {
  const Index from = ((weights->shape.rank() == 4 ? head : 0) * queries() + query) * keys();
  return weights->value.subspan(from, keys());
}

CellName PictureAttention::cell(Index head, Index query, Index key) const {
  if (weights->shape.rank() == 4) return {weights->name, {0, head, query, key}};
  return {weights->name, {0, query, key}};
}

std::vector<PictureAttention> picture_attentions(const Trace& trace) {
  std::vector<PictureAttention> all;
  for (const TraceTensor& tensor : trace.tensors()) {
    if (!tensor.is(attention_sites::kWeights) && !tensor.is(alignment_sites::kWeights)) continue;
    const std::size_t key = tensor.site->axes.size() - 1;
    if (runs_over_patches(trace, tensor, key))
      all.push_back({&tensor, runs_over_patches(trace, tensor, key - 1)});
  }
  return all;
}

AskedBy asked_by_whole(const PatchGrid& grid) { return {.query = 0, .all = grid.first == 0}; }

std::vector<double> weights_of(const PictureAttention& attention, const PatchGrid& grid, Index head,
                               const AskedBy& by) {
  std::vector<double> mean(attention.keys(), 0.0);
  const std::vector<double> start = shares(grid, attention.queries(), attention.asked_by_patches, by);
  for (Index q = 0; q < attention.queries(); ++q) {
    const double share = start[q];
    if (share == 0) continue;
    const std::span<const Real> row = attention.row(head, q);
    for (std::size_t k = 0; k < row.size(); ++k) mean[k] += share * double(row[k]);
  }
  return mean;
}

std::vector<std::vector<double>> picture_rollout(const Trace& trace, const AskedBy& by) {
  std::vector<const TraceTensor*> layers;
  for (const PictureAttention& attention : picture_attentions(trace))
    if (attention.asked_by_patches) layers.push_back(attention.weights);
  if (layers.empty()) return {};
  return rollout_from(layers, shares(*patch_grid(trace), layers[0]->shape.last(), true, by));
}

}  // namespace attnlab
