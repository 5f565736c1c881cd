// The pass of an opened model against PyTorch.
#pragma once

#include "core/io/checkpoint.h"
#include "core/models/model.h"
#include "tests/golden/model_case.h"

namespace attnlab::testing {

/// Expects logits, loss and every gradient of families/NAME/expected.
inline void expect_golden_pass(const std::string& name, const Checkpoint& opened) {
  const GoldenFile file = golden_file("families/" + name + "/expected");
  const Batch batch = golden_batch(file);
  const ParameterLayout& layout = opened.model->parameters();
  const AlignedBuffer& weights = opened.state->snapshot->weights;
  for (const Mode mode : {Mode::Train, Mode::Record}) {
    Tape tape(mode);
    AlignedBuffer gradient(weights.size(), Real(7));
    tape.bind(layout, weights.data(), gradient.data(), nullptr, WriteMode::Overwrite);
    const Variable logits = opened.model->logits(tape, batch);
    EXPECT_TRUE(matches({logits.data(), static_cast<std::size_t>(logits.size())}, file.tensor("logits"),
                        name + " logits"));
    tape.reset();
    const Variable loss = opened.model->loss(tape, batch, 0, batch.counted_targets());
    EXPECT_TRUE(matches({loss.data(), 1}, file.tensor("loss"), name + " loss"));
    tape.backward(loss);
    expect_parameters(file, "grad.", layout, gradient);
  }
}

}  // namespace attnlab::testing
