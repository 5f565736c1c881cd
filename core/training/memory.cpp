// Memory: counting cells.
#include "core/training/memory.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "core/models/architecture_kind.h"
#include "core/models/model.h"
#include "core/ops/recurrent/cell_kind.h"
#include "core/platform/machine.h"

namespace attnlab {
namespace {

std::string gigabytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, bytes < 1e10 ? "%.1f GB" : "%.0f GB", bytes / 1e9);
  return text;
}

/// Cells of one position in a Transformer block: query, key, value, context, output, two norms; the hidden
/// layer; the weights.
double block_cells(const ModelConfig& model, Index positions) {
  const Index norms = has_feed_forward(model) ? 2 : 1;
  const Index heads = model.heads * model.head_size(), keys = model.key_heads() * model.head_size();
  return double((1 + norms) * model.width + 2 * (heads + keys) + 2 * model.feed_forward +
                model.heads * positions);
}

/// Cells of one position in a recurrent cell: its gates and states.
double cell_cells(const ModelConfig& model) {
  const CellKind& kind = cell_kind(model.cell);
  return double((kind.gate_count() + kind.state_count()) * model.width);
}

/// Cells of one position in all layers.
double layer_cells(const ModelConfig& model, Index positions) {
  const ArchitectureKind& architecture = architecture_of(model);
  const Index second = architecture.has_two_stacks() ? model.decoder_depth() : 0;
  const auto layers = double(model.layers + second);
  switch (architecture.layers) {
    case ArchitectureKind::Layers::Blocks: return layers * block_cells(model, positions);
    case ArchitectureKind::Layers::Cells: return layers * cell_cells(model);
    case ArchitectureKind::Layers::None: break;
  }
  return 0;
}

/// All of them learn, by batches of the model's longest sequence.
TrainedSize whole_size(const ModelConfig& model, Index parameters) {
  return {parameters, parameters, parameters, longest_sequence(model)};
}

/// Texts may be shorter than the model could read.
Index positions_of(const ModelConfig& model, const Task& task) {
  const Format format = task.format();
  const Index longest = longest_sequence(model);
  if (format != Format::Stream && format != Format::Masked) return longest;
  return std::min(longest, std::max(task.max_source_length(), task.max_target_length()));
}

}  // namespace

TrainedSize trained_size(const Model& model, const Task& task, const TrainedParameters& trained,
                         bool keeps_first) {
  const Index all = model.parameters().size();
  return {all, trained.cells(), trained.gradients().end - trained.gradients().begin,
          positions_of(model.config(), task), keeps_first ? all : 0};
}

TrainedSize trained_size(const Experiment& experiment) {
  const TrainedParameters trained(experiment.model->parameters(), experiment.preset.training.train);
  return trained_size(*experiment.model, *experiment.task, trained, experiment.first != nullptr);
}

TrainingMemory training_memory(const ModelConfig& model, const TrainingConfig& training,
                               const TrainedSize& size) {
  const auto context = double(size.positions), batch = double(training.batch);
  const auto shards = double(std::min(training.shards, training.batch));
  const double a_position = layer_cells(model, size.positions) + 2 * double(model.target_vocabulary);
  const auto bytes = [](double cells) { return cells * sizeof(Real); };
  return {bytes(double(size.parameters + size.kept)), bytes(2 * double(size.learning)),
          bytes(shards * double(size.gradients)), bytes(batch * context * a_position)};
}

double training_bytes(const ModelConfig& model, const TrainingConfig& training, Index parameters) {
  return training_memory(model, training, whole_size(model, parameters)).total();
}

void check_memory(const ModelConfig& model, const TrainingConfig& training, Index parameters) {
  check_memory(model, training, whole_size(model, parameters));
}

void check_memory(const ModelConfig& model, const TrainingConfig& training, const TrainedSize& size) {
  const double needed = training_memory(model, training, size).total(), there = platform::memory_of_machine();
  if (needed <= there) return;
  throw std::invalid_argument(
      "training needs at least " + gigabytes(needed) + " of memory, but this machine has " +
      gigabytes(there) + ": choose a smaller model.width, model.layers, model.context or training.batch");
}

void check_memory_of_runs(double bytes, std::size_t runs) {
  const double there = platform::memory_of_machine();
  if (bytes <= there) return;
  throw std::invalid_argument("these " + std::to_string(runs) + " runs need at least " + gigabytes(bytes) +
                              " of memory together, but this machine has " + gigabytes(there) +
                              ": use fewer values or seeds");
}

}  // namespace attnlab
