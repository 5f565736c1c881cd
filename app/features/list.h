// The list of features, in the order of the tabs: one line for each folder here. A source gives it a macro
// that takes the name of a folder, and one for those with a subcommand beside the view.
#pragma once

// clang-format off
#define ATTNLAB_FEATURES(feature, subcommand) \
  feature(steps) \
  feature(heads) \
  feature(positions) \
  feature(masks) \
  feature(norms) \
  feature(architecture) \
  feature(recurrence) subcommand(recurrence) \
  feature(alignment) subcommand(alignment) \
  feature(experts) subcommand(experts) \
  feature(generation) \
  feature(tokens) subcommand(tokens) \
  feature(vectors) subcommand(vectors) \
  feature(pictures) \
  feature(residual) subcommand(residual) \
  feature(contributions) subcommand(contributions) \
  feature(attribution) subcommand(attribution) \
  feature(patching) subcommand(patching) \
  feature(circuits) subcommand(circuits) \
  feature(neurons) subcommand(neurons) \
  feature(probes) subcommand(probes) \
  feature(compare) \
  feature(models) subcommand(models) \
  feature(training) \
  feature(landscape) subcommand(landscape) \
  feature(tiles) \
  feature(hand) subcommand(hand) \
  feature(cost) subcommand(cost)
// clang-format on
