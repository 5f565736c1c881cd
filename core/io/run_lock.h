// Run lock: a folder that one program trains into at a time.
#pragma once

#include <filesystem>

#include "core/io/files/file_lock.h"

namespace attnlab {

/// Holds the folder of a run while it lives, by a file in it that each save moves to the new folder. A killed
/// program leaves the file, but no lock.
class RunLock {
 public:
  /// Makes the folder where it is missing. Throws std::runtime_error with one line as check_can_save(), and
  /// where another program holds it.
  explicit RunLock(std::filesystem::path folder);
  /// Removes the file, and the folder where nothing was saved in it.
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  std::filesystem::path folder_;
  FileLock lock_;
};

}  // namespace attnlab
