// Family folders: a model that another program saved, opened as a checkpoint of ours.
#pragma once

#include <filesystem>

#include "core/io/checkpoint.h"

namespace attnlab {

/// Whether the config.json of `folder` is of another program.
bool is_family_folder(const std::filesystem::path& folder);

/// The model of `folder` at step 0: its weights and its tokenizer, without a task, an optimizer or a past.
/// Throws std::runtime_error with one line that names the file and what is wrong with it. No file outside
/// `folder` is named or opened.
Checkpoint load_family_folder(const std::filesystem::path& folder);

}  // namespace attnlab
