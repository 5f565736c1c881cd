// The list of features, in the order of the tabs: one line for each folder here.
#include "app/feature/features.h"

#define ATTNLAB_FEATURES(feature) \
  feature(steps) \
  feature(heads) \
  feature(positions) \
  feature(masks) \
  feature(norms) \
  feature(architecture) \
  feature(recurrence) \
  feature(alignment) \
  feature(experts) \
  feature(generation) \
  feature(tokens) \
  feature(vectors) \
  feature(pictures) \
  feature(residual) \
  feature(contributions) \
  feature(attribution) \
  feature(patching) \
  feature(circuits) \
  feature(neurons) \
  feature(probes) \
  feature(compare) \
  feature(models) \
  feature(training) \
  feature(landscape) \
  feature(tiles) \
  feature(hand) \
  feature(cost)

namespace attnlab {

#define ATTNLAB_DECLARED(folder)    \
  namespace folder {                \
  extern const Feature kFeature;    \
  }
ATTNLAB_FEATURES(ATTNLAB_DECLARED)

std::span<const Feature* const> features() {
#define ATTNLAB_LISTED(folder) &folder::kFeature,
  static constexpr const Feature* kFeatures[] = {ATTNLAB_FEATURES(ATTNLAB_LISTED)};
  return kFeatures;
}

}  // namespace attnlab
