// Counting heap allocations of the whole process: malloc and all that stands on it.
#pragma once

#include <cstddef>

namespace attnlab::testing {

/// Counts calls of malloc, calloc, realloc, aligned_alloc, posix_memalign and memalign (and so of operator
/// new), by any thread and any library, while it lives. One at a time.
class AllocationCount {
 public:
  AllocationCount();
  ~AllocationCount();
  AllocationCount(const AllocationCount&) = delete;
  AllocationCount& operator=(const AllocationCount&) = delete;

  std::size_t calls() const;
};

}  // namespace attnlab::testing
