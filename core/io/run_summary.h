// Run summary: the facts of a saved run, read without its weights.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/training/preset.h"
#include "core/training/run/record.h"
#include "core/training/training_state.h"

namespace attnlab {

/// The facts in a run's small files.
struct RunSummary {
  Preset preset;  ///< as the run began
  TrainingSettings settings;
  Index steps = 0;                        ///< done
  std::optional<double> train_loss;       ///< mean of the last 100 steps
  std::optional<double> validation_loss;  ///< last measurement
  std::optional<double> accuracy;         ///< last measured exact match, or else token accuracy
  std::optional<double> seconds;          ///< spent in steps
  std::vector<std::string> remarks;       ///< unreadable parts of the record
};

/// The mean loss of the last 100 steps, or of all if they are fewer; nothing without steps.
std::optional<double> mean_loss(const AppendLog<StepMetrics>::View& steps);
/// Seconds spent in all of `steps`.
double total_seconds(const AppendLog<StepMetrics>::View& steps);

/// Throws std::runtime_error with one line that names the file and what is wrong.
RunSummary summarize_run(const std::filesystem::path& folder);

/// The saved runs in `folder`, damaged ones too: the folder itself if it is one, else the runs in it and its
/// folders, to a depth of four; sorted. Throws std::runtime_error if there is no such folder.
std::vector<std::filesystem::path> find_runs(const std::filesystem::path& folder);

/// Bytes of a saved run on the disk.
struct RunSize {
  std::uintmax_t model = 0;    ///< weights, optimizer and the texts of the model
  std::uintmax_t history = 0;  ///< metrics, measurements and states of past steps
};
RunSize size_of_run(const std::filesystem::path& folder);

/// Removes what killed saves left in and beside the runs in `folder`, and in the folders between. Throws as
/// find_runs().
void clear_left_overs_in(const std::filesystem::path& folder);

}  // namespace attnlab
