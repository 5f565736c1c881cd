// Spaced states: a few of the stored past steps, which show the history of a run.
#pragma once

#include "core/training/run/timeline.h"

namespace attnlab {

/// When the newest state is one of the chosen ones.
enum class Newest { IfSpaced, Always };

/// At most `most` (at least 2) of the stored states, by step: all where there are so few; else the first and
/// every n-th of the steps that is_spaced() names, n a power of two, each by the stored state nearest to it.
/// So they lie evenly up to step 128 and by octaves from there on, and as the run goes on, those chosen later
/// are among those chosen before, or new. With Newest::Always the last stored state is one of them.
std::vector<StatePtr> spaced_states(const Timeline& timeline, std::size_t most, Newest newest);

/// 0 … count − 1, so that any beginning is spread over the whole: the first, the last, the middle, the middle
/// of each half and so on.
std::vector<std::size_t> coarse_first(std::size_t count);

}  // namespace attnlab
