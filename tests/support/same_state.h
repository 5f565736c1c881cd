// States of training compared to the last bit.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "core/training/training_state.h"

namespace attnlab::testing {

inline std::vector<Real> cells(std::span<const Real> values) { return {values.begin(), values.end()}; }

/// Expects equal weights, moments and settings.
inline void expect_same(const TrainingState& a, const TrainingState& b) {
  EXPECT_EQ(a.step(), b.step());
  EXPECT_EQ(cells(a.snapshot->weights), cells(b.snapshot->weights));
  EXPECT_EQ(cells(a.optimizer->mean), cells(b.optimizer->mean));
  EXPECT_EQ(cells(a.optimizer->square), cells(b.optimizer->square));
  EXPECT_EQ(a.optimizer->updates, b.optimizer->updates);
  EXPECT_EQ(settings_difference(a.settings, b.settings), "");
  EXPECT_EQ(a.settings.config.seed, b.settings.config.seed);
}

}  // namespace attnlab::testing
