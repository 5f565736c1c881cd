// Paged memory: large arrays, of which what does not fit into memory lies in a temporary file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/platform/page_file.h"
#include "core/tensor/page_room.h"

namespace attnlab {

/// Hands out memory in order, and takes all of it back at once. Whole blocks move to the file; what they hold
/// is read and written as before, at the same addresses. Not thread-safe, but for those who read.
class PagedMemory {
 public:
  /// Arrays of fewer bytes are not worth a place here.
  static constexpr std::size_t kLeast = 4096;

  /// About `most` bytes are to stay in memory; the file is made in the first of `folders` that can have it.
  explicit PagedMemory(std::size_t most,
                       std::vector<std::filesystem::path> folders = platform::page_file_folders());
  ~PagedMemory();
  PagedMemory(const PagedMemory&) = delete;
  PagedMemory& operator=(const PagedMemory&) = delete;

  /// On a 64-byte boundary, uninitialised. Throws std::bad_alloc.
  void* allocate(std::size_t bytes);
  /// Of what is handed out, nothing will be written any more.
  void settle() { settled_ = blocks_.empty() ? 0 : blocks_.size() - 1; }  // the last one goes on
  /// Nobody will read these bytes again: they take no more memory, and no room in the file.
  void discard(std::byte* start, std::size_t bytes);
  /// Moves settled blocks, the newest first, until at most so many bytes are in memory, or none is left.
  void make_room(std::size_t most);
  /// The same of all blocks, the last too; what came back from the file, as somebody used it, leaves memory
  /// again.
  void finish(std::size_t most);
  /// Forgets all that was handed out. Does not wait until the system has its space again.
  void clear();

  /// Whether this system has folders for temporary files.
  static bool has_files() { return !platform::page_file_folders().empty(); }

  std::size_t used() const { return used_; }
  std::size_t in_file() const { return in_file_; }
  std::size_t in_memory() const { return used_ - in_file_ - discarded_; }
  bool in_file(const void* cells) const;
  /// Why more than was wanted is in memory: "/var/tmp: No space left on device"; "" where nothing stood in
  /// the way.
  const std::string& obstacle() const { return room_.obstacle; }

 private:
  struct Block {
    std::byte* start;
    std::size_t size, used;
    std::uint64_t offset;  ///< in the file
    bool can_move, moved = false;
    std::size_t discarded = 0;  ///< of what is used
  };
  static void give_back(const std::vector<Block>& blocks, platform::FileHandle file);
  static bool holds(const Block& block, const void* cells) {
    return block.start <= cells && cells < block.start + block.used;
  }
  void add_block(std::size_t at_least);
  void move(Block& block);

  std::size_t most_, block_size_;
  std::vector<std::filesystem::path> folders_;
  std::vector<Block> blocks_;
  std::size_t settled_ = 0;  ///< so many blocks
  std::size_t used_ = 0, in_file_ = 0, discarded_ = 0;
  PageRoom room_;
  std::uint64_t file_end_ = 0;
};

}  // namespace attnlab
