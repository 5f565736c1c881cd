// Checkpoint: model.safetensors, optimizer.safetensors and states/ against the model's layout.
#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>

#include "core/config/scan_number.h"
#include "core/io/checkpoint_files.h"
#include "core/io/files/checksum.h"
#include "core/io/safetensors.h"
#include "core/tensor/archive.h"
#include "core/tensor/finite.h"
#include "core/training/parameters/trained_parameters.h"

namespace attnlab::checkpoint_files {
namespace {

namespace fs = std::filesystem;

constexpr const char *kStepKey = "step", *kUpdatesKey = "updates", *kChecksumKey = "checksum",
                     *kMean = ".mean", *kSquare = ".square";
constexpr std::string_view kStateSuffix = ".safetensors";

/// Some of a model's parameters, one behind the other in a flat buffer.
using Selection = std::vector<const Parameter*>;

Selection all_of(const ParameterLayout& layout) {
  Selection all;
  for (const Parameter& parameter : layout.all()) all.push_back(&parameter);
  return all;
}

/// Those that have moments.
Selection learning_of(const ParameterLayout& layout, const TrainingSettings& settings) {
  const TrainedParameters trained(layout, settings.config.train);
  Selection learning;
  for (ParameterId id = 0; id < layout.count(); ++id)
    if (trained.has(id)) learning.push_back(&layout[id]);
  return learning;
}

Index cells_in(const Selection& selection) {
  Index cells = 0;
  for (const Parameter* parameter : selection) cells += parameter->shape.size();
  return cells;
}

std::size_t bytes_in(const Selection& selection) {
  return static_cast<std::size_t>(cells_in(selection)) * sizeof(Real);
}

/// Calls `visit` with each parameter and the place of its first cell.
template <typename Visit>
void each_of(const Selection& selection, const Visit& visit) {
  std::size_t at = 0;
  for (const Parameter* parameter : selection) {
    visit(*parameter, at, static_cast<std::size_t>(parameter->shape.size()));
    at += static_cast<std::size_t>(parameter->shape.size());
  }
}

/// A flat buffer in the file under the parameters' names with `suffix` behind.
struct CheckpointPart {
  std::string suffix;
  const Selection& parameters;
  std::span<const Real> cells;
};
using Parts = std::vector<CheckpointPart>;

/// What a file has: the names of a selection with a suffix behind.
struct WantedPart {
  std::string suffix;
  const Selection& parameters;
};

/// The checksum of names, shapes and cells.
std::string checksum_of(const Parts& parts) {
  Checksum sum;
  for (const CheckpointPart& part : parts)
    each_of(part.parameters, [&](const Parameter& parameter, std::size_t at, std::size_t count) {
      sum.add(parameter.name + part.suffix);
      sum.add(parameter.shape.text());
      sum.add(std::as_bytes(part.cells.subspan(at, count)));
    });
  return sum.text();
}

SafetensorsMetadata metadata_for(const Parts& parts, Index step) {
  return {{"format", "pt"}, {kStepKey, std::to_string(step)}, {kChecksumKey, checksum_of(parts)}};
}

void write_parts(const fs::path& path, const Parts& parts, const SafetensorsMetadata& metadata) {
  std::vector<TensorToWrite> tensors;
  for (const CheckpointPart& part : parts)
    each_of(part.parameters, [&](const Parameter& parameter, std::size_t at, std::size_t count) {
      tensors.push_back({parameter.name + part.suffix, parameter.shape, part.cells.subspan(at, count)});
    });
  write_safetensors(path, tensors, metadata);
}

std::string metadata_of(const SafetensorsFile& file, const char* key) {
  const auto found = file.metadata().find(key);
  return found == file.metadata().end() ? "" : found->second;
}

void check_step(const SafetensorsFile& file, Index step) {
  const std::string stored = metadata_of(file, kStepKey);
  if (stored.empty()) throw std::runtime_error("its metadata does not contain a step");
  if (stored == std::to_string(step)) return;
  throw std::runtime_error("its step is " + quoted(std::string_view(stored)) + ", but must be " +
                           std::to_string(step) + ": the files come from different saves");
}

/// Every tensor that the model needs is there in its shape, and no other.
void check_tensors(const SafetensorsFile& file, const std::vector<WantedPart>& parts) {
  std::set<std::string> needed;
  for (const WantedPart& part : parts) {
    for (const Parameter* const parameter : part.parameters) {
      const std::string name = parameter->name + part.suffix;
      const SafetensorsEntry* entry = file.find(name);
      if (!entry) throw std::runtime_error("tensor " + name + " " + parameter->shape.text() + " is missing");
      if (entry->shape != parameter->shape)
        throw std::runtime_error("tensor " + name + " has shape " + entry->shape.text() +
                                 ", but the model of config.json needs " + parameter->shape.text());
      needed.insert(name);
    }
  }
  for (const SafetensorsEntry& entry : file.entries())
    if (!needed.contains(entry.name))
      throw std::runtime_error("tensor " + quoted(std::string_view(entry.name)) + " " + entry.shape.text() +
                               " is in the file, but not in the model of config.json");
}

AlignedBuffer read_part(const SafetensorsFile& file, const WantedPart& part, const MemorySourcePtr& memory) {
  AlignedBuffer flat(static_cast<std::size_t>(cells_in(part.parameters)), AlignedAllocator<Real>(memory));
  each_of(part.parameters, [&](const Parameter& parameter, std::size_t at, std::size_t count) {
    const auto cells = std::span(flat).subspan(at, count);
    file.read(*file.find(parameter.name + part.suffix), cells);
    if (!all_finite(cells))
      throw std::runtime_error("tensor " + parameter.name + part.suffix +
                               " contains a value that is not finite");
  });
  return flat;
}

/// The buffers of a file, in the order of `wanted`, in `memory`. Files of version 1 and of other programs
/// have no checksum.
std::vector<AlignedBuffer> read_parts(const SafetensorsFile& file, const std::vector<WantedPart>& wanted,
                                      const MemorySourcePtr& memory = {}) {
  check_tensors(file, wanted);
  std::vector<AlignedBuffer> buffers;
  Parts parts;
  for (const WantedPart& part : wanted) {
    buffers.push_back(read_part(file, part, memory));
    parts.push_back({part.suffix, part.parameters, buffers.back()});
  }
  const std::string stored = metadata_of(file, kChecksumKey);
  if (!stored.empty() && stored != checksum_of(parts))
    throw std::runtime_error("its numbers have changed since they were saved: their checksum differs");
  return buffers;
}

void check_moments(const OptimizerState& state) {
  if (!std::ranges::all_of(state.square, [](Real cell) { return cell >= 0; }))
    throw std::runtime_error("it contains a negative mean square");
}

std::string state_name(Index step) { return std::to_string(step) + std::string(kStateSuffix); }

/// Makes `path` another name of the file `old`, if that has this metadata. The metadata is read under the new
/// name, as the old folder may change meanwhile. False for another state, or a file system without second
/// names.
bool take_over(const fs::path& old, const fs::path& path, const SafetensorsMetadata& metadata) {
  std::error_code error;
  fs::create_hard_link(old, path, error);
  if (error) return false;
  try {
    if (!fs::is_symlink(path) && SafetensorsFile(path).metadata() == metadata) return true;
  } catch (const std::runtime_error&) {  // damaged: written again
  }
  fs::remove(path);
  return false;
}

/// A count in the metadata; nothing if there is none.
std::optional<Index> count_in(const SafetensorsFile& file, const char* key) {
  const std::string text = metadata_of(file, key);
  Index count = -1;
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count < 0) return {};
  return count;
}

Index updates_of(const SafetensorsFile& file) {
  const auto updates = count_in(file, kUpdatesKey);
  if (!updates) throw std::runtime_error("its metadata does not contain the number of updates");
  return *updates;
}

}  // namespace

