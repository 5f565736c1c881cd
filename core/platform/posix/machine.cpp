// The machine's memory, as POSIX and Linux tell of it.
#include "core/platform/machine.h"

#include <sys/mman.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cstdint>

namespace attnlab::platform {

double memory_of_machine() { return double(::sysconf(_SC_PHYS_PAGES)) * double(::sysconf(_SC_PAGE_SIZE)); }

#ifdef __GLIBC__

/// Without these, each thread has a heap of its own, which keeps up to 64 MB that are free, and blocks of up
/// to 32 MB leave holes in it.
void keep_heap_small() {
  constexpr int kHeaps = 4, kLeastMapped = 256 << 10, kMostFree = 4 << 20;
  ::mallopt(M_ARENA_MAX, kHeaps);
  ::mallopt(M_MMAP_THRESHOLD, kLeastMapped);
  ::mallopt(M_TRIM_THRESHOLD, kMostFree);
}

#else

void keep_heap_small() {}

#endif

#ifdef MADV_HUGEPAGE

std::size_t large_page() { return std::size_t{2} << 20; }

void ask_for_large_pages(std::byte* memory, std::size_t size) {
  if (size < large_page()) return;
  constexpr std::size_t kPage = 4096;
  const std::size_t to_page = -reinterpret_cast<std::uintptr_t>(memory) % kPage;
  ::madvise(memory + to_page, size - to_page, MADV_HUGEPAGE);  // a wish: what it answers changes nothing
}

#else

std::size_t large_page() { return 0; }
void ask_for_large_pages(std::byte*, std::size_t) {}

#endif

}  // namespace attnlab::platform
