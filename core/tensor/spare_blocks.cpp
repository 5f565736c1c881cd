// Spare blocks: a list, the oldest first.
#include "core/tensor/spare_blocks.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "core/tensor/aligned_allocator.h"

namespace attnlab {
namespace {

struct Spare {
  std::byte* start;
  std::size_t size;
};

struct Spares {
  std::mutex mutex;
  std::vector<Spare> blocks;
  std::size_t bytes = 0;
};

/// Lives as long as the last arena, whenever that ends.
Spares& spares() {
  static Spares& all = *new Spares;
  return all;
}

}  // namespace

std::byte* take_block(std::size_t bytes) {
  Spares& all = spares();
  {
    const std::lock_guard lock(all.mutex);
    const auto found = std::ranges::find(all.blocks, bytes, &Spare::size);
    if (found != all.blocks.end()) {
      std::byte* const start = found->start;
      all.blocks.erase(found);
      all.bytes -= bytes;
      return start;
    }
  }
  return static_cast<std::byte*>(take_aligned(bytes));
}

void give_back_block(std::byte* block, std::size_t bytes) {
  if (bytes > kMostSpare) return give_back_aligned(block, bytes);
  Spares& all = spares();
  std::vector<Spare> old;
  {
    const std::lock_guard lock(all.mutex);
    all.blocks.push_back({block, bytes});
    all.bytes += bytes;
    while (all.bytes > kMostSpare) {
      old.push_back(all.blocks.front());
      all.bytes -= old.back().size;
      all.blocks.erase(all.blocks.begin());
    }
  }
  for (const Spare& spare : old) give_back_aligned(spare.start, spare.size);
}

std::size_t spare_bytes() {
  const std::lock_guard lock(spares().mutex);
  return spares().bytes;
}

}  // namespace attnlab
