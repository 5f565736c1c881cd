// The view Step through: its row and its options.
#pragma once

#include "app/feature/feature.h"
#include "app/state/steps_choice.h"

namespace attnlab::steps {
extern const Feature kFeature;
}
