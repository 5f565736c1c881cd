// Train pace: how fast a playing run learns, in steps a second.
#pragma once

#include <string>

#include "core/tensor/real.h"

namespace attnlab {

/// As many steps as the machine can make.
inline constexpr double kFullSpeed = 0;
inline constexpr double kLeastTrainPace = 0.1, kMostTrainPace = 1000;

/// The next pace of a fixed row, which ends with full speed; the last one of its end.
double faster_pace(double now);
double slower_pace(double now);

/// "30 steps/s", "full speed".
std::string pace_text(double pace);

/// The pace of the row at which so many steps take nearest to three quarters of a minute: slow enough to be
/// watched, fast enough to be waited for.
double watched_pace(Index steps);

}  // namespace attnlab
