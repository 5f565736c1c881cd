// Arena: memory that is handed out in order and taken back all at once.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// Bump allocator. `reset` keeps the memory, so a step that needs no more than the
/// step before it allocates nothing from the heap. Not thread-safe: one per tape.
class Arena {
 public:
  static constexpr std::size_t kAlignment = 64;

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

  std::size_t used() const { return used_before_ + position_; }
  std::size_t capacity() const;

 private:
  struct Release {
    void operator()(std::byte* block) const;
  };
  struct Block {
    std::unique_ptr<std::byte[], Release> memory;
    std::size_t size = 0;
  };
  void grow(std::size_t at_least);

  std::vector<Block> blocks_;
  std::size_t position_ = 0;     // in the last block
  std::size_t used_before_ = 0;  // in the blocks before it
};

}  // namespace attnlab
