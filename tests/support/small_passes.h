// A small model's first gradient, and a trace of it with a painted mask, to compare with another device's.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/trace/tracer.h"
#include "tests/support/small_training.h"

namespace attnlab::testing {

/// Of all weights in the first step. (Adam's first steps go by its sign alone, so weights say less.)
inline AlignedBuffer first_gradient(const Preset& preset, std::shared_ptr<AttentionDevice> device = nullptr) {
  const SmallRun run(preset, 1, std::move(device));
  return {run.trainer.gradient().begin(), run.trainer.gradient().end()};
}

inline TracePtr masked_trace(const SmallRun& run, std::shared_ptr<AttentionDevice> device = nullptr) {
  const bool stream = run.experiment.preset.model.architecture == "gpt";
  TraceRequest request{.source = stream ? "" : "abc", .target = stream ? "the owl" : "cba"};
  request.edits.push_back(parse_edit(stream ? "mask decoder.layers.0.self_attention window 2"
                                            : "mask encoder.layers.0.self_attention causal"));
  return Tracer(run.experiment.model, run.experiment.vocabularies, AttentionDeviceChoice(std::move(device)))
      .trace(run.trainer.state().snapshot, request);
}

/// The largest difference of cells, unless both are the same infinity; infinite for NaN.
inline double largest_difference(std::span<const Real> a, std::span<const Real> b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (std::isfinite(a[i]) || a[i] != b[i]) {
      const double apart = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
      if (std::isnan(apart)) return INFINITY;
      largest = std::max(largest, apart);
    }
  return largest;
}

/// Expects the same tensors with cells that differ by less than `most`.
inline void expect_near(const Trace& a, const Trace& b, double most) {
  ASSERT_EQ(a.tensors().size(), b.tensors().size());
  for (std::size_t i = 0; i < a.tensors().size(); ++i) {
    ASSERT_EQ(a.tensors()[i].name, b.tensors()[i].name);
    EXPECT_LE(largest_difference(a.tensors()[i].value, b.tensors()[i].value), most) << a.tensors()[i].name;
  }
}

}  // namespace attnlab::testing
