// Aligned allocator: memory that a vector register can be loaded from in one piece.
#pragma once

#include <cstddef>
#include <new>

namespace attnlab {

/// For containers: memory on a boundary of a cache line.
template <typename T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t kAlignment{64};

  AlignedAllocator() = default;
  template <typename Other>
  AlignedAllocator(const AlignedAllocator<Other>&) noexcept {}

  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(::operator new(count * sizeof(T), kAlignment));
  }
  void deallocate(T* memory, std::size_t) noexcept { ::operator delete(memory, kAlignment); }

  template <typename Other>
  friend bool operator==(const AlignedAllocator&, const AlignedAllocator<Other>&) noexcept {
    return true;
  }
};

}  // namespace attnlab
