// Attention by hand against NumPy: every kind of score, with every form of mask.
#include <tuple>

#include "core/trace/hand_pass.h"
#include "core/trace/hand_sites.h"
#include "tests/golden/case.h"

namespace attnlab::testing {
namespace {

struct GoldenMask {
  std::string name, text;
};
const GoldenMask kMasks[] = {{"none", "none"}, {"causal", "causal"}, {"painted", "1011/0100/0000"}};

using HandCase = std::tuple<std::string, std::size_t>;

HandAttention golden_hand(const GoldenFile& file, const std::string& prefix) {
  HandAttention hand = hand_attention({.queries = 3, .keys = 4, .features = 5, .values = 2, .hidden = 3});
  for (const HandMatrixKind& kind : hand_matrices()) {
    const Tensor tensor = file.tensor(prefix + std::string(kind.member));
    (hand.*kind.cells).cells.assign(tensor.data.begin(), tensor.data.end());
  }
  hand.sharpness = 2.5;
  return hand;
}

class GoldenHand : public ::testing::TestWithParam<HandCase> {};

TEST_P(GoldenHand, MatchesNumPy) {
  const auto& [score, mask] = GetParam();
  const GoldenFile file = golden_file("hand");
  const std::string prefix = score + "." + kMasks[mask].name + ".";
  HandAttention hand = golden_hand(file, prefix);
  hand.score = score;
  hand.mask = kMasks[mask].text;
  const TracePtr trace = hand_trace(hand);
  const Site& scores = score == "scaled_dot" ? hand_sites::kScaled : hand_sites::kScores;
  const std::pair<const Site*, std::string> expected[] = {
      {&scores, "scores"}, {&hand_sites::kWeights, "weights"}, {&hand_sites::kOutput, "output"}};
  for (const auto& [site, name] : expected) {
    const TraceTensor* const made = trace->find(hand_place(), *site);
    ASSERT_NE(made, nullptr) << name;
    EXPECT_TRUE(matches(made->value, file.tensor(prefix + name), name));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, GoldenHand,
    ::testing::Combine(::testing::Values("dot", "scaled_dot", "cosine", "general", "additive"),
                       ::testing::Range(std::size_t{0}, std::size(kMasks))),
    [](const auto& made) { return std::get<0>(made.param) + "_" + kMasks[std::get<1>(made.param)].name; });

}  // namespace
}  // namespace attnlab::testing
