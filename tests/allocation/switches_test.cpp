// With any switch of attention, a training step in steady state asks the heap for nothing.
#include "tests/support/switches.h"

#include <gtest/gtest.h>

#include "core/layers/alignment_sites.h"
#include "core/layers/general_attention.h"
#include "core/training/trainer.h"
#include "tests/allocation/count.h"
#include "tests/support/sites.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {
namespace {

/// Allocations of one pass forward and backward of `scalar` on a tape that has made such passes before.
std::size_t calls_of_a_pass(const ParameterLayout& layout, const std::function<Variable(Tape&)>& scalar) {
  const std::vector<Real> weights = random_values(layout.size(), 2, 0.4);
  std::vector<Real> gradient(weights.size());
  Tape tape(Mode::Train);
  const auto pass = [&] {
    tape.reset();
    tape.bind(layout, weights.data(), gradient.data());
    tape.backward(scalar(tape));
  };
  for (int i = 0; i < 3; ++i) pass();
  const AllocationCount count;
  pass();
  return count.calls();
}

TEST(SteadySwitches, AllocateNothing) {
  for (const std::string& architecture : transformer_architectures()) {
    for (const Switch& option : transformer_switches()) {
      for (const std::string& value : option.values) {
        ModelConfig config = switch_base(architecture);
        set_switch(config, option.name, value);
        if (!refusal(config).empty()) continue;
        const auto model = make_model(config);
        const Batch batch = switch_batch(config);
        const Index counted = batch.counted_targets();
        EXPECT_EQ(calls_of_a_pass(model->parameters(),
                                  [&](Tape& tape) { return model->loss(tape, batch, 0.1, counted); }),
                  0u)
            << architecture << " " << option.name << "=" << value;
      }
    }
  }
}

TEST(SteadyGeneralAttention, AllocatesNothing) {
  const std::vector<Index> lengths = {5, 3};
  const std::vector<Real> upstream = random_values(2 * 3 * 2, 8);
  for (const char* score : {"dot", "scaled_dot", "cosine", "general", "additive"}) {
    ParameterLayout layout;
    const GeneralAttention layer(
        ParameterScope(layout),
        {.score = GeneralAttention::score_from(score), .query_width = 4, .key_width = 4, .hidden = 3});
    const ParameterId q = add_parameter(layout, "(q)", {2, 3, 4}, Initializer::zeros()),
                      k = add_parameter(layout, "(k)", {2, 5, 4}, Initializer::zeros()),
                      v = add_parameter(layout, "(v)", {2, 5, 2}, Initializer::zeros());
    const AttentionMask mask{.causal = false, .key_lengths = lengths};
    EXPECT_EQ(calls_of_a_pass(layout,
                              [&](Tape& t) {
                                const Variable context =
                                    layer(t, t.parameter(q), t.parameter(k), t.parameter(v), mask,
                                          alignment_sites::kAlignment);
                                return weighted_sum(t, context, upstream);
                              }),
              0u)
        << score;
  }
}

}  // namespace
}  // namespace attnlab::testing
