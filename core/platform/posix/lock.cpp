// Locks by flock(2), which a process cannot leave behind.
#include "core/platform/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace attnlab::platform {
namespace {

namespace fs = std::filesystem;

/// Opens for writing, as some network file systems lock no other files; folders only for reading.
int open_for_lock(const fs::path& path, int flags) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | flags, 0666);
  return file < 0 && errno == EISDIR ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : file;
}

/// False where another lock exists. `kind`: LOCK_EX or LOCK_SH.
bool lock_now(int descriptor, int kind) {
  return ::flock(descriptor, kind | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR);
}

}  // namespace

LockHandle take_lock(const fs::path& file_or_folder, std::error_code& error) {
  LockHandle lock;
  lock.handle = open_for_lock(file_or_folder, O_CREAT);
  error = lock.held() ? std::error_code() : std::error_code(errno, std::generic_category());
  if (!lock.held()) return lock;
  struct stat status {};
  ::fstat(static_cast<int>(lock.handle), &status);
  lock.device = static_cast<std::uint64_t>(status.st_dev);
  lock.number = static_cast<std::uint64_t>(status.st_ino);
  if (!lock_now(static_cast<int>(lock.handle), LOCK_EX)) release_lock(lock);
  return lock;
}

void release_lock(LockHandle& lock) {
  if (lock.held()) ::close(static_cast<int>(lock.handle));
  lock = {};
}

bool is_locked_file(const LockHandle& lock, const fs::path& file_or_folder) {
  struct stat there {};
  return lock.held() && ::stat(file_or_folder.c_str(), &there) == 0 &&
         lock.device == static_cast<std::uint64_t>(there.st_dev) &&
         lock.number == static_cast<std::uint64_t>(there.st_ino);
}

/// Asks by a shared lock, so that two who ask at the same time do not take each other for the owner.
bool lock_exists(const fs::path& file_or_folder) {
  const int file = open_for_lock(file_or_folder, 0);
  if (file < 0) return false;
  const bool free = lock_now(file, LOCK_SH);
  ::close(file);
  return !free;
}

}  // namespace attnlab::platform
