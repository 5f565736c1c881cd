// Paged memory: blocks, and which of them move.
#include "core/tensor/paged_memory.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace attnlab {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kSmallestBlock = std::size_t{1} << 20, kLargestBlock = std::size_t{32} << 20;

}  // namespace

PagedMemory::PagedMemory(std::size_t most, std::vector<std::filesystem::path> folders)
    : most_(most),
      block_size_(round_up(std::clamp(most / 16, kSmallestBlock, kLargestBlock), platform::page_size())),
      folders_(std::move(folders)) {}

PagedMemory::~PagedMemory() { clear(); }

void PagedMemory::give_back(const std::vector<Block>& blocks, platform::FileHandle file) {
  for (const Block& block : blocks) platform::give_back_pages(block.start, block.size);
  std::error_code error;
  if (file != platform::kNoFile) platform::close_file(file, error);
}

/// To close a file of some gigabytes takes a second, for which no screen may wait.
void PagedMemory::clear() {
  const platform::FileHandle file = std::exchange(room_.file, platform::kNoFile);
  const std::vector<Block> blocks = std::exchange(blocks_, {});
  if (file == platform::kNoFile) {
    give_back(blocks, file);
  } else {
    try {
      std::thread(give_back, blocks, file).detach();
    } catch (const std::system_error&) {  // no thread can be had
      give_back(blocks, file);
    }
  }
  settled_ = used_ = in_file_ = discarded_ = 0;
  file_end_ = 0;
}

void* PagedMemory::allocate(std::size_t bytes) {
  const std::size_t rounded = round_up(bytes, kAlignment);
  if (blocks_.empty() || blocks_.back().moved || blocks_.back().used + rounded > blocks_.back().size)
    add_block(rounded);
  Block& block = blocks_.back();
  void* const result = block.start + block.used;
  block.used += rounded;
  used_ += rounded;
  return result;
}

/// A block that cannot move later lies in the file from the beginning, if it does not fit into memory.
void PagedMemory::add_block(std::size_t at_least) {
  const std::size_t size = std::max(block_size_, round_up(at_least, platform::page_size()));
  const bool born_in_file = !platform::kMemoryMoves && in_memory() + size > most_ && room_.open(folders_);
  std::error_code error;
  std::byte* start =
      platform::take_pages(born_in_file ? room_.file : platform::kNoFile, file_end_, size, error);
  if (!start && born_in_file) {
    room_.note(error);
    start = platform::take_pages(platform::kNoFile, 0, size, error);
  }
  if (!start) throw std::bad_alloc();
  blocks_.push_back({start, size, 0, file_end_, platform::kMemoryMoves || born_in_file});
  if (born_in_file) file_end_ += size;
}

/// Pages that have something else in them stay.
void PagedMemory::discard(std::byte* start, std::size_t bytes) {
  const auto found = std::ranges::find_if(blocks_, [&](const Block& block) { return holds(block, start); });
  if (found == blocks_.end() || found->moved) return;
  const std::size_t page = platform::page_size(), offset = static_cast<std::size_t>(start - found->start);
  const std::size_t first = round_up(offset, page), last = (offset + bytes) / page * page;
  if (first < last) platform::release_pages(found->start, first, last);
  found->discarded += round_up(bytes, kAlignment);
  discarded_ += round_up(bytes, kAlignment);
}

void PagedMemory::make_room(std::size_t most) {
  for (std::size_t i = settled_; i > 0 && in_memory() > most; --i)
    if (Block& block = blocks_[i - 1]; block.can_move && !block.moved && block.used > 0) {
      if (!room_.open(folders_)) return;
      move(block);
    }
}

void PagedMemory::move(Block& block) {
  const std::size_t size = round_up(block.used, platform::page_size());
  if (platform::kMemoryMoves) block.offset = file_end_;
  std::error_code error;
  platform::move_pages(room_.file, block.offset, block.start, size, error);
  if (error) return room_.note(error);
  if (platform::kMemoryMoves) {
    file_end_ += size;
    if (size < block.size) platform::give_back_pages(block.start + size, block.size - size);
    block.size = size;
  }
  block.moved = true;
  in_file_ += block.used - block.discarded;
  platform::release_pages(block.start, 0, block.size);
}

void PagedMemory::finish(std::size_t most) {
  settled_ = blocks_.size();
  make_room(most);
  for (const Block& block : blocks_)
    if (block.moved) platform::release_pages(block.start, 0, block.size);
}

bool PagedMemory::in_file(const void* cells) const {
  return std::ranges::any_of(blocks_, [&](const Block& block) { return block.moved && holds(block, cells); });
}

}  // namespace attnlab
