// UserFile: a file that the user names, read whole, and refused in one line that names it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace attnlab {

/// `path` in single quotes, on one line whatever the name.
std::string shown_path(const std::filesystem::path& path);

/// A file of a `kind` ("text file", "picture"). Errors are std::runtime_error: "cannot use KIND 'PATH': WHY".
struct UserFile {
  std::string_view kind;
  std::filesystem::path path;
  std::string elsewhere = {};  ///< advice where there is no such file

  [[noreturn]] void refuse(const std::string& why) const;
  /// The bytes of the file. Refuses what is no regular file, cannot be read or has more than `most` bytes;
  /// `advice` says what to do about the size.
  std::string read(std::uintmax_t most, const std::string& advice) const;

 private:
  [[noreturn]] void refuse_size(std::uintmax_t bytes, std::uintmax_t most, const std::string& advice) const;
  void check_kind() const;
};

}  // namespace attnlab
