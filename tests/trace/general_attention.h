// The stand-alone attention layer on given numbers, recorded, shared by the trace tests.
#pragma once

#include "core/layers/alignment_sites.h"
#include "core/layers/general_attention.h"
#include "tests/support/given_values.h"
#include "tests/support/sites.h"

namespace attnlab::testing {

/// One pass with two sequences of keys, the second of length 3. Owns the objects that the tape refers to.
struct RecordedAttention {
  explicit RecordedAttention(const std::string& score) {
    const GeneralAttention layer(ParameterScope(layout), {.score = GeneralAttention::score_from(score),
                                                          .query_width = 4,
                                                          .key_width = 4,
                                                          .hidden = 3,
                                                          .sharpness = 2});
    weights = random_values(layout.size(), 6);
    tape.bind(layout, weights.data(), nullptr);
    const Variable queries = tape.name(given(tape, {2, 3, 4}, 1), site("queries"));
    const Variable keys = tape.name(given(tape, {2, 5, 4}, 2), site("keys"));
    const Variable values = tape.name(given(tape, {2, 5, 2}, 3), site("values"));
    context = layer(tape, queries, keys, values, {.causal = false, .key_lengths = lengths},
                    alignment_sites::kAlignment);
  }

  ParameterLayout layout;
  std::vector<Real> weights;
  std::vector<Index> lengths = {5, 3};
  Tape tape{Mode::Record};
  Variable context;
};

}  // namespace attnlab::testing
