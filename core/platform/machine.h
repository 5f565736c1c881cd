// The machine: its memory.
#pragma once

#include <cstddef>

namespace attnlab::platform {

/// Bytes of memory.
double memory_of_machine();

/// Wishes for large pages for a block of several, where the system has them: a step then waits less for the
/// table of pages.
void ask_for_large_pages(std::byte* memory, std::size_t size);

}  // namespace attnlab::platform
