// Cores of the machine.
#pragma once

namespace attnlab {

/// Threads that the machine runs at the same time; 1 where it does not say, and in a program without threads.
int cores();

}  // namespace attnlab
