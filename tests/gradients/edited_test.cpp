// Gradients through interventions: they follow the rules, and stop where cells were set.
#include "core/autograd/edited.h"

#include <gtest/gtest.h>

#include "core/ops/basic/activation.h"
#include "core/ops/basic/linear.h"
#include "tests/gradients/check.h"
#include "tests/support/sites.h"

namespace attnlab::testing {
namespace {

using Inputs = std::vector<Variable>;

/// Rows of [4,6]: 0 stays, 1 is set, 2 is scaled and shifted, 3 is the mean of each pair of columns, with
/// row 1 as it was computed in its last column.
std::optional<CellRule> rule(Index offset) {
  const Index row = offset / 6, column = offset % 6;
  switch (row) {
    case 0: return {};
    case 1: return CellRule{0.75, 0, {}};
    case 2: return CellRule{-1, 2.5, {offset, 1, 1}};
    default: return column == 5 ? CellRule{0, 1, {6 + column, 1, 1}} : CellRule{0, 0.5, {column, 6, 2}};
  }
}

TEST(EditedGradients, FollowTheRules) {
  const CellRules rules = rule;
  const Intervention by_rules{.name = "", .rules = [&](const Shape&) { return rules; }};
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) {
        const Variable computed = gelu(t, linear(t, in[0], in[1]));
        return gelu(t, edited(t, computed, by_rules, &rules));
      },
      {{{4, 3}}, {{6, 3}}}));
}

TEST(EditedGradients, PassThroughCellsThatAFunctionLeaves) {
  const Intervention by_function{.name = "", .change = [](const Shape&, std::span<Real> cells) {
                                   for (std::size_t i = 0; i < cells.size(); i += 3) cells[i] = Real(0.5);
                                 }};
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) { return edited(t, gelu(t, in[0]), by_function, nullptr); },
      {{{4, 5}}}));
}

TEST(EditedGradients, GoToWhatTakesThePlace) {
  Variable earlier;
  const Intervention instead{.name = "", .instead = [&](const Tape&, const Node*) { return earlier.node(); }};
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) {
        earlier = gelu(t, in[0]);
        return linear(t, edited(t, linear(t, earlier, in[1]), instead, nullptr), in[1]);
      },
      {{{4, 3}}, {{3, 3}}}));
}

TEST(EditedGradients, OfOnePositionAtATime) {
  const CellRules rules = [](Index offset) -> std::optional<CellRule> {
    if (offset % 4 == 1) return CellRule{0.25, 0, {}};
    if (offset % 4 == 2) return CellRule{0, -2, {offset, 1, 1}};
    return {};
  };
  const Intervention by_rules{.name = "", .rules = [&](const Shape&) { return rules; }};
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) {
        const Variable computed = gelu(t, in[0]),
                       value = t.begin_positions(computed.shape(), site("value")).made;
        for (Index position = 0; position < 3; ++position)
          edit_position(t, computed, value, position, by_rules, &rules);
        return gelu(t, value);
      },
      {{{2, 3, 4}}}));
}

}  // namespace
}  // namespace attnlab::testing
