// Counted: which positions of a pass a loss is the mean of.
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace attnlab {

/// How many positions count, of those that could.
struct CountedPositions {
  Index counted = 0;
  Index all = 0;  ///< but the last of a text that goes on: nothing is known to follow
};
CountedPositions counted_positions(const Trace& trace);

/// Whether what is said at `position` is not compared with anything while other positions are: before the
/// end of a question, or beside what is hidden or labeled.
bool is_left_out(const Trace& trace, Index position);

/// "over 4 of 11 positions": what the loss is the mean of, where some are left out; "" where none is.
std::string counted_words(const Trace& trace);

}  // namespace attnlab
