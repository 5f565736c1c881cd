// Archive: blocks, their places in the file, and which of them move.
#include "core/tensor/archive.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "core/platform/file.h"

namespace attnlab {
namespace {

constexpr std::size_t kCacheLine = 64;
/// How often settle() also releases what readers brought back.
constexpr int kSettlesToRelease = 32;
/// Blocks in files, of all archives: a process cannot have many more parts of memory than that.
constexpr int kMostMoved = 16384;
std::atomic<int> g_moved = 0;

}  // namespace

/// The containers of one block share it; the last one ends it.
class Archive::Block final : public MemorySource {
 public:
  Block(std::shared_ptr<Archive> archive, std::size_t bytes)
      : size(round_up(bytes, platform::page_size())), archive_(std::move(archive)) {
    archive_->lay(*this);
  }
  ~Block() override { archive_->remove(*this); }

  void* take(std::size_t bytes) override {
    const std::size_t begin = std::exchange(used_, used_ + round_up(bytes, kCacheLine));
    if (used_ > size) throw std::bad_alloc();
    return start + begin;
  }
  void give_back(void*, std::size_t) noexcept override {}
  bool lies_in_file() const override { return moved; }

  const std::size_t size;
  std::byte* start = nullptr;
  std::uint64_t offset = 0;         ///< in the file
  std::atomic<bool> moved = false;  ///< lies in the file
  bool can_move = platform::kMemoryMoves;

 private:
  std::shared_ptr<Archive> archive_;
  std::size_t used_ = 0;
};

std::shared_ptr<Archive> Archive::make(std::size_t most, std::vector<std::filesystem::path> folders) {
  return std::shared_ptr<Archive>(new Archive(most, std::move(folders)));
}

Archive::Archive(std::size_t most, std::vector<std::filesystem::path> folders)
    : most_(most), folders_(std::move(folders)) {}

void Archive::close_file(platform::FileHandle file) {
  std::error_code ignored;
  platform::close_file(file, ignored);
}

/// To close a large file takes long enough to be seen, and the last reader may be the screen.
Archive::~Archive() {
  if (room_.file == platform::kNoFile) return;
  try {
    std::thread(close_file, room_.file).detach();
  } catch (const std::system_error&) {  // no thread can be had
    close_file(room_.file);
  }
}

MemorySourcePtr Archive::block(std::initializer_list<std::size_t> containers) {
  std::size_t bytes = 0;
  for (const std::size_t container : containers) bytes += round_up(container, kCacheLine);
  if (bytes < kLeast) return nullptr;
  return std::make_shared<Block>(shared_from_this(), bytes);
}

/// A place of this size that is free, or the end of the file.
std::uint64_t Archive::place(std::size_t size) {
  const auto free = free_.find(size);
  if (free == free_.end()) return std::exchange(file_end_, file_end_ + size);
  const std::uint64_t offset = free->second;
  free_.erase(free);
  return offset;
}

/// A block that cannot move later lies in the file from the beginning, if it does not fit into memory.
void Archive::lay(Block& block) {
  const std::lock_guard lock(mutex_);
  std::error_code error;
  const bool born_in_file =
      !platform::kMemoryMoves && in_memory_ + block.size > most_ && room_.open(folders_);
  if (born_in_file) {
    block.offset = place(block.size);
    block.start = platform::take_pages(room_.file, block.offset, block.size, error);
    block.moved = block.start != nullptr;
    if (!block.start) room_.note(error), free_.emplace(block.size, block.offset);
  }
  if (!block.start) block.start = platform::take_pages(platform::kNoFile, 0, block.size, error);
  if (!block.start) throw std::bad_alloc();
  g_moved += block.moved;
  (block.moved ? in_file_ : in_memory_) += block.size;
  blocks_.push_back(&block);
}

void Archive::remove(Block& block) {
  const std::lock_guard lock(mutex_);
  std::erase(blocks_, &block);
  platform::give_back_pages(block.start, block.size);
  g_moved -= block.moved;
  (block.moved ? in_file_ : in_memory_) -= block.size;
  if (block.moved) free_.emplace(block.size, block.offset);
}

void Archive::settle() {
  const std::lock_guard lock(mutex_);
  for (Block* const block : blocks_) {
    if (in_memory_ <= most_) break;
    if (block->moved || !block->can_move) continue;
    if (g_moved >= kMostMoved || !room_.open(folders_)) break;
    move(*block);
  }
  if (++settled_ >= kSettlesToRelease) release_all();
}

void Archive::move(Block& block) {
  block.offset = place(block.size);
  std::error_code error;
  platform::move_pages(room_.file, block.offset, block.start, block.size, error);
  if (error) {
    free_.emplace(block.size, block.offset);
    return room_.note(error);
  }
  block.moved = true;
  ++g_moved;
  in_memory_ -= block.size;
  in_file_ += block.size;
}

void Archive::release() {
  const std::lock_guard lock(mutex_);
  release_all();
}

void Archive::release_all() {
  settled_ = 0;
  for (const Block* const block : blocks_)
    if (block->moved) platform::release_pages(block->start, 0, block->size);
}

std::size_t Archive::in_memory() const {
  const std::lock_guard lock(mutex_);
  return in_memory_;
}

std::size_t Archive::in_file() const {
  const std::lock_guard lock(mutex_);
  return in_file_;
}

std::string Archive::obstacle() const {
  const std::lock_guard lock(mutex_);
  return room_.obstacle;
}

}  // namespace attnlab
