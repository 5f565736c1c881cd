// Numbers as text.
#include "core/config/number_text.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace attnlab {
namespace {

TEST(NumberText, TheShortestReadsBackAsTheSameNumber) {
  for (const double value : {0.1, 1.0 / 3, 2.5e-300, -7.0, 123456789.0})
    EXPECT_EQ(std::strtod(shortest_text(value).c_str(), nullptr), value);
  EXPECT_EQ(shortest_text(0.1), "0.1");
}

TEST(NumberText, OneIsNoPlural) {
  EXPECT_EQ(count_text(0, "line"), "0 lines");
  EXPECT_EQ(count_text(1, "line"), "1 line");
  EXPECT_EQ(count_text(2, "line"), "2 lines");
}

TEST(NumberText, AnIndexHasCommas) {
  EXPECT_EQ(index_text(std::vector<Index>{0, 2, 1}), "0,2,1");
  EXPECT_EQ(index_text({}), "");
}

}  // namespace
}  // namespace attnlab
