// The view Heads: its row and its options.
#pragma once

#include "app/feature/feature.h"
#include "app/state/heads_choice.h"

namespace attnlab::heads {
extern const Feature kFeature;
}
