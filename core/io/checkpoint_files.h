// The files of a checkpoint, each written and read by itself.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/io/checkpoint.h"

namespace attnlab::checkpoint_files {

/// What training.json holds.
struct Progress {
  Index steps = 0;    ///< done
  Index updates = 0;  ///< of the optimizer
  double learning_rate_factor = 1;
};

void write_config(const std::filesystem::path& folder, const Preset& preset);
void write_vocabularies(const std::filesystem::path& folder, const Vocabularies& vocabularies);
void write_progress(const std::filesystem::path& folder, const Progress& progress);
void write_weights(const std::filesystem::path& folder, const Checkpoint& checkpoint);
void write_optimizer(const std::filesystem::path& folder, const Checkpoint& checkpoint);

/// Readers throw std::exception with one line that need not name the folder.
Preset read_config(const std::filesystem::path& folder);
Vocabularies read_vocabularies(const std::filesystem::path& folder);
Progress read_progress(const std::filesystem::path& folder);
SnapshotPtr read_weights(const std::filesystem::path& folder, const ParameterLayout& layout, Index step);
OptimizerState read_optimizer(const std::filesystem::path& folder, const ParameterLayout& layout,
                              const Progress& progress);

/// Whether config.json says that it belongs to a checkpoint.
bool has_config(const std::filesystem::path& folder);

inline constexpr std::string_view kConfig = "config.json", kModel = "model.safetensors",
                                  kTokenizer = "tokenizer.json", kTraining = "training.json",
                                  kOptimizer = "optimizer.safetensors";

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
