// Cores of the machine, as the system counts them.
#include "core/config/cores.h"

#include <algorithm>
#include <thread>

#include "core/config/threads.h"

namespace attnlab {

int cores() {
  return has_threads() ? static_cast<int>(std::max(1u, std::thread::hardware_concurrency())) : 1;
}

}  // namespace attnlab
