// The view Circuits: an entry of a word circuit is opened, and the weights behind it are explained.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/features/circuits/choice.h"
#include "app/figure/save.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

struct CircuitPairs : LabTest {
  const CircuitResults& results() const { return *lab->view().analyses->of<CircuitResults>(); }
  void show(const std::string& part) {
    open("reverse");
    say_and_settle("view circuits");
    say_and_settle("select.attention decoder_self 1 2");
    say_and_settle("choose circuits.part " + part);
  }
  void open_pair(Index row, Index column) {
    say("choose circuits.row " + std::to_string(row));
    say_and_settle("choose circuits.column " + std::to_string(column));
  }
  double entry(Index row, Index column) const {
    const WordCircuit& circuit = results().words->circuit;
    const auto at = [](const std::vector<TokenId>& ids, Index id) {
      return static_cast<std::size_t>(std::ranges::find(ids, static_cast<TokenId>(id)) - ids.begin());
    };
    return static_cast<double>(circuit.at(at(circuit.rows, row), at(circuit.columns, column)));
  }
  std::string figure() const {
    const testing::TempFolder folder;
    const std::string file = (folder / "figure.svg").string();
    save_figure(lab->view(), {.file = file, .width = 1400, .height = 900});
    return testing::read_bytes(file);
  }
};

TEST_F(CircuitPairs, AnEntryIsTheSumOfItsAddends) {
  for (const char* part : {"looks", "says"}) {
    SCOPED_TRACE(part);
    show(part);
    EXPECT_FALSE(results().pair);
    open_pair(5, 6);
    ASSERT_TRUE(results().pair);
    EXPECT_EQ(results().pair->part, part);
    EXPECT_NEAR(results().pair->pair.value(), entry(5, 6), 1e-4);
    EXPECT_EQ(std::ssize(results().pair->pair.terms), lab->view().trace->config().head_size());
    testing::expect_has(figure(), ">added<");
    say_and_settle("choose circuits.row -1");
  }
}

TEST_F(CircuitPairs, FollowsTheWeightsThatAreChanged) {
  show("looks");
  open_pair(5, 6);
  const WordPair before = results().pair->pair;
  const std::string name = "decoder.layers.1.self_attention.query.weight";
  const Index row = 2 * lab->view().trace->config().head_size() + 3, column = before.terms[3].row_feature;
  say_and_settle("weight " + name + "[" + std::to_string(row) + "," + std::to_string(column) + "]=9");
  EXPECT_NE(results().pair->pair.terms[3].row, before.terms[3].row);
  EXPECT_EQ(results().pair->pair.terms[2].row, before.terms[2].row) << "of another cell";
  EXPECT_NEAR(results().pair->pair.value(), entry(5, 6), 1e-3);
}

TEST_F(CircuitPairs, AnotherModelForgetsTheEntry) {
  show("looks");
  open_pair(5, 6);
  open("copy");
  EXPECT_EQ(ask("choice circuits.row"), "-1");
}

}  // namespace
}  // namespace attnlab
