// Archive: memory that is written once and kept; what is too much for memory lies in a temporary file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/tensor/aligned_allocator.h"
#include "core/tensor/page_room.h"

namespace attnlab {

/// Hands out blocks, each of which is free again as soon as nobody has it. Blocks move to the file as a
/// whole; they are read as before, at the same addresses. All members may be called from any thread.
class Archive : public std::enable_shared_from_this<Archive> {
 public:
  /// Smaller blocks are not worth a place in the file: they lie in the heap.
  static constexpr std::size_t kLeast = std::size_t{64} << 10;

  /// About `most` bytes are to stay in memory; the file is made in the first of `folders` that can have it.
  static std::shared_ptr<Archive> make(
      std::size_t most, std::vector<std::filesystem::path> folders = platform::page_file_folders());
  ~Archive();
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  /// Memory for containers of so many bytes each. Null, which stands for the heap, if that is too little for
  /// a block. Throws std::bad_alloc.
  MemorySourcePtr block(std::initializer_list<std::size_t> containers);
  /// Of all blocks so far nothing is written any more: the oldest ones move to the file until the others fit
  /// into memory. What readers brought back leaves memory again from time to time.
  void settle();
  /// What readers brought back from the file leaves memory now.
  void release();

  std::size_t in_memory() const;
  std::size_t in_file() const;
  /// See PageRoom.
  std::string obstacle() const;

 private:
  class Block;
  Archive(std::size_t most, std::vector<std::filesystem::path> folders);
  static void close_file(platform::FileHandle file);
  void lay(Block& block);
  void move(Block& block);
  void remove(Block& block);
  std::uint64_t place(std::size_t size);
  void release_all();

  const std::size_t most_;
  const std::vector<std::filesystem::path> folders_;
  mutable std::mutex mutex_;
  std::vector<Block*> blocks_;  ///< the oldest first
  std::size_t in_memory_ = 0, in_file_ = 0;
  PageRoom room_;
  std::uint64_t file_end_ = 0;
  std::multimap<std::size_t, std::uint64_t> free_;  ///< places in the file: size, offset
  int settled_ = 0;                                 ///< since readers' pages were released
};

}  // namespace attnlab
