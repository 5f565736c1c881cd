// Counting heap allocations: this program's own malloc, which counts and passes on to the C library's.
#include "tests/allocation/count.h"

#include <dlfcn.h>
#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstring>

namespace {
std::atomic<bool> counting{false};
std::atomic<std::size_t> count{0}, scheduler_count{0};

bool is_scheduler(void* caller) {
  Dl_info library;
  return dladdr(caller, &library) != 0 && std::strstr(library.dli_fname, "libtbb") != nullptr;
}

void note(void* caller) {
  if (!counting.load(std::memory_order_relaxed)) return;
  (is_scheduler(caller) ? scheduler_count : count).fetch_add(1, std::memory_order_relaxed);
}
}  // namespace

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) noexcept {
  note(__builtin_return_address(0));
  return __libc_malloc(size);
}
void* calloc(std::size_t items, std::size_t size) noexcept {
  note(__builtin_return_address(0));
  return __libc_calloc(items, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  note(__builtin_return_address(0));
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  note(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  note(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** result, std::size_t alignment, std::size_t size) noexcept {
  note(__builtin_return_address(0));
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
}

/// oneTBB takes its memory from a heap of its own where it can load one, and else from malloc. Here it
/// cannot, so that what it asks for is counted too.
extern "C" void* dlopen(const char* file, int flags) noexcept {
  if (file && std::strstr(file, "tbbmalloc")) return nullptr;
  using Open = void* (*)(const char*, int);
  return reinterpret_cast<Open>(dlsym(RTLD_NEXT, "dlopen"))(file, flags);
}

namespace attnlab::testing {

AllocationCount::AllocationCount() {
  count = scheduler_count = 0;
  counting = true;
}

AllocationCount::~AllocationCount() { counting = false; }

std::size_t AllocationCount::calls() const { return count; }

std::size_t AllocationCount::scheduler_calls() const { return scheduler_count; }

}  // namespace attnlab::testing
