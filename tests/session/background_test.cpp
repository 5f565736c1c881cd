// Work in the background: what it returns or throws, and who waits for its end.
#include "core/config/background.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

namespace attnlab {
namespace {

TEST(Background, ReturnsWhatItsWorkReturnsOnce) {
  Background<std::string> work = in_background([] { return std::string("seven"); });
  EXPECT_TRUE(work.valid());
  EXPECT_EQ(work.get(), "seven");
  EXPECT_FALSE(work.valid());
  EXPECT_FALSE(work.ready());
  EXPECT_FALSE(Background<int>().valid());
}

TEST(Background, ThrowsWhatItsWorkThrows) {
  Background<int> work = in_background([]() -> int { throw std::runtime_error("the disk is full"); });
  EXPECT_THROW(work.get(), std::runtime_error);
  EXPECT_FALSE(work.valid());
}

TEST(Background, IsReadyOnceItsWorkHasEnded) {
  std::latch goes_on(1);
  Background<int> work = in_background([&] {
    goes_on.wait();
    return 1;
  });
  EXPECT_FALSE(work.ready());
  goes_on.count_down();
  while (!work.ready()) std::this_thread::yield();
  EXPECT_EQ(work.get(), 1);
}

TEST(Background, IsWaitedForUntilTheDeadline) {
  std::latch goes_on(1);
  Background<int> work = in_background([&] {
    goes_on.wait();
    return 1;
  });
  EXPECT_FALSE(work.wait(std::chrono::steady_clock::now()));
  EXPECT_FALSE(work.wait(std::chrono::steady_clock::now() + std::chrono::milliseconds(5)));
  EXPECT_TRUE(work.valid());
  goes_on.count_down();
  EXPECT_TRUE(work.wait(kNoDeadline));
  EXPECT_TRUE(work.wait(Deadline{})) << "it has ended";
  EXPECT_EQ(work.get(), 1);
}

TEST(Background, IsAwaitedByWhoHoldsItAndByWhatTakesItsPlace) {
  std::atomic<int> ended = 0;
  const auto slow = [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return ++ended;
  };
  Background<int> work = in_background(slow);
  work = in_background([] { return 0; });
  EXPECT_EQ(ended, 1);
  { const Background<int> held = in_background(slow); }
  EXPECT_EQ(ended, 2);
  {
    const BackgroundWork held = in_background([&] { slow(); });
  }
  EXPECT_EQ(ended, 3);
}

TEST(Background, AResultMayBeSuchAsCannotBeCopied) {
  EXPECT_EQ(*in_background([] { return std::make_unique<int>(3); }).get(), 3);
}

}  // namespace
}  // namespace attnlab
