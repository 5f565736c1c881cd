// Locks of files and folders, which the system releases however the program ends.
#pragma once

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace attnlab::platform {

/// A lock that is held, or none.
struct LockHandle {
  std::intptr_t handle = -1;
  std::uint64_t device = 0, number = 0;  ///< of the file that was locked

  bool held() const { return handle != -1; }
};

/// Locks the file, which is made if it is missing, or the folder. Holds nothing where another lock exists,
/// and where the file cannot be made, with the reason in `error`.
LockHandle take_lock(const std::filesystem::path& file_or_folder, std::error_code& error);
void release_lock(LockHandle& lock);

/// Whether this name belongs to the locked file.
bool is_locked_file(const LockHandle& lock, const std::filesystem::path& file_or_folder);
/// Whether a lock of the file or folder exists. False where it cannot be opened.
bool lock_exists(const std::filesystem::path& file_or_folder);

}  // namespace attnlab::platform
