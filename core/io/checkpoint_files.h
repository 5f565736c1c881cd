// The files of a checkpoint, each written and read by itself.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/io/checkpoint.h"

namespace attnlab::checkpoint_files {

inline constexpr std::string_view kConfig = "config.json", kModel = "model.safetensors",
                                  kTokenizer = "tokenizer.json", kTraining = "training.json",
                                  kOptimizer = "optimizer.safetensors", kMetrics = "metrics.csv",
                                  kMeasurements = "measurements.csv", kTimeline = "timeline.json",
                                  kStates = "states";

/// What config.json holds.
struct Config {
  Preset preset;
  Index version = 0;  ///< of the format
};

/// What training.json holds.
struct Progress {
  Index steps = 0;    ///< done
  Index updates = 0;  ///< of the optimizer
  TrainingSettings settings;
  bool record = false;  ///< whether there are files of a record
};

void write_config(const std::filesystem::path& folder, const Preset& preset);
void write_vocabularies(const std::filesystem::path& folder, const Vocabularies& vocabularies);
void write_progress(const std::filesystem::path& folder, const Progress& progress);
void write_weights(const std::filesystem::path& folder, const ParameterLayout& layout,
                   const TrainingState& state);
void write_optimizer(const std::filesystem::path& folder, const ParameterLayout& layout,
                     const TrainingState& state);
void write_metrics(const std::filesystem::path& folder, const AppendLog<StepMetrics>::View& rows);
void write_measurements(const std::filesystem::path& folder, const Record& record);
/// Puts `state` into states/; where `old`, another folder of states, has the same, that file itself. Returns
/// its checksum.
std::string write_state(const std::filesystem::path& folder, const std::filesystem::path& old,
                        const ParameterLayout& layout, const TrainingState& state);
/// All files of a record, with those states that the checkpoint in `old` has already. `first`: the settings
/// that the run began with.
void write_record(const std::filesystem::path& folder, const std::filesystem::path& old,
                  const ParameterLayout& layout, const TrainingSettings& first, const Record& record);

/// Readers throw std::exception with one line that need not name the folder.
Config read_config(const std::filesystem::path& folder);
Vocabularies read_vocabularies(const std::filesystem::path& folder);
Progress read_progress(const std::filesystem::path& folder, const Config& config);
SnapshotPtr read_weights(const std::filesystem::path& folder, const ParameterLayout& layout, Index step);
std::shared_ptr<const OptimizerState> read_optimizer(const std::filesystem::path& folder,
                                                     const ParameterLayout& layout, const Progress& progress);
/// The state in states/, which must have this checksum.
StatePtr read_state(const std::filesystem::path& folder, const ParameterLayout& layout, Index step,
                    const std::string& checksum, const TrainingSettings& settings);

/// The readers of a record leave out what they cannot read, and say so in `remarks`. `last`: the last step
/// that may be there; `rows`: how many there should be, where that is known.
AppendLog<StepMetrics>::View read_metrics(const std::filesystem::path& folder, Index last,
                                          std::optional<Index> rows, std::vector<std::string>& remarks);
void read_measurements(const std::filesystem::path& folder, Index last, std::optional<Index> rows,
                       Record& record, std::vector<std::string>& remarks);
Record read_record(const std::filesystem::path& folder, const ParameterLayout& layout,
                   const TrainingSettings& first, Index last, std::vector<std::string>& remarks);

/// Whether config.json says that it belongs to a checkpoint.
bool has_config(const std::filesystem::path& folder);
/// Whether a file in states/ has a name that write_state() gives.
bool is_state_file(std::string_view name);

/// Runs `read`, whose errors get the name of the file in front.
template <typename F>
auto with_name(std::string_view file, const F& read) {
  try {
    return read();
  } catch (const std::exception& error) {
    throw std::runtime_error(std::string(file) + ": " + error.what());
  }
}

}  // namespace attnlab::checkpoint_files
