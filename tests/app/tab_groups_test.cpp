// Groups of tabs: which stand open in the room that there is, and that each view is in one group.
#include <gtest/gtest.h>

#include <set>

#include "app/feature/features.h"
#include "app/views/frame/view_tabs.h"

namespace attnlab {
namespace {

constexpr TabWidths kGroups[] = {{100, 40}, {30, 30}, {80, 50}, {60, 20}};  // all open: 270, folded: 140

TEST(TabGroups, HoldEachViewInOneGroupOfNeighbours) {
  std::set<const ViewGroup*> seen;
  std::size_t tabs = 0;
  for (const TabGroup& group : tab_groups(features())) {
    ASSERT_NE(group.group, nullptr) << group.tabs.front()->name << " is in no group";
    EXPECT_TRUE(seen.insert(group.group).second) << group.group->name << " stands in two places";
    tabs += group.tabs.size();
  }
  EXPECT_EQ(tabs, features().size());
}

TEST(TabGroups, StandOpenWhereAllFit) {
  EXPECT_EQ(open_groups(kGroups, 2, 270), (std::vector<bool>{true, true, true, true}));
}

TEST(TabGroups, OpenTheChosenOneAndThenFromTheFirstOn) {
  // Folded but for the third: 40 + 30 + 80 + 20 = 170; the first needs 60 more, the last 40.
  EXPECT_EQ(open_groups(kGroups, 2, 170), (std::vector<bool>{false, true, true, false}));
  EXPECT_EQ(open_groups(kGroups, 2, 229), (std::vector<bool>{false, true, true, true}));
  EXPECT_EQ(open_groups(kGroups, 2, 230), (std::vector<bool>{true, true, true, false}));
}

TEST(TabGroups, AreNoneWhereNotEvenTheChosenOneFits) { EXPECT_TRUE(open_groups(kGroups, 0, 199).empty()); }

}  // namespace
}  // namespace attnlab
