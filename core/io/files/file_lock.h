// File lock: a file or folder that one program holds at a time; the system releases it when the program
// ends.
#pragma once

#include <filesystem>

#include "core/platform/lock.h"

namespace attnlab {

/// Holds a file while it lives, or nothing. Other locks of the same file, of this program too, are refused.
class FileLock {
 public:
  FileLock() = default;
  ~FileLock() { release(); }
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  /// Locks the file, which is made if it is missing, or the folder; holds nothing where another lock exists.
  /// Throws std::runtime_error if the file cannot be created. A file system without locks allows every lock.
  static FileLock take(const std::filesystem::path& file_or_folder);

  bool held() const { return lock_.held(); }
  /// Whether this name still belongs to the held file.
  bool is_at(const std::filesystem::path& file_or_folder) const;
  void release();

 private:
  platform::LockHandle lock_;
};

/// Whether a lock of the file or folder exists. False where it cannot be opened.
bool is_locked(const std::filesystem::path& file_or_folder);

}  // namespace attnlab
