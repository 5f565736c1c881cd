// File lock: flock(2), which a process cannot leave behind.
#include "core/io/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/io/file.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

/// Opens for writing, as some network file systems lock no other files; folders only for reading.
int open_for_lock(const fs::path& path, int flags) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | flags, 0666);
  return file < 0 && errno == EISDIR ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : file;
}

/// False where another lock exists.
bool lock_now(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR);
}

}  // namespace

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

FileLock FileLock::take(const fs::path& file_or_folder) {
  FileLock lock;
  lock.descriptor_ = open_for_lock(file_or_folder, O_CREAT);
  if (!lock.held())
    throw std::runtime_error("cannot write " + quoted(file_or_folder) + ": " + std::strerror(errno));
  if (!lock_now(lock.descriptor_)) lock.release();
  return lock;
}

bool FileLock::is_at(const fs::path& file_or_folder) const {
  struct stat held {
  }, there{};
  return ::fstat(descriptor_, &held) == 0 && ::stat(file_or_folder.c_str(), &there) == 0 &&
         held.st_dev == there.st_dev && held.st_ino == there.st_ino;
}

void FileLock::release() {
  if (held()) ::close(std::exchange(descriptor_, -1));
}

bool is_locked(const fs::path& file_or_folder) {
  const int file = open_for_lock(file_or_folder, 0);
  if (file < 0) return false;
  const bool free = lock_now(file);
  ::close(file);
  return !free;
}

}  // namespace attnlab
