// Page room: a temporary file, opened when somebody first needs it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "core/platform/page_file.h"

namespace attnlab {

/// The next multiple of `unit`.
constexpr std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// A plain value: whoever uses it closes the file.
struct PageRoom {
  platform::FileHandle file = platform::kNoFile;
  std::filesystem::path folder{};  ///< of the file
  /// Why there is no file, or no room in it: "/var/tmp: No space left on device"; "" if nothing stands in the
  /// way.
  std::string obstacle{};

  /// Opens the file in the first of `folders` that can have it, unless it is open. False with the obstacle.
  bool open(const std::vector<std::filesystem::path>& folders);
  void note(const std::error_code& error) { obstacle = folder.string() + ": " + error.message(); }
};

}  // namespace attnlab
