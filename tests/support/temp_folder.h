// TempFolder: a temporary folder of a test, removed when the test ends.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace attnlab::testing {

class TempFolder {
 public:
  /// Makes a new empty folder in the system's temporary folder.
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::filesystem::path& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// The bytes of a file. Throws std::runtime_error that names the file if it cannot be read.
std::string read_bytes(const std::filesystem::path& path);

/// Replaces a file with these bytes, making its folder. Throws std::runtime_error that names the file.
void write_bytes(const std::filesystem::path& path, std::string_view bytes);

}  // namespace attnlab::testing
