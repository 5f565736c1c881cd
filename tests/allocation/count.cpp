// Counting heap allocations: this program's own malloc, which counts and passes on to the C library's.
#include "tests/allocation/count.h"

#include <malloc.h>

#include <atomic>
#include <cerrno>

namespace {
std::atomic<bool> counting{false};
std::atomic<std::size_t> count{0};

void note() {
  if (counting.load(std::memory_order_relaxed)) count.fetch_add(1, std::memory_order_relaxed);
}
}  // namespace

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) noexcept {
  note();
  return __libc_malloc(size);
}
void* calloc(std::size_t items, std::size_t size) noexcept {
  note();
  return __libc_calloc(items, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  note();
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  note();
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  note();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** result, std::size_t alignment, std::size_t size) noexcept {
  note();
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
}

namespace attnlab::testing {

AllocationCount::AllocationCount() {
  count = 0;
  counting = true;
}

AllocationCount::~AllocationCount() { counting = false; }

std::size_t AllocationCount::calls() const { return count; }

}  // namespace attnlab::testing
