// Aligned allocator: memory that a vector register can be loaded from in one piece.
#pragma once

#include <cstddef>
#include <new>

namespace attnlab {

/// Uninitialised memory on a boundary of a cache line. A block of several large pages begins on one and is
/// made of such, where the system has them: whoever walks through it waits less for the table of pages.
void* take_aligned(std::size_t bytes);
/// `bytes`: as it was taken.
void give_back_aligned(void* memory, std::size_t bytes) noexcept;

/// For containers: memory of take_aligned().
template <typename T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <typename Other>
  AlignedAllocator(const AlignedAllocator<Other>&) noexcept {}

  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(take_aligned(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept { give_back_aligned(memory, count * sizeof(T)); }

  template <typename Other>
  friend bool operator==(const AlignedAllocator&, const AlignedAllocator<Other>&) noexcept {
    return true;
  }
};

}  // namespace attnlab
