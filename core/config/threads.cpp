// Threads as the program was compiled, or fewer.
#include "core/config/threads.h"

#include <atomic>
#include <utility>

namespace attnlab {
namespace {

#ifdef ATTNLAB_NO_THREADS
std::atomic<bool> g_threads = false;
#else
std::atomic<bool> g_threads = true;
#endif

}  // namespace

bool has_threads() { return g_threads; }

WithoutThreads::WithoutThreads() : before_(g_threads.exchange(false)) {}
WithoutThreads::~WithoutThreads() { g_threads = before_; }

}  // namespace attnlab
