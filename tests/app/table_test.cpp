// Table: one declaration, of which text, CSV and JSON are made.
#include "app/base/table.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace attnlab {
namespace {

Table small_table() {
  Table table(
      "tokens",
      {"position", token_column("token"), {"mean_share", 2}, hidden_column("tensor"), "own", "parts"});
  table.add({0, " a,b", 0.5, "x", true, TableCell::Texts{"t", "he"}});
  table.add({1, "\n", std::numeric_limits<double>::quiet_NaN(), TableCell(), false, TableCell::Texts{}});
  return table;
}

TEST(Table, IsAlignedText) {
  EXPECT_EQ(small_table().text(),
            "position  token   mean share  own  parts\n"
            "       0  \" a,b\"        0.50  yes  \"t\" \"he\"\n"
            "       1  \"\\n\"             –\n");
  EXPECT_EQ(Table("none", {"a"}).text(), "none\n");
}

TEST(Table, IsCsv) {
  EXPECT_EQ(small_table().csv(),
            "position,token,mean_share,tensor,own,parts\n"
            "0,\" a,b\",0.5,x,true,\"\"\"t\"\" \"\"he\"\"\"\n"
            "1,\"\n\",,,false,\n");
  EXPECT_EQ(Table("none", {"a", "b"}).csv(), "a,b\n");
}

TEST(Table, WritesFloatsInTheirOwnPrecision) {
  Table table("numbers", {"a", "b", "c"});
  table.add({0.1F, 0.1, float_cell(0.1)});
  EXPECT_EQ(table.csv(), "a,b,c\n0.1,0.1,0.1\n");
}

TEST(Table, IsJson) {
  const nlohmann::ordered_json rows = small_table().json();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].dump(),
            R"({"position":0,"token":" a,b","mean_share":0.5,"tensor":"x","own":true,"parts":["t","he"]})");
  EXPECT_TRUE(rows[1]["mean_share"].is_null());
}

TEST(Table, RefusesARowOfAnotherLength) {
  Table table("a", {"x", "y"});
  EXPECT_THROW(table.add({1}), std::logic_error);
}

TEST(Tables, OfStepsAreJoinedByTheirNames) {
  const auto one = [](Index value) {
    Table table("a", {"x"});
    table.add({value});
    return table;
  };
  std::vector<Table> all;
  add_tables(all, {one(1), Table("b", {"y"})}, 8);
  add_tables(all, {one(2)}, 64);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].csv(), "step,x\n8,1\n64,2\n");
  EXPECT_EQ(all[1].csv(), "step,y\n");
}

}  // namespace
}  // namespace attnlab
