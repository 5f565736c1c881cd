// The view Masks: its row and its options.
#pragma once

#include "app/feature/feature.h"
#include "app/state/mask_choice.h"

namespace attnlab::masks {
extern const Feature kFeature;
}
