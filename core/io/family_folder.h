// Family folders: a model that another program saved, opened as a checkpoint of ours; and files of llama2.c.
#pragma once

#include <filesystem>
#include <optional>

#include "core/io/checkpoint.h"

namespace attnlab {

/// Whether the config.json of `folder` is of another program.
bool is_family_folder(const std::filesystem::path& folder);

/// The model of `folder` at step 0: its weights and its tokenizer, without a task, an optimizer or a past.
/// Throws std::runtime_error with one line that names the file and what is wrong with it. No file outside
/// `folder` is named or opened.
Checkpoint load_family_folder(const std::filesystem::path& folder, ReadProgress* progress = nullptr);

/// Whether `path` may be a llama2.c model: a file NAME.bin that is not a tokenizer.
bool is_llama2c_file(const std::filesystem::path& path);

/// model.bin of a folder, or the only such file in it; nothing where there is neither.
std::optional<std::filesystem::path> llama2c_file_in(const std::filesystem::path& folder);

/// The model of `file` at step 0, as above. Its tokenizer is tokenizer.bin in the same folder, or another
/// that a Llama may have. No more memory is taken than the file's size tells.
Checkpoint load_llama2c_file(const std::filesystem::path& file, ReadProgress* progress = nullptr);

}  // namespace attnlab
