// One thread for all callers: order, errors, beginning and end.
#include "core/gpu/worker_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace attnlab {
namespace {

TEST(WorkerThread, DoesAllOnOneThread) {
  std::vector<std::thread::id> seen;
  const auto note = [&] { seen.push_back(std::this_thread::get_id()); };
  {
    gpu::WorkerThread worker(note, note);
    EXPECT_FALSE(worker.is_this());
    worker.run(note);
    worker.run([&] { EXPECT_TRUE(worker.is_this()); });
    EXPECT_EQ(seen.size(), 2u) << "done when run() returns, and the end not yet";
  }
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(seen[0], seen[2]);
  EXPECT_NE(seen[0], std::this_thread::get_id());
}

TEST(WorkerThread, CallersGetTheirOwnErrors) {
  gpu::WorkerThread worker([] {}, [] {});
  EXPECT_THROW(worker.run([] { throw std::out_of_range("mine"); }), std::out_of_range);
  bool done = false;
  EXPECT_NO_THROW(worker.run([&] { done = true; })) << "the next one has nothing to do with it";
  EXPECT_TRUE(done);
}

TEST(WorkerThread, WhatFailsAtTheBeginningIsThrownAndNothingElseIsDone) {
  bool ended = false;
  EXPECT_THROW(gpu::WorkerThread([] { throw std::runtime_error("no"); }, [&] { ended = true; }),
               std::runtime_error);
  EXPECT_FALSE(ended);
}

TEST(WorkerThread, WhatIsAskedIsDoneInOrderBeforeTheEnd) {
  std::vector<int> done;
  std::atomic<int> asked = 0;
  {
    gpu::WorkerThread worker([] {}, [&] { done.push_back(9); });
    std::vector<JoiningThread> callers;
    for (int i = 0; i < 4; ++i) {
      callers.emplace_back([&, i] {
        ++asked;
        worker.run([&, i] {
          while (asked < 4) std::this_thread::yield();
          done.push_back(i);
        });
      });
      // The next one asks once this one is in the queue, or as good as.
      while (asked <= i) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  EXPECT_EQ(done, (std::vector<int>{0, 1, 2, 3, 9}));
}

}  // namespace
}  // namespace attnlab
