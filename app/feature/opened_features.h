// Features that panels and other features open, or look for on the stage.
#pragma once

#include "app/feature/feature.h"

namespace attnlab::architecture {
extern const Feature kFeature;
}
namespace attnlab::compare {
extern const Feature kFeature;
}
namespace attnlab::generation {
extern const Feature kFeature;
}
namespace attnlab::hand {
extern const Feature kFeature;
}
namespace attnlab::heads {
extern const Feature kFeature;
}
namespace attnlab::steps {
extern const Feature kFeature;
}
