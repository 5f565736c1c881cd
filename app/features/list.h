// The list of features, in the order of the tabs: one line for each folder here. A source gives it a macro
// that takes the name of a folder.
#pragma once

// clang-format off
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
// clang-format on
