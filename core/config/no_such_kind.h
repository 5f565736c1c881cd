// What comes after a switch over all kinds of a thing, so that a value that is none of them is never taken
// for one. The switch has no default: the compiler names a kind that is forgotten.
#pragma once

#include <stdexcept>
#include <string>

namespace attnlab {

/// Throws std::logic_error, "there is no such WHAT".
[[noreturn]] inline void no_such_kind(const char* what) {
  throw std::logic_error("there is no such " + std::string(what));
}

}  // namespace attnlab
