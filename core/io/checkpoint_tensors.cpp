// Checkpoint: model.safetensors and optimizer.safetensors against the model's layout.
#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/io/checkpoint_files.h"
#include "core/io/safetensors.h"

namespace attnlab::checkpoint_files {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStepKey = "step";

/// A flat buffer in the file under the parameters' names with `suffix` behind.
struct Part {
  std::string suffix;
  std::span<const Real> cells;
};

std::span<const Real> cells_of(std::span<const Real> flat, const Parameter& parameter) {
  return flat.subspan(static_cast<std::size_t>(parameter.offset),
                      static_cast<std::size_t>(parameter.shape.size()));
}

void write_parts(const fs::path& path, const ParameterLayout& layout, const std::vector<Part>& parts,
                 Index step) {
  std::vector<TensorToWrite> tensors;
  for (const Part& part : parts)
    for (const Parameter& parameter : layout.all())
      tensors.push_back({parameter.name + part.suffix, parameter.shape, cells_of(part.cells, parameter)});
  write_safetensors(path, tensors, {{"format", "pt"}, {kStepKey, std::to_string(step)}});
}

void check_step(const SafetensorsFile& file, Index step) {
  const auto found = file.metadata().find(kStepKey);
  if (found == file.metadata().end()) throw std::runtime_error("its metadata has no step");
  if (found->second == std::to_string(step)) return;
  throw std::runtime_error("it is of step " + quoted(std::string_view(found->second)) +
                           ", but training.json of step " + std::to_string(step) +
                           ": the files are of different saves");
}

/// Every tensor that the model needs is there in its shape, and no other.
void check_tensors(const SafetensorsFile& file, const ParameterLayout& layout,
                   const std::vector<std::string>& suffixes) {
  std::set<std::string> needed;
  for (const std::string& suffix : suffixes) {
    for (const Parameter& parameter : layout.all()) {
      const std::string name = parameter.name + suffix;
      const SafetensorsEntry* entry = file.find(name);
      if (!entry) throw std::runtime_error("tensor " + name + " " + parameter.shape.text() + " is missing");
      if (entry->shape != parameter.shape)
        throw std::runtime_error("tensor " + name + " has shape " + entry->shape.text() +
                                 ", but the model of config.json needs " + parameter.shape.text());
      needed.insert(name);
    }
  }
  for (const SafetensorsEntry& entry : file.entries())
    if (!needed.contains(entry.name))
      throw std::runtime_error("tensor " + quoted(std::string_view(entry.name)) + " " + entry.shape.text() +
                               " is in it, but not in the model of config.json");
}

/// One flat buffer; `most_negative` is the least allowed value.
AlignedBuffer read_part(const SafetensorsFile& file, const ParameterLayout& layout,
                        const std::string& suffix) {
  AlignedBuffer flat(static_cast<std::size_t>(layout.size()));
  for (const Parameter& parameter : layout.all()) {
    const auto cells = std::span(flat).subspan(static_cast<std::size_t>(parameter.offset),
                                               static_cast<std::size_t>(parameter.shape.size()));
    file.read(*file.find(parameter.name + suffix), cells);
    if (!std::ranges::all_of(cells, [](Real cell) { return std::isfinite(cell); }))
      throw std::runtime_error("tensor " + parameter.name + suffix + " has a value that is not finite");
  }
  return flat;
}

}  // namespace

void write_weights(const fs::path& folder, const Checkpoint& checkpoint) {
  write_parts(folder / kModel, checkpoint.model->parameters(), {{"", checkpoint.snapshot->weights}},
              checkpoint.snapshot->step);
}

void write_optimizer(const fs::path& folder, const Checkpoint& checkpoint) {
  write_parts(folder / kOptimizer, checkpoint.model->parameters(),
              {{".mean", checkpoint.optimizer->mean}, {".square", checkpoint.optimizer->square}},
              checkpoint.snapshot->step);
}

SnapshotPtr read_weights(const fs::path& folder, const ParameterLayout& layout, Index step) {
  return with_name(kModel, [&] {
    const SafetensorsFile file(folder / kModel);
    check_step(file, step);
    check_tensors(file, layout, {""});
    return std::make_shared<const WeightsSnapshot>(WeightsSnapshot{step, read_part(file, layout, "")});
  });
}

OptimizerState read_optimizer(const fs::path& folder, const ParameterLayout& layout,
                              const Progress& progress) {
  return with_name(kOptimizer, [&] {
    const SafetensorsFile file(folder / kOptimizer);
    check_step(file, progress.steps);
    check_tensors(file, layout, {".mean", ".square"});
    OptimizerState state{read_part(file, layout, ".mean"), read_part(file, layout, ".square"),
                         progress.updates};
    if (!std::ranges::all_of(state.square, [](Real cell) { return cell >= 0; }))
      throw std::runtime_error("a mean square is negative");
    return state;
  });
}

}  // namespace attnlab::checkpoint_files
