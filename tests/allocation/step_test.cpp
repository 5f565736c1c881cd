// A training step in steady state asks the heap for nothing.
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "core/tasks/make_task.h"
#include "core/training/trainer.h"
#include "tests/allocation/count.h"

namespace attnlab::testing {
namespace {

void* volatile escaped = nullptr;

TEST(AllocationCount, CountsEveryKind) {
  const AllocationCount count;
  std::size_t expected = 0;
  const auto counted = [&](void* pointer) {
    escaped = pointer;  // otherwise the compiler may remove the allocation
    EXPECT_EQ(count.calls(), ++expected);
    return pointer;
  };
  ::operator delete(counted(::operator new(10)));
  ::operator delete (counted(::operator new (10, std::align_val_t{64})), std::align_val_t{64});
  std::free(counted(std::realloc(counted(std::malloc(10)), 5000)));
  std::free(counted(std::aligned_alloc(64, 128)));
  void* pointer = nullptr;
  ASSERT_EQ(posix_memalign(&pointer, 64, 10), 0);
  std::free(counted(pointer));
}

TEST(AllocationCount, CountsOtherThreads) {
  std::size_t calls = 0;
  std::thread([&] {
    const AllocationCount count;
    escaped = std::calloc(10, 10);
    std::free(escaped);
    calls = count.calls();
  }).join();
  EXPECT_EQ(calls, 1u);
}

struct Case {
  std::string architecture;
  double dropout;
  int threads;
  Index experts = 0;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.architecture << ", dropout " << c.dropout << ", " << c.threads << " threads, " << c.experts
       << " experts";
}

std::unique_ptr<Trainer> make_trainer(const Case& c) {
  TaskConfig task_config;
  const std::shared_ptr<const Task> task = make_task(task_config, 0);
  ModelConfig model;
  model.architecture = c.architecture;
  model.dropout = c.dropout;
  model.experts = c.experts;
  if (c.experts > 0) model.activation = "swiglu";
  model.source_vocabulary = c.architecture == "gpt" ? 0 : task->source_tokenizer().size();
  model.target_vocabulary = task->target_tokenizer().size();
  TrainingConfig training;
  training.batch = 8;
  return std::make_unique<Trainer>(make_model(model), task, training, c.threads);
}

class SteadyStep : public ::testing::TestWithParam<Case> {};

TEST_P(SteadyStep, AllocatesNothing) {
  const auto trainer = make_trainer(GetParam());
  for (int i = 0; i < 30; ++i) trainer->step();
  const AllocationCount count;
  for (int i = 0; i < 100; ++i) trainer->step();
  const std::size_t calls = count.calls();
  EXPECT_EQ(calls, 0u) << "in 100 steps";
}

INSTANTIATE_TEST_SUITE_P(All, SteadyStep,
                         ::testing::Values(Case{"gpt", 0, 1}, Case{"gpt", 0.1, 2},
                                           Case{"encoder_decoder", 0, 1}, Case{"encoder_decoder", 0, 2},
                                           Case{"encoder_decoder", 0.1, 3}, Case{"gpt", 0, 1, 4},
                                           Case{"encoder_decoder", 0.1, 2, 5}));

}  // namespace
}  // namespace attnlab::testing
