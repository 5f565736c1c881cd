// Run summary: what there is to say of a saved run without reading its weights.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/training/preset.h"
#include "core/training/record.h"
#include "core/training/training_state.h"

namespace attnlab {

/// Of a run's small files.
struct RunSummary {
  Preset preset;  ///< as the run began
  TrainingSettings settings;
  Index steps = 0;                        ///< done
  std::optional<double> train_loss;       ///< mean of the last 100 steps
  std::optional<double> validation_loss;  ///< as it was last measured
  std::optional<double> accuracy;         ///< the same: share of sequences that are right, else of tokens
  std::optional<double> seconds;          ///< spent in steps
  std::vector<std::string> remarks;       ///< what of its record could not be read
};

/// Of the last 100 steps, or all if they are fewer; nothing where there is none.
std::optional<double> mean_loss(const AppendLog<StepMetrics>::View& steps);
/// Spent in all of them.
double total_seconds(const AppendLog<StepMetrics>::View& steps);

/// Throws std::runtime_error with one line that names the file and what is wrong.
RunSummary summarize_run(const std::filesystem::path& folder);

/// The saved runs in `folder`, damaged ones too: itself if it is one, else those in it and in its folders, to
/// a depth of four; sorted. Throws std::runtime_error where there is no such folder.
std::vector<std::filesystem::path> find_runs(const std::filesystem::path& folder);

}  // namespace attnlab
