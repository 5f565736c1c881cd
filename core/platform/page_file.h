// A page file: memory moves into it and is read at the same addresses, as memory is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <vector>

#include "core/platform/file.h"

namespace attnlab::platform {

/// Whether memory can move at any time. On Windows it lies in the file from the beginning, or never.
#ifdef _WIN32
inline constexpr bool kMemoryMoves = false;
#else
inline constexpr bool kMemoryMoves = true;
#endif

/// Where page files may lie, the best first: the user's and the system's folders for temporary files. None
/// where the system has no such thing, as in a browser, whose files lie in memory too.
std::vector<std::filesystem::path> page_file_folders();

/// A file in this folder that no other program sees; its space is free again when it is closed, however the
/// program ends. kNoFile with the reason in `error`, also where the folder itself lies in memory.
FileHandle open_page_file(const std::filesystem::path& folder, std::error_code& error);

/// What sizes and offsets here are multiples of.
std::size_t page_size();

/// So much memory, which can move to `offset` in the file; kNoFile: which never moves. Null with the reason
/// in `error`.
std::byte* take_pages(FileHandle file, std::uint64_t offset, std::size_t size, std::error_code& error);
void give_back_pages(std::byte* start, std::size_t size);

/// Moves memory to `offset` in the file: from then on its pages are in memory while somebody uses them, until
/// release_pages() sends them away. Where the file has no room, `error` says so, and nothing has changed.
/// Throws std::bad_alloc where the system loses the memory.
void move_pages(FileHandle file, std::uint64_t offset, std::byte* start, std::size_t size,
                std::error_code& error);

}  // namespace attnlab::platform
