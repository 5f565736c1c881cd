// Tree: each depth is a column, filled from the top in the order of the nodes.
#include "app/widgets/tokens/tree.h"

#include <gtest/gtest.h>

namespace attnlab {
namespace {

TEST(Tree, NodesOfADepthStandInTheirOrder) {
  const TreeNode nodes[] = {{.depth = 0},
                            {.depth = 0},
                            {.parent = 1, .depth = 1},
                            {.parent = 0, .depth = 1},
                            {.parent = 2, .depth = 2}};
  const TreePlaces places = tree_places(nodes);
  EXPECT_EQ(places.row, (std::vector<int>{0, 1, 0, 1, 0}));
  EXPECT_EQ(places.columns, 3);
  EXPECT_EQ(places.rows, 2);
}

TEST(Tree, OfNothingIsEmpty) {
  const TreePlaces places = tree_places({});
  EXPECT_EQ(places.columns, 0);
  EXPECT_EQ(places.rows, 0);
}

}  // namespace
}  // namespace attnlab
