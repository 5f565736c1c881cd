// Replace file: a file that is written beside its place and renamed.
#pragma once

#include <filesystem>
#include <functional>

namespace attnlab {

/// Calls `write` with the path of a file beside `file`, which then takes its place; anything but a regular
/// file (/dev/stdout, a pipe) is written to directly. Throws std::runtime_error with one line that names the
/// file and the reason, and what `write` throws; an old file is then untouched.
void replace_file(const std::filesystem::path& file,
                  const std::function<void(const std::filesystem::path&)>& write);

}  // namespace attnlab
