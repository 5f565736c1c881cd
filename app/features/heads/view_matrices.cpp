// The matrices of open heads: which cells are hidden, means, differences.
#include "app/features/heads/view_matrices.h"

#include "app/state/heads_choice.h"
#include "app/views/common/cached_matrix.h"
#include "core/analysis/heads/head_matrices.h"
#include "core/config/scan_number.h"

namespace attnlab {
namespace {

TensorSlice slice_of(const ViewModel& model, const Selection& head, Stage stage) {
  return matrix_slice(model.trace->find(stage_tensor(head, stage)), head.head, model.trace_version);
}

struct HiddenCells {
  CachedMatrix<unsigned char> selected, other;
};

struct MeanWeights {
  CachedMatrix<float> cells;
};

/// `weights` hatched where the head's masked scores are −∞. Caches the selected head and one other.
MatrixView hatched(const ViewModel& model, const Selection& head, MatrixView weights) {
  const MatrixView scores = slice_of(model, head, Stage::Masked).view;
  if (scores.empty() || scores.cells() != weights.cells()) return weights;
  HiddenCells& cache = model.remembered<HiddenCells>();
  const auto& hidden = cached_cells(head == model.state.selection ? cache.selected : cache.other,
                                    scores.version, [&] { return masked_cells(scores); });
  if (!hidden.empty()) weights.mask = hidden.data();
  return weights;
}

}  // namespace

MatrixView head_weights(const ViewModel& model, const Selection& head) {
  return hatched(model, head, slice_of(model, head, Stage::Softmax).view);
}

MatrixView mean_weights(const ViewModel& model, const Selection& head) {
  const TraceTensor* tensor = model.trace->find(stage_tensor(head, Stage::Softmax));
  const TensorSlice first = matrix_slice(tensor, 0, model.trace_version);
  if (first.empty() || tensor->shape.rank() != 4) return first.view;
  CachedMatrix<float>& cache = model.remembered<MeanWeights>().cells;
  const auto& cells = cached_cells(cache, first.view.version, [&] { return mean_over_heads(*tensor); });
  return hatched(model, head,
                 matrix_view(cells.data(), first.view.rows, first.view.cols, joined(first.view.version, 1)));
}

std::optional<Selection> compared_head(const ViewModel& model) {
  const std::string& text = model.state.choices.of<HeadsChoice>().compare;
  const char* const end = text.data() + text.size();
  Selection other = model.state.selection;
  const auto [dot, bad_layer] = scan_number(text.data(), end, other.layer);
  if (bad_layer != std::errc() || dot == end || *dot != '.') return {};
  const auto [stop, bad_head] = scan_number(dot + 1, end, other.head);
  const ModelConfig& config = model.trace->config();
  const bool there = bad_head == std::errc() && stop == end && other.layer >= 0 &&
                     other.layer < layers_of(config, other.attention) && other.head >= 0 &&
                     other.head < config.heads;
  return there ? std::optional(other) : std::nullopt;
}

}  // namespace attnlab
