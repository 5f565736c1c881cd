// Names of files and folders: renamed, exchanged, written through, and what they lead to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace attnlab::platform {

/// Which file or folder a path leads to at the moment; all zero for none. With the time of its last change,
/// as file numbers are used again.
struct Identity {
  std::uint64_t device = 0, number = 0;
  std::int64_t changed = 0;  ///< in the file system's ticks

  bool exists() const { return number != 0; }
  friend bool operator==(const Identity&, const Identity&) = default;
};
Identity identity_of(const std::filesystem::path& path);

/// Seconds since the file or folder changed last; negative where it is not there.
double seconds_since_change(const std::filesystem::path& path);

/// Gives a file or folder another name, in the place of the file that has this name. Where another program
/// has something open for a moment, as virus scanners on Windows, waits for that.
void rename_over(const std::filesystem::path& from, const std::filesystem::path& to, std::error_code& error);

/// Exchanges two names in one step; false where system or file system cannot. Any other failure is in
/// `error`.
bool exchange_names(const std::filesystem::path& a, const std::filesystem::path& b, std::error_code& error);

/// Writes the names in the folder through to the disk, where the file system has such a thing.
void write_names_through(const std::filesystem::path& folder, std::error_code& error);

}  // namespace attnlab::platform
