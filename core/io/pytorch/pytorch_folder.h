// PyTorch folder: a model as a module that people read, with its weights, its tokenizer and its training.
//
//   model.py           the model, of the parts that this one has
//   tokenizer.py       text to tokens and back
//   check.py           compares with check.safetensors, a stored pass, and check.json, stored tokens
//   train.py           goes on with the training, in one process or in many, from data.safetensors
//   README.md
//   run/               the run, as save_checkpoint() writes it
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/io/checkpoint.h"

namespace attnlab {

struct PytorchOptions {
  std::optional<Index>
      batches{};  ///< stored for train.py where the task is no text; none: those of the run's rest
};

/// Writes `checkpoint` to `folder`, where an older such folder is replaced. Returns what is left out, and
/// why, a line each. Throws std::invalid_argument with one line for a model with an option that is not
/// exported; std::runtime_error as save_checkpoint().
std::vector<std::string> save_pytorch_folder(const std::filesystem::path& folder,
                                             const Checkpoint& checkpoint,
                                             const PytorchOptions& options = {});

}  // namespace attnlab
