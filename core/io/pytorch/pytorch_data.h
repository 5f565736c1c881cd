// PyTorch data: batches as tensors of a file, for a check and for training on.
#pragma once

#include <filesystem>

#include "core/io/checkpoint.h"

namespace attnlab {

/// Of the batches that are stored for train.py.
inline constexpr std::uint64_t kMostBatchBytes = std::uint64_t{256} << 20;

/// What train.py reads.
struct TrainingData {
  bool windows = false;  ///< the tokens of a text, from which it draws any batch itself
  bool framed = false;   ///< each window begins with tokens that stand before a text
  Index batches = 0;     ///< else of so many next steps
  Index wanted = 0;      ///< so many were asked for
};

/// A pass for check.py: held-out examples of the task, or without one a full batch of made-up tokens.
Batch check_batch(const Checkpoint& checkpoint, const Task* task);

/// Writes what `batch` reads, its targets and the logits that the model gives: tensors of F32, token ids
/// among them.
void write_check(const std::filesystem::path& file, const Checkpoint& checkpoint, const Batch& batch);

/// Writes the tokens of both splits of a text ("train", "validation"), the positions of a batch ("window")
/// and what stands before each text ("before"); or the batches of the next `batches` steps ("step.7.input")
/// and of each measurement ("validation.0.input"): fewer where they take more than kMostBatchBytes.
TrainingData write_training_data(const std::filesystem::path& file, const Checkpoint& checkpoint,
                                 const Task& task, Index batches);

}  // namespace attnlab
