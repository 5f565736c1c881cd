// Spare blocks: a list, the oldest first.
#include "core/tensor/spare_blocks.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <mutex>
#include <new>

#include "core/platform/machine.h"

namespace attnlab {
namespace {

struct Spare {
  void* start;
  std::size_t size;
};

struct Spares {
  std::mutex mutex;
  std::deque<Spare> blocks;
  std::size_t bytes = 0;
};

/// Lives as long as the last block, whenever that ends.
Spares& spares() {
  static Spares& all = *new Spares;
  return all;
}

std::align_val_t alignment_of(std::size_t bytes) {
  constexpr std::size_t kLeast = 64;
  const std::size_t page = platform::large_page();
  return std::align_val_t{page && bytes >= page ? page : kLeast};
}

void* new_block(std::size_t bytes) {
  void* const memory = ::operator new(bytes, alignment_of(bytes));
  platform::ask_for_large_pages(static_cast<std::byte*>(memory), bytes);
  return memory;
}

void delete_block(const Spare& block) noexcept { ::operator delete(block.start, alignment_of(block.size)); }

/// The newest spare block of this size; null where there is none.
void* take_spare(std::size_t bytes) {
  Spares& all = spares();
  const std::lock_guard lock(all.mutex);
  const auto found = std::find_if(all.blocks.rbegin(), all.blocks.rend(),
                                  [&](const Spare& spare) { return spare.size == bytes; });
  if (found == all.blocks.rend()) return nullptr;
  void* const start = found->start;
  all.blocks.erase(std::prev(found.base()));
  all.bytes -= bytes;
  return start;
}

/// Takes the oldest block out, if there are too many. One with a size of 0: there are not.
Spare take_surplus() {
  Spares& all = spares();
  const std::lock_guard lock(all.mutex);
  if (all.bytes <= kMostSpare) return {nullptr, 0};
  const Spare oldest = all.blocks.front();
  all.blocks.pop_front();
  all.bytes -= oldest.size;
  return oldest;
}

/// False where there is no memory to note it.
bool keep(const Spare& block) noexcept try {
  Spares& all = spares();
  const std::lock_guard lock(all.mutex);
  all.blocks.push_back(block);
  all.bytes += block.size;
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

}  // namespace

void* take_block(std::size_t bytes) {
  void* const spare = take_spare(bytes);
  return spare ? spare : new_block(bytes);
}

void give_back_block(void* block, std::size_t bytes) noexcept {
  if (bytes > kMostSpare || !keep({block, bytes})) return delete_block({block, bytes});
  for (Spare old = take_surplus(); old.size > 0; old = take_surplus()) delete_block(old);
}

std::size_t spare_bytes() {
  const std::lock_guard lock(spares().mutex);
  return spares().bytes;
}

}  // namespace attnlab
