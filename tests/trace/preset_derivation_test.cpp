// Every preset's model, at its full size: random cells and gradients of a trace are recomputed; and every
// kind of operation in the library is explained.
#include <gtest/gtest.h>

#include "tests/support/activations.h"
#include "tests/trace/general_attention.h"
#include "tests/trace/preset_traces.h"
#include "tests/trace/recompute.h"

namespace attnlab::testing {
namespace {

constexpr Index kCells = 1000, kGradients = 60;

class PresetDerivations : public ::testing::TestWithParam<std::string> {};

TEST_P(PresetDerivations, RandomCellsAreRecomputed) {
  const TracePtr trace = first_trace(find_preset(GetParam()));
  RandomStream random(11);
  for (Index i = 0; i < kCells; ++i) {
    const auto [tensor, cell] = pick(trace->tensors(), random);
    expect_cell_recomputed(*trace, *tensor, cell);
  }
  for (Index i = 0; i < kGradients; ++i) {
    const auto [tensor, cell] = pick(i % 2 == 0 ? trace->tensors() : trace->parameters(), random);
    expect_gradient_recomputed(*trace, *tensor, cell);
  }
}

INSTANTIATE_TEST_SUITE_P(Chosen, PresetDerivations, ::testing::ValuesIn(chosen_presets()),
                         [](const auto& preset) { return test_name(preset.param); });
INSTANTIATE_TEST_SUITE_P(Every, PresetDerivations, ::testing::ValuesIn(other_presets()),
                         [](const auto& preset) { return test_name(preset.param); });

void collect_kinds(const Node* node, std::set<const Node*>& seen, std::set<std::string>& kinds) {
  if (!node->producer || !seen.insert(node).second) return;
  kinds.insert(std::string(node->producer->kind()));
  for (const Node* input : node->producer->inputs()) collect_kinds(input, seen, kinds);
}

std::set<std::string> kinds_of(const Preset& preset) {
  const TracePtr trace = first_trace(preset);
  std::set<const Node*> seen;
  std::set<std::string> kinds;
  for (const TraceTensor& tensor : trace->tensors()) collect_kinds(tensor.node, seen, kinds);
  return kinds;
}

/// What presets, options that no preset uses, and the stand-alone attention layer are made of.
std::set<std::string> reached_kinds() {
  std::set<std::string> kinds;
  for (const std::string& name : trainable_presets()) kinds.merge(kinds_of(find_preset(name)));
  for (const std::string& activation : all_activations())
    kinds.merge(kinds_of(preset_with("characters", {"activation=" + activation})));
  for (const char* positions : {"alibi", "relative_bias"})
    kinds.merge(kinds_of(preset_with("characters", {std::string("positions=") + positions})));
  for (const char* score : {"cosine", "additive"}) {
    const RecordedAttention pass(score);
    std::set<const Node*> seen;
    collect_kinds(pass.context.node(), seen, kinds);
  }
  return kinds;
}

TEST(DerivationCoverage, EveryKindOfOperationIsReached) {
  const std::set<std::string> reached = reached_kinds(), fused = fused_kinds(), kinds = stated_kinds();
  ASSERT_GT(kinds.size(), 40u);
  for (const std::string& kind : kinds)
    EXPECT_NE(reached.contains(kind), fused.contains(kind))
        << kind
        << (reached.contains(kind) ? " is reached, so it is not fused" : " is reached by no derivation");
}

}  // namespace
}  // namespace attnlab::testing
