// The view By hand: its row, its options, and the numbers that somebody typed.
#pragma once

#include "app/feature/feature.h"
#include "app/state/hand_choice.h"

namespace attnlab::hand {
extern const Feature kFeature;
}
