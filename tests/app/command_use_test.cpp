// A command without its arguments says how it is used.
#include <gtest/gtest.h>

#include "tests/app/commands_fixture.h"

namespace attnlab {
namespace {

TEST_F(CommandsTest, OneWithoutItsArgumentsSaysItsUse) {
  for (const char* verb : {"run.of", "run.saved", "run.show", "view", "train.to"}) {
    const std::string error = refusal(verb);
    EXPECT_TRUE(error.starts_with("command " + std::string(verb) + ": use " + verb + " ")) << error;
  }
}

}  // namespace
}  // namespace attnlab
