// Run lock: making, taking and removing the lock file.
#include "core/io/run_lock.h"

#include <stdexcept>

#include "core/io/checkpoint.h"
#include "core/io/checkpoint_files.h"
#include "core/io/files/file.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using checkpoint_files::kLock;

/// The holder before may remove the file between opening and locking; another file is then locked.
FileLock lock_file(const fs::path& file) {
  while (true) {
    FileLock lock = FileLock::take(file);
    if (!lock.held() || lock.is_at(file)) return lock;
  }
}

}  // namespace

RunLock::RunLock(fs::path folder) {
  check_can_save(folder);  // finishes what a killed program began, before there is a folder again
  std::error_code ignored;
  folder_ = fs::absolute(folder, ignored);
  fs::create_directories(folder_, ignored);
  lock_ = lock_file(folder_ / kLock);
  if (!lock_.held())
    throw std::runtime_error("another program is training in " + quoted(folder) +
                             ": wait until it ends, or choose another folder");
}

RunLock::~RunLock() {
  if (!lock_.held()) return;
  std::error_code ignored;
  fs::remove(folder_ / kLock, ignored);
  fs::remove(folder_, ignored);  // only where it is empty
}

}  // namespace attnlab
