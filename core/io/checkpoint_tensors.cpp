// Checkpoint: model.safetensors, optimizer.safetensors and states/ against the model's layout.
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <stdexcept>

#include "core/io/checkpoint_files.h"
#include "core/io/checksum.h"
#include "core/io/safetensors.h"
#include "core/tensor/finite.h"

namespace attnlab::checkpoint_files {
namespace {

namespace fs = std::filesystem;

constexpr const char *kStepKey = "step", *kUpdatesKey = "updates", *kChecksumKey = "checksum";
constexpr std::string_view kStateSuffix = ".safetensors";

/// A flat buffer in the file under the parameters' names with `suffix` behind.
struct CheckpointPart {
  std::string suffix;
  std::span<const Real> cells;
};
using Parts = std::vector<CheckpointPart>;

std::span<const Real> cells_of(std::span<const Real> flat, const Parameter& parameter) {
  return flat.subspan(static_cast<std::size_t>(parameter.offset),
                      static_cast<std::size_t>(parameter.shape.size()));
}

/// The checksum of names, shapes and cells.
std::string checksum_of(const ParameterLayout& layout, const Parts& parts) {
  Checksum sum;
  for (const CheckpointPart& part : parts) {
    for (const Parameter& parameter : layout.all()) {
      sum.add(parameter.name + part.suffix);
      sum.add(parameter.shape.text());
      sum.add(std::as_bytes(cells_of(part.cells, parameter)));
    }
  }
  return sum.text();
}

SafetensorsMetadata metadata_for(const ParameterLayout& layout, const Parts& parts, Index step) {
  return {{"format", "pt"}, {kStepKey, std::to_string(step)}, {kChecksumKey, checksum_of(layout, parts)}};
}

void write_parts(const fs::path& path, const ParameterLayout& layout, const Parts& parts,
                 const SafetensorsMetadata& metadata) {
  std::vector<TensorToWrite> tensors;
  for (const CheckpointPart& part : parts)
    for (const Parameter& parameter : layout.all())
      tensors.push_back({parameter.name + part.suffix, parameter.shape, cells_of(part.cells, parameter)});
  write_safetensors(path, tensors, metadata);
}

std::string metadata_of(const SafetensorsFile& file, const char* key) {
  const auto found = file.metadata().find(key);
  return found == file.metadata().end() ? "" : found->second;
}

void check_step(const SafetensorsFile& file, Index step) {
  const std::string stored = metadata_of(file, kStepKey);
  if (stored.empty()) throw std::runtime_error("its metadata has no step");
  if (stored == std::to_string(step)) return;
  throw std::runtime_error("it is of step " + quoted(std::string_view(stored)) + ", but should be of step " +
                           std::to_string(step) + ": the files are of different saves");
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

AlignedBuffer read_part(const SafetensorsFile& file, const ParameterLayout& layout,
                        const std::string& suffix) {
  AlignedBuffer flat(static_cast<std::size_t>(layout.size()));
  for (const Parameter& parameter : layout.all()) {
    const auto cells = std::span(flat).subspan(static_cast<std::size_t>(parameter.offset),
                                               static_cast<std::size_t>(parameter.shape.size()));
    file.read(*file.find(parameter.name + suffix), cells);
    if (!all_finite(cells))
      throw std::runtime_error("tensor " + parameter.name + suffix + " has a value that is not finite");
  }
  return flat;
}

/// The buffers of a file, one for each suffix. Files of version 1 and of other programs have no checksum.
std::vector<AlignedBuffer> read_parts(const SafetensorsFile& file, const ParameterLayout& layout,
                                      const std::vector<std::string>& suffixes) {
  check_tensors(file, layout, suffixes);
  std::vector<AlignedBuffer> buffers;
  Parts parts;
  for (const std::string& suffix : suffixes) {
    buffers.push_back(read_part(file, layout, suffix));
    parts.push_back({suffix, buffers.back()});
  }
  const std::string stored = metadata_of(file, kChecksumKey);
  if (!stored.empty() && stored != checksum_of(layout, parts))
    throw std::runtime_error("its numbers are not those that were saved: their checksum is another");
  return buffers;
}

void check_moments(const OptimizerState& state) {
  if (!std::ranges::all_of(state.square, [](Real cell) { return cell >= 0; }))
    throw std::runtime_error("a mean square is negative");
}

Parts all_parts(const TrainingState& state) {
  return {
      {"", state.snapshot->weights}, {".mean", state.optimizer->mean}, {".square", state.optimizer->square}};
}

std::string state_name(Index step) { return std::to_string(step) + std::string(kStateSuffix); }

/// Makes `path` another name of the file `old`, if that has this metadata. The metadata is read under the new
/// name, as the old folder may change meanwhile. False for another state, or a file system without second
/// names.
bool take_over(const fs::path& old, const fs::path& path, const SafetensorsMetadata& metadata) {
  if (::link(old.c_str(), path.c_str()) != 0) return false;
  try {
    if (!fs::is_symlink(path) && SafetensorsFile(path).metadata() == metadata) return true;
  } catch (const std::runtime_error&) {  // damaged: written again
  }
  fs::remove(path);
  return false;
}

/// A count in the metadata; nothing where there is none.
std::optional<Index> count_in(const SafetensorsFile& file, const char* key) {
  const std::string text = metadata_of(file, key);
  Index count = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count < 0) return {};
  return count;
}

Index updates_of(const SafetensorsFile& file) {
  const auto updates = count_in(file, kUpdatesKey);
  if (!updates) throw std::runtime_error("its metadata has no number of updates");
  return *updates;
}

}  // namespace

bool is_state_file(std::string_view name) {
  if (!name.ends_with(kStateSuffix)) return false;
  name.remove_suffix(kStateSuffix.size());
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

void write_weights(const fs::path& folder, const ParameterLayout& layout, const TrainingState& state) {
  const Parts parts{{"", state.snapshot->weights}};
  write_parts(folder / kModel, layout, parts, metadata_for(layout, parts, state.step()));
}

void write_optimizer(const fs::path& folder, const ParameterLayout& layout, const TrainingState& state) {
  const Parts parts{{".mean", state.optimizer->mean}, {".square", state.optimizer->square}};
  write_parts(folder / kOptimizer, layout, parts, metadata_for(layout, parts, state.step()));
}

std::string write_state(const fs::path& folder, const fs::path& old, const ParameterLayout& layout,
                        const TrainingState& state) {
  const Parts parts = all_parts(state);
  SafetensorsMetadata metadata = metadata_for(layout, parts, state.step());
  metadata[kUpdatesKey] = std::to_string(state.optimizer->updates);
  const fs::path path = folder / kStates / state_name(state.step());
  if (!take_over(old / kStates / state_name(state.step()), path, metadata))
    write_parts(path, layout, parts, metadata);
  return metadata[kChecksumKey];
}

Index step_of_weights(const fs::path& folder) {
  return with_name(kModel, [&] { return count_in(SafetensorsFile(folder / kModel), kStepKey).value_or(0); });
}

SnapshotPtr read_weights(const fs::path& folder, const ParameterLayout& layout, const Progress& progress) {
  return with_name(kModel, [&] {
    const SafetensorsFile file(folder / kModel);
    if (!progress.imported) check_step(file, progress.steps);
    auto parts = read_parts(file, layout, {""});
    return std::make_shared<const WeightsSnapshot>(WeightsSnapshot{progress.steps, std::move(parts[0])});
  });
}

std::shared_ptr<const OptimizerState> read_optimizer(const fs::path& folder, const ParameterLayout& layout,
                                                     const Progress& progress) {
  return with_name(kOptimizer, [&] {
    const SafetensorsFile file(folder / kOptimizer);
    check_step(file, progress.steps);
    auto parts = read_parts(file, layout, {".mean", ".square"});
    OptimizerState state{std::move(parts[0]), std::move(parts[1]), progress.updates};
    check_moments(state);
    return std::make_shared<const OptimizerState>(std::move(state));
  });
}

StatePtr read_state(const fs::path& folder, const ParameterLayout& layout, const StoredState& stored) {
  const std::string name = state_name(stored.step);
  return with_name(std::string(kStates) + "/" + name, [&] {
    const SafetensorsFile file(folder / kStates / name);
    const Index updates = updates_of(file);
    if (metadata_of(file, kChecksumKey) != stored.checksum || updates != stored.updates.value_or(updates))
      throw std::runtime_error("it is not the state that timeline.json names: its checksum is another");
    check_step(file, stored.step);
    auto parts = read_parts(file, layout, {"", ".mean", ".square"});
    OptimizerState moments{std::move(parts[1]), std::move(parts[2]), updates};
    check_moments(moments);
    return std::make_shared<const TrainingState>(TrainingState{
        std::make_shared<const WeightsSnapshot>(WeightsSnapshot{stored.step, std::move(parts[0])}),
        std::make_shared<const OptimizerState>(std::move(moments)), stored.settings});
  });
}

}  // namespace attnlab::checkpoint_files
