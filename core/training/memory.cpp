// Memory: counting cells.
#include "core/training/memory.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "core/models/architecture_kind.h"
#include "core/ops/recurrent/cell_kind.h"

namespace attnlab {
namespace {

double machine_bytes() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGE_SIZE));
}

std::string gigabytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, bytes < 1e10 ? "%.1f GB" : "%.0f GB", bytes / 1e9);
  return text;
}

/// Cells of one position in a Transformer block: query, key, value, context, output, two norms; the hidden
/// layer; the weights.
double block_cells(const ModelConfig& model) {
  const Index norms = has_feed_forward(model) ? 2 : 1;
  const Index heads = model.heads * model.head_size(), keys = model.key_heads() * model.head_size();
  return static_cast<double>((1 + norms) * model.width + 2 * (heads + keys) + 2 * model.feed_forward +
                             model.heads * longest_sequence(model));
}

/// Cells of one position in a recurrent cell: its gates and states.
double cell_cells(const ModelConfig& model) {
  const CellKind& kind = cell_kind(model.cell);
  return static_cast<double>((kind.gate_count() + kind.state_count()) * model.width);
}

/// Cells of one position in all layers.
double layer_cells(const ModelConfig& model) {
  const ArchitectureKind& architecture = architecture_of(model);
  const auto stacks = static_cast<double>((architecture.has_two_stacks() ? 2 : 1) * model.layers);
  switch (architecture.layers) {
    case ArchitectureKind::Layers::Blocks: return stacks * block_cells(model);
    case ArchitectureKind::Layers::Cells: return stacks * cell_cells(model);
    case ArchitectureKind::Layers::None: break;
  }
  return 0;
}

}  // namespace

double training_bytes(const ModelConfig& model, const TrainingConfig& training, Index parameters) {
  const auto context = static_cast<double>(longest_sequence(model)),
             batch = static_cast<double>(training.batch);
  const auto shards = static_cast<double>(std::min(training.shards, training.batch));
  const double a_position = layer_cells(model) + 2 * static_cast<double>(model.target_vocabulary);
  const double cells = static_cast<double>(parameters) * (3 + shards) + batch * context * a_position;
  return cells * sizeof(Real);
}

void check_memory(const ModelConfig& model, const TrainingConfig& training, Index parameters) {
  const double needed = training_bytes(model, training, parameters), there = machine_bytes();
  if (needed <= there) return;
  throw std::invalid_argument(
      "training would take at least " + gigabytes(needed) + " of memory, but this machine has " +
      gigabytes(there) + ": choose a smaller model.width, model.layers, model.context or training.batch");
}

void check_memory_of_runs(double bytes, std::size_t runs) {
  const double there = machine_bytes();
  if (bytes <= there) return;
  throw std::invalid_argument("these " + std::to_string(runs) + " runs would take at least " +
                              gigabytes(bytes) + " of memory together, but this machine has " +
                              gigabytes(there) + ": give fewer values or seeds");
}

}  // namespace attnlab
