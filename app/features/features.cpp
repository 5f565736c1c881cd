// features(): the features of the list.
#include "app/feature/features.h"

#include "app/features/list.h"

namespace attnlab {

#define ATTNLAB_DECLARED(folder) \
  namespace folder {             \
  extern const Feature kFeature; \
  }
#define ATTNLAB_NOTHING(folder)
ATTNLAB_FEATURES(ATTNLAB_DECLARED, ATTNLAB_NOTHING)

std::span<const Feature* const> features() {
#define ATTNLAB_LISTED(folder) &folder::kFeature,
  static constexpr const Feature* kFeatures[] = {ATTNLAB_FEATURES(ATTNLAB_LISTED, ATTNLAB_NOTHING)};
  return kFeatures;
}

}  // namespace attnlab
