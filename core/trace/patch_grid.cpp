// Patch grid, by the model's sizes and the sites of its tensors.
#include "core/trace/patch_grid.h"

#include "core/models/architecture_kind.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

std::optional<PatchGrid::Place> PatchGrid::patch_at(Index position) const {
  const Index patch = position - first;
  if (patch < 0 || patch >= patches()) return {};
  return Place{patch / columns, patch % columns};
}

std::optional<PatchGrid> patch_grid(const ModelConfig& config) {
  const ArchitectureKind& architecture = architecture_of(config);
  if (!architecture.reads_pictures() || !architecture.source_stack) return {};
  const Index across = config.picture_size / config.patch_size;
  return PatchGrid{across, across, config.patch_size, has_class_token(config) ? 1 : 0};
}

std::optional<PatchGrid> patch_grid(const Trace& trace) {
  if (trace.batch().pictures.empty()) return {};
  return patch_grid(trace.config());
}

bool runs_over_patches(const Trace& trace, const TraceTensor& tensor, std::size_t axis) {
  if (!tensor.site || axis >= tensor.site->axes.size() || !patch_grid(trace)) return false;
  return &axis_pieces(trace, tensor, axis) == &trace.source_pieces;
}

std::string position_name(const PatchGrid& grid, Index position) {
  const std::optional<PatchGrid::Place> patch = grid.patch_at(position);
  if (!patch) return "[CLS]";
  return std::to_string(patch->row) + "," + std::to_string(patch->column);
}

}  // namespace attnlab
