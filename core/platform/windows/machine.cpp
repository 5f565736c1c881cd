// The machine's memory, as Windows tells of it.
#include "core/platform/machine.h"

#include "core/platform/windows/calls.h"

namespace attnlab::platform {

double memory_of_machine() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  return GlobalMemoryStatusEx(&status) ? double(status.ullTotalPhys) : 0;
}

void keep_heap_small() {}

std::size_t large_page() { return 0; }  // Windows gives them to administrators alone
void ask_for_large_pages(std::byte*, std::size_t) {}

}  // namespace attnlab::platform
