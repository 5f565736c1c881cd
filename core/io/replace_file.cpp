// Replace file: the temporary file and the rename.
#include "core/io/replace_file.h"

#include <unistd.h>

#include <stdexcept>
#include <string>

#include "core/io/file.h"

namespace attnlab {

namespace fs = std::filesystem;

void replace_file(const fs::path& file, const std::function<void(const fs::path&)>& write) {
  std::error_code error;
  if (fs::is_directory(file, error))
    throw std::runtime_error("cannot write " + quoted(file) + ": it is a folder");
  if (fs::exists(file, error) && !fs::is_regular_file(file, error)) return write(file);
  fs::path temporary = file;
  temporary += ".tmp-" + std::to_string(::getpid());
  try {
    write(temporary);
    fs::rename(temporary, file, error);
    if (error) throw std::runtime_error("cannot write " + quoted(file) + ": " + error.message());
  } catch (...) {
    fs::remove(temporary, error);
    throw;
  }
}

}  // namespace attnlab
