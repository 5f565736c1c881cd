// The machine: its memory.
#pragma once

#include <cstddef>

namespace attnlab::platform {

/// Bytes of memory.
double memory_of_machine();

/// Bytes of a large page; 0 where a program cannot ask for any.
std::size_t large_page();

/// From now on the heap gives back to the system what this program has freed, but for a few megabytes. Call
/// it before the first other thread begins. Does nothing where the heap cannot be told.
void keep_heap_small();

/// Wishes for large pages for the whole ones that lie in the block.
void ask_for_large_pages(std::byte* memory, std::size_t size);

}  // namespace attnlab::platform
