// File lock: the system's lock with its errors in words.
#include "core/io/files/file_lock.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "core/io/files/file.h"

namespace attnlab {

namespace fs = std::filesystem;

FileLock::FileLock(FileLock&& other) noexcept : lock_(std::exchange(other.lock_, {})) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(lock_, other.lock_);
  return *this;
}

FileLock FileLock::take(const fs::path& file_or_folder) {
  FileLock lock;
  std::error_code error;
  lock.lock_ = platform::take_lock(file_or_folder, error);
  if (error) throw std::runtime_error("cannot write " + quoted(file_or_folder) + ": " + error.message());
  return lock;
}

bool FileLock::is_at(const fs::path& file_or_folder) const {
  return platform::is_locked_file(lock_, file_or_folder);
}

void FileLock::release() { platform::release_lock(lock_); }

bool is_locked(const fs::path& file_or_folder) { return platform::lock_exists(file_or_folder); }

}  // namespace attnlab
