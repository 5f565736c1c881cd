// The memory of this process that is resident, as Linux says.
#pragma once

#include <unistd.h>

#include <fstream>

namespace attnlab::testing {

inline double resident_megabytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGE_SIZE)) / (1 << 20);
}

}  // namespace attnlab::testing
