// ThreadPool: every item once, several threads at work, errors reach the caller.
#include "core/training/thread_pool.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>

namespace attnlab::testing {
namespace {

class ThreadPoolOf : public ::testing::TestWithParam<int> {};

TEST_P(ThreadPoolOf, CallsEveryItemOnce) {
  ThreadPool pool(GetParam());
  for (Index items : {0, 1, 2, 3, 100}) {
    for (int round = 0; round < 200; ++round) {
      std::vector<int> calls(static_cast<std::size_t>(items), 0);
      pool.each(items, [&](Index i) { ++calls[static_cast<std::size_t>(i)]; });
      EXPECT_EQ(calls, std::vector<int>(calls.size(), 1)) << "round " << round;
    }
  }
}

TEST_P(ThreadPoolOf, ThrowsWhatAnItemThrew) {
  ThreadPool pool(GetParam());
  for (Index bad : {0, 7, 19}) {
    const auto work = [&](Index i) {
      if (i == bad) throw std::invalid_argument("item " + std::to_string(i));
    };
    EXPECT_THROW(pool.each(20, work), std::invalid_argument);
    std::atomic<int> calls = 0;
    pool.each(20, [&](Index) { ++calls; });
    EXPECT_EQ(calls, 20) << "the pool works on after an error";
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, ThreadPoolOf, ::testing::Values(0, 1, 2, 3, 8));

TEST(ThreadPool, ItemsRunSideBySide) {
  ThreadPool pool(3);
  std::atomic<int> inside = 0;
  pool.each(3, [&](Index) {
    ++inside;
    while (inside < 3) std::this_thread::yield();  // ends only if all three are inside at once
  });
  EXPECT_EQ(inside, 3);
}

TEST(ThreadPool, WakesWorkersThatFellAsleep) {
  ThreadPool pool(2);
  for (int round = 0; round < 3; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::atomic<int> inside = 0;
    pool.each(2, [&](Index) {
      ++inside;
      while (inside < 2) std::this_thread::yield();
    });
    EXPECT_EQ(inside, 2);
  }
}

TEST(ThreadPool, WaitsForTheSlowest) {
  ThreadPool pool(2);
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<int> inside = 0, finished = 0;
  pool.each(2, [&](Index) {
    ++inside;
    while (inside < 2) std::this_thread::yield();
    if (std::this_thread::get_id() != caller) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ++finished;
  });
  EXPECT_EQ(finished, 2);
}

}  // namespace
}  // namespace attnlab::testing
