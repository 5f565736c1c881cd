// The files of a checkpoint, each written and read by itself.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/io/checkpoint.h"

namespace attnlab {
class Archive;
}

namespace attnlab::checkpoint_files {

inline constexpr std::string_view kConfig = "config.json", kModel = "model.safetensors",
                                  kTokenizer = "tokenizer.json", kTraining = "training.json",
                                  kOptimizer = "optimizer.safetensors", kMetrics = "metrics.csv",
                                  kMeasurements = "measurements.csv", kTimeline = "timeline.json",
                                  kStates = "states", kLock = ".lock";

/// What config.json holds.
struct Config {
  Preset preset;
  Index version = 0;  ///< of the format
};

/// Checksums of files of text by their names.
using FileChecksums = std::map<std::string, std::string, std::less<>>;
inline constexpr const char* kChecksums = "checksums";  ///< in training.json
inline constexpr std::string_view kNotAsSaved =
    "the file has changed since it was saved: its checksum differs";

/// What training.json holds.
struct Progress {
  Index steps = 0;    ///< done
  Index updates = 0;  ///< of the optimizer
  TrainingSettings settings;
  bool record = false;        ///< whether there are files of a record
  FileChecksums checksums{};  ///< empty in runs of older programs
  bool imported = false;      ///< no training.json: the weights come from another program
  std::string damage{};       ///< set if training.json itself has changed since it was saved
};

void write_config(const std::filesystem::path& folder, const Preset& preset);
void write_vocabularies(const std::filesystem::path& folder, const Vocabularies& vocabularies);
/// Writes training.json, the last file of a checkpoint, with the checksums of the files that are there.
void write_progress(const std::filesystem::path& folder, const Progress& progress);
void write_weights(const std::filesystem::path& folder, const ParameterLayout& layout,
                   const TrainingState& state);
void write_optimizer(const std::filesystem::path& folder, const ParameterLayout& layout,
                     const TrainingState& state);
void write_metrics(const std::filesystem::path& folder, const AppendLog<StepMetrics>::View& rows);
void write_measurements(const std::filesystem::path& folder, const Record& record);
/// Writes `state` into states/, or links its file in `old`, another folder of states, where that holds the
/// same state. Returns its checksum.
std::string write_state(const std::filesystem::path& folder, const std::filesystem::path& old,
                        const ParameterLayout& layout, const TrainingState& state);
/// Writes all files of a record; states that the checkpoint in `old` holds are linked. `first`: the settings
/// that the run began with.
void write_record(const std::filesystem::path& folder, const std::filesystem::path& old,
                  const ParameterLayout& layout, const TrainingSettings& first, const Record& record);

/// Readers throw std::exception with one line that need not name the folder.
Config read_config(const std::filesystem::path& folder);
Vocabularies read_vocabularies(const std::filesystem::path& folder);
/// Without training.json, `steps` is the step that the weights name, or 0.
Progress read_progress(const std::filesystem::path& folder, const Config& config);
/// The step in the metadata of the weights; 0 if there is none.
Index step_of_weights(const std::filesystem::path& folder);
/// `read`, in these functions, is told how many bytes of cells have been read; null: no progress.
SnapshotPtr read_weights(const std::filesystem::path& folder, const ParameterLayout& layout,
                         const Progress& progress, ReadProgress* read);
std::shared_ptr<const OptimizerState> read_optimizer(const std::filesystem::path& folder,
                                                     const ParameterLayout& layout, const Progress& progress,
                                                     ReadProgress* read);
/// A state in states/, as timeline.json lists it.
struct StoredState {
  Index step = 0;
  std::string checksum;
  TrainingSettings settings;
  std::optional<Index> updates{};  ///< of the optimizer; not in runs of older programs
};
/// The state in states/, which must have this checksum, in a block of `archive`.
StatePtr read_state(const std::filesystem::path& folder, const ParameterLayout& layout,
                    const StoredState& stored, Archive& archive, ReadProgress* read);

/// The readers of a record leave out what they cannot read, and say so in `remarks`. `last`: the last step
/// that may be there; `rows`: how many there should be, where that is known.
AppendLog<StepMetrics>::View read_metrics(const std::filesystem::path& folder, Index last,
                                          std::optional<Index> rows, std::vector<std::string>& remarks);
void read_measurements(const std::filesystem::path& folder, Index last, std::optional<Index> rows,
                       Record& record, std::vector<std::string>& remarks);
Record read_record(const std::filesystem::path& folder, const ParameterLayout& layout,
                   const TrainingSettings& first, Index last, std::vector<std::string>& remarks,
                   ReadProgress* read);

/// The checksums of the files of text that are there, without training.json.
FileChecksums checksums_in(const std::filesystem::path& folder);
/// The checksum of training.json without its checksums.
std::string checksum_of_progress(nlohmann::json json);
/// The error if a file has changed since it was saved; "" if it has not, or has no checksum.
std::string difference(const std::filesystem::path& folder, std::string_view file, const FileChecksums& sums);
/// Throws std::runtime_error if a file of the model has changed since it was saved.
void check_as_saved(const std::filesystem::path& folder, const Progress& progress);
/// Adds the difference() of the files of a record to `remarks`, if these name no damage yet.
void remark_tables(const std::filesystem::path& folder, const FileChecksums& sums,
                   std::vector<std::string>& remarks);

/// Whether config.json states that it belongs to a checkpoint.
bool has_config(const std::filesystem::path& folder);
/// Whether a file in states/ has a name that write_state() gives.
bool is_state_file(std::string_view name);

/// Runs `read` and prefixes its errors with the name of the file.
template <typename F>
auto with_name(std::string_view file, const F& read) {
  try {
    return read();
  } catch (const std::exception& error) {
    throw std::runtime_error(std::string(file) + ": " + error.what());
  }
}

}  // namespace attnlab::checkpoint_files
