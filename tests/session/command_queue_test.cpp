// CommandQueue: one command after another, and what became of each.
#include "app/state/lab/command_queue.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/error_text.h"

namespace attnlab {
namespace {

struct CommandQueueTest : ::testing::Test {
  CommandQueue queue;
  std::vector<std::string> log;

  bool step() {
    return queue.step([this](const Command& c) { log.push_back("apply " + c.text()); },
                      [this](const Command& c) { log.push_back("ended " + c.text()); });
  }
};

TEST_F(CommandQueueTest, TheNextIsAppliedOnceTheOneBeforeHasEnded) {
  const std::vector<Command> commands{parse_command("train.to 3"), parse_command("view heads")};
  queue.add(commands);
  EXPECT_FALSE(step());
  ASSERT_NE(queue.running(), nullptr);
  EXPECT_EQ(queue.running()->text(), "train.to 3");
  EXPECT_DOUBLE_EQ(queue.share(), 0);
  EXPECT_FALSE(step());
  EXPECT_DOUBLE_EQ(queue.share(), 0.5);
  EXPECT_TRUE(queue.goes_on()) << "the work of the last one";
  EXPECT_TRUE(step());
  EXPECT_FALSE(queue.goes_on());
  EXPECT_EQ(log, (std::vector<std::string>{"apply train.to 3", "ended train.to 3", "apply view heads",
                                           "ended view heads"}));
}

TEST_F(CommandQueueTest, NothingToDoEndsAtTheNextStep) {
  queue.add({});
  EXPECT_TRUE(queue.goes_on());
  EXPECT_TRUE(step());
  EXPECT_TRUE(log.empty());
}

TEST_F(CommandQueueTest, AnErrorNamesItsCommand) {
  const std::vector<Command> commands{parse_command("view heads"), parse_command("view map")};
  queue.add(commands);
  const std::string error = testing::error_text<std::invalid_argument>([&] {
    queue.step([](const Command&) { throw std::invalid_argument("there is no model"); },
               [](const Command&) {});
  });
  EXPECT_EQ(error, "view heads: there is no model");
  queue.clear();
  EXPECT_FALSE(queue.goes_on());
}

}  // namespace
}  // namespace attnlab
