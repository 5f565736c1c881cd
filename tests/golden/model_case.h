// ModelCase: a whole model against PyTorch: logits, loss, every gradient, and three AdamW steps with
// clipping.
#pragma once

#include "core/models/model.h"
#include "tests/golden/case.h"

namespace attnlab::testing {

/// tests/golden/NAME.safetensors, and its model.
struct ModelCase {
  std::string name;
  ModelConfig config;
  double smoothing = 0;  ///< of the labels
  double epsilon = 1e-8;
};

inline void PrintTo(const ModelCase& c, std::ostream* out) { *out << c.name; }

/// The batch in a golden file: target, and whichever of source, source_lengths, input and pictures it has.
Batch golden_batch(const GoldenFile& file);

/// Compares the gradients of a training and a recording tape.
void expect_golden_gradients(const ModelCase& c);

/// Compares the steps with one shard and with three.
void expect_golden_steps(const ModelCase& c);

}  // namespace attnlab::testing
