// The gradient of a weighted sum of some cells, a cell that is chosen twice among them.
#include "core/ops/basic/chosen_cells.h"

#include "tests/gradients/check.h"

namespace attnlab::testing {
namespace {

TEST(ChosenCells, AgreeWithDifferences) {
  const std::vector<WeightedCell> cells{{1, Real(2)}, {7, Real(-1)}, {1, Real(0.5)}};
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const std::vector<Variable>& in) { return chosen_cells(t, in[0], cells); }, {{{3, 4}}}));
}

}  // namespace
}  // namespace attnlab::testing
