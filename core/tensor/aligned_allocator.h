// Aligned allocator: memory that a vector register can be loaded from in one piece.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace attnlab {

/// Uninitialised memory on a boundary of a cache line. A block of several large pages begins on one and is
/// made of such, where the system has them: whoever walks through it waits less for the table of pages.
void* take_aligned(std::size_t bytes);
/// `bytes`: as it was taken.
void give_back_aligned(void* memory, std::size_t bytes) noexcept;

/// Memory for containers that comes from somewhere else than the heap.
class MemorySource {
 public:
  MemorySource() = default;
  virtual ~MemorySource() = default;
  MemorySource(const MemorySource&) = delete;
  MemorySource& operator=(const MemorySource&) = delete;

  /// Uninitialised, on a boundary of a cache line. Throws std::bad_alloc.
  virtual void* take(std::size_t bytes) = 0;
  virtual void give_back(void* memory, std::size_t bytes) noexcept = 0;
  /// Whether all that was taken lies in a file, and is in memory only while somebody reads it.
  virtual bool lies_in_file() const { return false; }
};
using MemorySourcePtr = std::shared_ptr<MemorySource>;

/// For containers: memory of take_aligned(), or of a source, which lives as long as they do. A copy of a
/// container is in memory of take_aligned().
template <typename T>
struct AlignedAllocator {
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  AlignedAllocator() = default;
  explicit AlignedAllocator(MemorySourcePtr from) : source(std::move(from)) {}
  template <typename Other>
  AlignedAllocator(const AlignedAllocator<Other>& other) noexcept : source(other.source) {}

  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    const std::size_t bytes = count * sizeof(T);
    return static_cast<T*>(source ? source->take(bytes) : take_aligned(bytes));
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    const std::size_t bytes = count * sizeof(T);
    source ? source->give_back(memory, bytes) : give_back_aligned(memory, bytes);
  }
  AlignedAllocator select_on_container_copy_construction() const { return AlignedAllocator(); }

  template <typename Other>
  friend bool operator==(const AlignedAllocator& a, const AlignedAllocator<Other>& b) noexcept {
    return a.source == b.source;
  }

  MemorySourcePtr source{};  ///< null: take_aligned()
};

}  // namespace attnlab
