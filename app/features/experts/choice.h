// The view Experts: its row and its options.
#pragma once

#include "app/feature/feature.h"
#include "app/state/expert_choice.h"

namespace attnlab::experts {
extern const Feature kFeature;
}
