// Names of files by the Windows API.
#include "core/platform/names.h"

#include "core/platform/windows/calls.h"

namespace attnlab::platform {
namespace {

namespace fs = std::filesystem;

constexpr DWORD kFirstWait = 5;  // milliseconds, doubled each time
constexpr int kTries = 9;        // two and a half seconds in all

/// Virus scanners and indexers open what is new for a moment, and a folder with an open file keeps its name.
bool may_pass(DWORD error) {
  return error == ERROR_ACCESS_DENIED || error == ERROR_SHARING_VIOLATION || error == ERROR_LOCK_VIOLATION;
}

std::uint64_t joined(DWORD high, DWORD low) { return std::uint64_t{high} << 32 | low; }

}  // namespace

Identity identity_of(const fs::path& path) {
  const Handle file(open_to_ask(path));
  BY_HANDLE_FILE_INFORMATION about{};
  if (!file.good() || !GetFileInformationByHandle(file.get(), &about)) return {};
  return {about.dwVolumeSerialNumber, joined(about.nFileIndexHigh, about.nFileIndexLow),
          static_cast<std::int64_t>(
              joined(about.ftLastWriteTime.dwHighDateTime, about.ftLastWriteTime.dwLowDateTime))};
}

double seconds_since_change(const fs::path& path) {
  const Identity there = identity_of(path);
  if (!there.exists()) return -1;
  FILETIME now{};
  GetSystemTimeAsFileTime(&now);
  constexpr double kTicks = 1e7;  // in a second
  const double seconds =
      double(static_cast<std::int64_t>(joined(now.dwHighDateTime, now.dwLowDateTime)) - there.changed) /
      kTicks;
  return seconds > 0 ? seconds : 0;
}

void rename_over(const fs::path& from, const fs::path& to, std::error_code& error) {
  error.clear();
  DWORD wait = kFirstWait;
  for (int tries = kTries;; --tries, wait *= 2) {
    if (MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) return;
    error = last_error();
    if (tries == 0 || !may_pass(static_cast<DWORD>(error.value()))) return;
    Sleep(wait);
    error.clear();
  }
}

bool exchange_names(const fs::path&, const fs::path&, std::error_code& error) {
  error.clear();
  return false;
}

void write_names_through(const fs::path&, std::error_code& error) {
  error.clear();  // NTFS writes them to its journal; there is no call for folders
}

}  // namespace attnlab::platform
