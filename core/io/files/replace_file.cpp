// Replace file: the temporary file and the rename.
#include "core/io/files/replace_file.h"

#include <stdexcept>
#include <string>

#include "core/io/files/file.h"
#include "core/io/files/left_overs.h"
#include "core/platform/names.h"

namespace attnlab {

namespace fs = std::filesystem;

namespace {

/// Removes `path` if it is a regular file.
void remove_file(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) fs::remove(path, ignored);
}

}  // namespace

void replace_file(const fs::path& file, const std::function<void(const fs::path&)>& write) {
  std::error_code error;
  if (fs::is_directory(file, error))
    throw std::runtime_error("cannot write " + quoted(file) + ": it is a folder");
  if (fs::exists(file, error) && !fs::is_regular_file(file, error)) return write(file);
  for (const fs::path& left : left_overs(fs::absolute(file, error), kTemporaryInfix)) remove_file(left);
  const fs::path temporary = beside(file, kTemporaryInfix);
  try {
    write(temporary);
    platform::rename_over(temporary, file, error);
    if (error) throw std::runtime_error("cannot write " + quoted(file) + ": " + error.message());
  } catch (...) {
    fs::remove(temporary, error);
    throw;
  }
}

}  // namespace attnlab
