// Cores of the machine, as the system counts them.
#include "core/config/cores.h"

#include <algorithm>
#include <thread>

namespace attnlab {

int cores() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

}  // namespace attnlab
