// Shares of experts against PyTorch: from the tokens' vectors by our router, padding left out.
#include "core/layers/experts.h"
#include "core/layers/feed_forward_sites.h"
#include "core/ops/experts/expert_counts.h"
#include "tests/golden/case.h"

namespace attnlab::testing {
namespace {

void expect_numbers(const std::vector<double>& found, const Tensor& expected, const std::string& what) {
  const std::vector<Real> rounded(found.begin(), found.end());
  EXPECT_TRUE(matches(rounded, expected, what));
}

class GoldenRouting : public ::testing::TestWithParam<Index> {};

TEST_P(GoldenRouting, SharesMatchPyTorch) {
  const Index per_token = GetParam();
  const GoldenFile file = golden_file("routing");
  const Tensor input = file.tensor("input"), weight = file.tensor("router.weight");
  const Index experts = weight.shape[0], width = weight.shape[1], positions = input.shape[1];
  ParameterLayout layout;
  const Experts layer(ParameterScope(layout), {{width, 3, false, &activation_kind("gelu"),
                                                Initializer::zeros(), Initializer::zeros()},
                                               {experts, per_token, false, {}}});
  std::vector<Real> weights(static_cast<std::size_t>(layout.size()), Real(0));
  const Parameter& router = layout[*layout.find("router.weight")];
  std::ranges::copy(weight.data, weights.begin() + router.offset);
  Tape tape(Mode::Record);
  tape.bind(layout, weights.data(), nullptr);
  const Variable x = tape.constant(input.shape);
  std::ranges::copy(input.data, x.data());
  layer(tape, x, {});
  const Node *probabilities = nullptr, *selected = nullptr;
  for (const Named& named : tape.recorded().names()) {
    if (named.site == &expert_sites::kProbabilities) probabilities = named.node;
    if (named.site == &expert_sites::kSelected) selected = named.node;
  }
  ASSERT_TRUE(probabilities && selected);
  const std::string k = std::to_string(per_token) + ".";
  const std::vector<TokenId> lengths = file.ids("lengths"), wanted = file.ids(k + "selected");
  ExpertCounts counts(experts);
  std::vector<TokenId> chosen;
  for (std::size_t row = 0; row < lengths.size(); ++row)
    for (Index t = 0; t < lengths[row]; ++t) {
      const Index at = static_cast<Index>(row) * positions + t;
      counts.add(probabilities->value + at * experts, selected->value + at * per_token, per_token);
      for (Index rank = 0; rank < per_token; ++rank)
        chosen.push_back(static_cast<TokenId>(selected->value[at * per_token + rank]));
    }
  EXPECT_EQ(chosen, wanted);
  expect_numbers(counts.shares(), file.tensor(k + "shares"), "shares");
  expect_numbers(counts.mean_probabilities(), file.tensor(k + "mean"), "mean probabilities");
  expect_numbers({counts.entropy()}, file.tensor(k + "entropy"), "entropy");
  expect_numbers({counts.balance()}, file.tensor(k + "balance"), "balance");
}

INSTANTIATE_TEST_SUITE_P(PerToken, GoldenRouting, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace attnlab::testing