bool is_state_file(std::string_view name) {
  if (!name.ends_with(kStateSuffix)) return false;
  name.remove_suffix(kStateSuffix.size());
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

void write_weights(const fs::path& folder, const ParameterLayout& layout, const TrainingState& state) {
  const Selection all = all_of(layout);
  const Parts parts{{"", all, state.snapshot->weights}};
  write_parts(folder / kModel, parts, metadata_for(parts, state.step()));
}

void write_optimizer(const fs::path& folder, const ParameterLayout& layout, const TrainingState& state) {
  const Selection learning = learning_of(layout, state.settings);
  const Parts parts{{kMean, learning, state.optimizer->mean}, {kSquare, learning, state.optimizer->square}};
  write_parts(folder / kOptimizer, parts, metadata_for(parts, state.step()));
}

std::string write_state(const fs::path& folder, const fs::path& old, const ParameterLayout& layout,
                        const TrainingState& state) {
  const Selection all = all_of(layout), learning = learning_of(layout, state.settings);
  const Parts parts{{"", all, state.snapshot->weights},
                    {kMean, learning, state.optimizer->mean},
                    {kSquare, learning, state.optimizer->square}};
  SafetensorsMetadata metadata = metadata_for(parts, state.step());
  metadata[kUpdatesKey] = std::to_string(state.optimizer->updates);
  const fs::path path = folder / kStates / state_name(state.step());
  if (!take_over(old / kStates / state_name(state.step()), path, metadata))
    write_parts(path, parts, metadata);
  return metadata[kChecksumKey];
}

Index step_of_weights(const fs::path& folder) {
  return with_name(kModel, [&] { return count_in(SafetensorsFile(folder / kModel), kStepKey).value_or(0); });
}

SnapshotPtr read_weights(const fs::path& folder, const ParameterLayout& layout, const Progress& progress,
                         ReadProgress* read) {
  return with_name(kModel, [&] {
    const SafetensorsFile file(folder / kModel, read);
    if (read) read->note(file.header_bytes());
    if (!progress.imported) check_step(file, progress.steps);
    const Selection all = all_of(layout);
    auto parts = read_parts(file, {{"", all}});
    return std::make_shared<const WeightsSnapshot>(WeightsSnapshot{progress.steps, std::move(parts[0])});
  });
}

std::shared_ptr<const OptimizerState> read_optimizer(const fs::path& folder, const ParameterLayout& layout,
                                                     const Progress& progress, ReadProgress* read) {
  return with_name(kOptimizer, [&] {
    const SafetensorsFile file(folder / kOptimizer, read);
    if (read) read->note(file.header_bytes());
    check_step(file, progress.steps);
    const Selection learning = learning_of(layout, progress.settings);
    auto parts = read_parts(file, {{kMean, learning}, {kSquare, learning}});
    OptimizerState state{std::move(parts[0]), std::move(parts[1]), progress.updates};
    check_moments(state);
    return std::make_shared<const OptimizerState>(std::move(state));
  });
}

StatePtr read_state(const fs::path& folder, const ParameterLayout& layout, const StoredState& stored,
                    Archive& archive, ReadProgress* read) {
  const std::string name = state_name(stored.step);
  return with_name(std::string(kStates) + "/" + name, [&] {
    const SafetensorsFile file(folder / kStates / name, read);
    if (read) read->note(file.header_bytes());
    const Index updates = updates_of(file);
    if (metadata_of(file, kChecksumKey) != stored.checksum || updates != stored.updates.value_or(updates))
      throw std::runtime_error("it is not the state that timeline.json lists: its checksum differs");
    check_step(file, stored.step);
    const Selection all = all_of(layout), learning = learning_of(layout, stored.settings);
    const std::size_t moment = bytes_in(learning);
    auto parts = read_parts(file, {{"", all}, {kMean, learning}, {kSquare, learning}},
                            archive.block({bytes_in(all), moment, moment}));
    OptimizerState moments{std::move(parts[1]), std::move(parts[2]), updates};
    check_moments(moments);
    return std::make_shared<const TrainingState>(TrainingState{
        std::make_shared<const WeightsSnapshot>(WeightsSnapshot{stored.step, std::move(parts[0])}),
        std::make_shared<const OptimizerState>(std::move(moments)), stored.settings});
  });
}

}  // namespace attnlab::checkpoint_files
