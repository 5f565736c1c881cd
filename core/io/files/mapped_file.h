// MappedFile: a file's bytes in memory as they lie on the disk, page by page as they are read.
#pragma once

#include "core/io/files/file.h"

namespace attnlab {

/// A file that the system maps. Its pages are no second copy: they are those of the system's cache, and are
/// given back as soon as they were read. A file that another program cuts off is an error when cells are
/// asked for; one that is cut off in the very moment in which they are read ends the program with the signal
/// SIGBUS, of which the program says what it was (say_why_bus_errors()). Where the system cannot map the
/// file, it is read instead.
class MappedFile {
 public:
  /// Throws as InputFile.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::uint64_t size() const { return file_.size(); }  ///< bytes, when it was opened
  /// Copies the bytes from `offset` on. Throws std::runtime_error if the file ends before that, now or
  /// when it was opened.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;
  /// Gives back the pages of `count` bytes from `offset` on; they can be read again.
  void release(std::uint64_t offset, std::uint64_t count) const;

 private:
  InputFile file_;
  std::byte* start_ = nullptr;  ///< null where it is not mapped
};

/// From now on a bus error says in a line on standard error that a file was cut off while it was open, before
/// it ends the program.
void say_why_bus_errors();

}  // namespace attnlab
