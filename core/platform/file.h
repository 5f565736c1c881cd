// Files as the system knows them: opened, read at an offset, mapped, written, written through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <system_error>

namespace attnlab::platform {

/// A file that is open: a descriptor, or a handle of Windows.
using FileHandle = std::intptr_t;
inline constexpr FileHandle kNoFile = -1;

enum class OpenFor {
  Reading,  ///< does not wait for a writer where the path is a pipe; other programs may replace the file
  Writing,  ///< a new file, or an old one emptied
  Adding    ///< at the end of an old file, or a new one
};

/// kNoFile with the reason in `error`, as the functions below say theirs.
FileHandle open_file(const std::filesystem::path& path, OpenFor use, std::error_code& error);
void close_file(FileHandle file, std::error_code& error);

enum class FileKind { Regular, Folder, Other };
struct FileState {
  FileKind kind = FileKind::Other;
  std::uint64_t size = 0;  ///< bytes
};
FileState state_of(FileHandle file, std::error_code& error);

/// How many bytes it read, from `offset` on; 0 at the end of the file.
std::size_t read_at(FileHandle file, std::uint64_t offset, std::span<std::byte> bytes,
                    std::error_code& error);
/// How many of the bytes it wrote; at least one where there is no error.
std::size_t write_some(FileHandle file, std::span<const std::byte> bytes, std::error_code& error);
/// Returns when the file is on the disk; pipes and devices, which have no disk, are no error.
void write_through(FileHandle file, std::error_code& error);
/// Cuts the file off behind `size` bytes.
void cut_off(FileHandle file, std::uint64_t size, std::error_code& error);

/// The file's bytes in memory as long as it is mapped; null where the system cannot.
std::byte* map_file(FileHandle file, std::uint64_t size);
void unmap_file(std::byte* start, std::uint64_t size);
/// The pages of these bytes are not needed in memory any more; they can be read again.
void release_pages(std::byte* start, std::uint64_t begin, std::uint64_t end);

}  // namespace attnlab::platform
