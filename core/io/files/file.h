// Files: reading at an offset, writing through to the disk, and errors that name the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/platform/file.h"

namespace attnlab {

/// `text` in single quotes on one line of at most about 200 bytes, whatever it holds: for error messages.
std::string quoted(std::string_view text);
/// A path without "." and "name/..": "runs/a/../b" is 'runs/b'.
std::string quoted(const std::filesystem::path& path);

/// A file open for reading. If another program changes it in the meantime, this is an error, never a crash.
class InputFile {
 public:
  /// Throws std::runtime_error with one line that names the file and why it cannot be read.
  explicit InputFile(std::filesystem::path path);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }  ///< bytes, when it was opened
  std::uint64_t size_now() const;               ///< of that size, what other programs left
  platform::FileHandle handle() const { return handle_; }
  /// Fills `bytes` from `offset` on. Throws std::runtime_error if the file ends before that.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  std::filesystem::path path_;
  platform::FileHandle handle_ = platform::kNoFile;
  std::uint64_t size_ = 0;
};

/// The bytes of a file. Throws std::runtime_error that names it where it has more than `most`.
std::string read_file(const std::filesystem::path& path, std::uint64_t most);

/// A new file, or an old one emptied. Errors (a full disk among them) are std::runtime_error with one line
/// that names the file and the reason.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  /// Returns only when everything is on the disk. Must be called; a file that is only destroyed may lack
  /// data.
  void close();

 private:
  std::filesystem::path path_;
  platform::FileHandle handle_ = platform::kNoFile;
};

/// Writes the names in `folder` through to the disk. Throws std::runtime_error.
void sync_folder(const std::filesystem::path& folder);

}  // namespace attnlab
