// Locks by named objects of the system's: an open file would keep its folder from being renamed. The name is
// that of the file's number, so that a lock goes with a file that gets other names.
#include "core/platform/lock.h"

#include <cstdio>

#include "core/platform/names.h"
#include "core/platform/windows/calls.h"

namespace attnlab::platform {
namespace {

namespace fs = std::filesystem;

std::wstring name_of_lock(const Identity& file) {
  wchar_t name[80];
  std::swprintf(name, sizeof name / sizeof *name, L"Global\\attention-lab-lock-%08llx-%016llx",
                static_cast<unsigned long long>(file.device), static_cast<unsigned long long>(file.number));
  return name;
}

/// Makes the file where nothing is there.
void make_file(const fs::path& path, std::error_code& error) {
  const Handle made(CreateFileW(path.c_str(), GENERIC_WRITE,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_ALWAYS,
                                FILE_ATTRIBUTE_NORMAL, nullptr));
  error = made.good() ? std::error_code() : last_error();
}

}  // namespace

LockHandle take_lock(const fs::path& file_or_folder, std::error_code& error) {
  error.clear();
  if (!identity_of(file_or_folder).exists()) make_file(file_or_folder, error);
  const Identity file = identity_of(file_or_folder);
  if (error) return {};
  const HANDLE lock = CreateMutexW(nullptr, FALSE, name_of_lock(file).c_str());
  if (!lock) return {};  // another user's
  if (GetLastError() == ERROR_ALREADY_EXISTS) {
    CloseHandle(lock);
    return {};
  }
  return {reinterpret_cast<std::intptr_t>(lock), file.device, file.number};
}

void release_lock(LockHandle& lock) {
  if (lock.held()) CloseHandle(reinterpret_cast<HANDLE>(lock.handle));
  lock = {};
}

bool is_locked_file(const LockHandle& lock, const fs::path& file_or_folder) {
  const Identity there = identity_of(file_or_folder);
  return lock.held() && there.device == lock.device && there.number == lock.number;
}

bool lock_exists(const fs::path& file_or_folder) {
  const Identity there = identity_of(file_or_folder);
  if (!there.exists()) return false;
  const Handle lock(OpenMutexW(SYNCHRONIZE, FALSE, name_of_lock(there).c_str()));
  return lock.good() || GetLastError() == ERROR_ACCESS_DENIED;
}

}  // namespace attnlab::platform
