// The machine's memory, as POSIX and Linux tell of it.
#include "core/platform/machine.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace attnlab::platform {

double memory_of_machine() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGE_SIZE));
}

void ask_for_large_pages([[maybe_unused]] std::byte* memory, [[maybe_unused]] std::size_t size) {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t kPage = 4096, kLargePage = std::size_t{2} << 20;
  if (size < 2 * kLargePage) return;
  const std::size_t to_page = -reinterpret_cast<std::uintptr_t>(memory) % kPage;
  ::madvise(memory + to_page, size - to_page, MADV_HUGEPAGE);  // a wish: what it answers changes nothing
#endif
}

}  // namespace attnlab::platform
