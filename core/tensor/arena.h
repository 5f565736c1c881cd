// Arena: memory that is handed out in order and taken back all at once.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

class PagedMemory;

/// Bump allocator. `reset` keeps the memory, so a step that needs no more than the
/// step before it allocates nothing from the heap. Not thread-safe: one per tape.
class Arena {
 public:
  static constexpr std::size_t kAlignment = 64;

  Arena();
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// About `bytes` are to stay in memory: of large arrays, what does not fit lies in a temporary file from
  /// settle() or move_out() on. Call it before the first array.
  void keep_within(std::size_t bytes);
  /// What was handed out before is written, and is only read from now on.
  void settle() {
    if (paged_) settle_paged();
  }
  /// Nothing more is written of what was handed out before the last settle(); of the rest it may be.
  void make_room() {
    if (paged_) make_paged_room();
  }
  /// Nobody will read these bytes of a large array again.
  void discard(void* start, std::size_t bytes);
  /// Nothing is written any more: what does not fit into memory beside so many bytes that lie elsewhere
  /// leaves it, with all that came back meanwhile.
  void move_out(std::size_t elsewhere);
  /// The large arrays, with what of them lies in a file; null without keep_within().
  const PagedMemory* paged() const { return paged_.get(); }

  /// Uninitialised memory on a 64-byte boundary; valid until `reset`.
  void* allocate(std::size_t bytes);

  template <typename T>
  T* array(Index count) {
    static_assert(std::is_trivially_destructible_v<T>, "an arena runs no destructors");
    return static_cast<T*>(allocate(static_cast<std::size_t>(count) * sizeof(T)));
  }

  template <typename T, typename... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>, "an arena runs no destructors");
    return new (allocate(sizeof(T))) T(std::forward<Args>(args)...);
  }

  /// Invalidates everything handed out. Memory that grew in several blocks becomes one.
  void reset();
  /// As reset(), and gives the memory to whichever arena takes it next; see take_block(). This one takes as
  /// much again when it is asked for some.
  void rest();

  std::size_t used() const { return used_in_blocks() + used_paged(); }
  std::size_t capacity() const;

 private:
  struct Release {
    std::size_t size;
    void operator()(std::byte* block) const;
  };
  using Block = std::unique_ptr<std::byte[], Release>;
  void grow(std::size_t at_least);
  std::size_t used_in_blocks() const { return used_before_ + position_; }
  std::size_t used_paged() const;
  std::size_t most_paged(std::size_t elsewhere = 0) const;
  void settle_paged();
  void make_paged_room();

  std::vector<Block> blocks_;
  std::size_t position_ = 0;     // in the last block
  std::size_t used_before_ = 0;  // in the blocks before it
  std::size_t rested_ = 0;       // capacity before the last rest()
  std::unique_ptr<PagedMemory> paged_;
  std::size_t most_ = 0;   // of the arena's bytes in memory, with paged_
  std::size_t least_ = 0;  // bytes that lie in blocks before large arrays are paged
};

}  // namespace attnlab
