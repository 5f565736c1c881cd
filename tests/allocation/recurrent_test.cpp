// A training step of a recurrent model in steady state asks the heap for nothing.
#include <gtest/gtest.h>

#include "core/tasks/make_task.h"
#include "core/training/trainer.h"
#include "tests/allocation/count.h"

namespace attnlab::testing {
namespace {

struct RecurrentStepCase {
  const char* cell;
  const char* alignment;
  bool bidirectional;
  double teacher_forcing;
  int threads;
};

void PrintTo(const RecurrentStepCase& c, std::ostream* out) {
  *out << c.cell << ", alignment " << c.alignment << ", " << c.threads << " threads";
}

class SteadyRecurrentStep : public ::testing::TestWithParam<RecurrentStepCase> {};

TEST_P(SteadyRecurrentStep, AllocatesNothing) {
  const RecurrentStepCase& c = GetParam();
  const std::shared_ptr<const Task> task = make_task(TaskConfig(), TaskShape(0));
  ModelConfig model;
  model.architecture = "recurrent_seq2seq";
  model.cell = c.cell;
  model.alignment = c.alignment;
  model.bidirectional = c.bidirectional;
  model.width = 32;
  model.dropout = 0.1;
  model.source_vocabulary = task->source_tokenizer().size();
  model.target_vocabulary = task->target_tokenizer().size();
  TrainingConfig training;
  training.batch = 8;
  training.teacher_forcing = c.teacher_forcing;
  Trainer trainer(make_model(model), task, training, c.threads);
  for (int i = 0; i < 30; ++i) trainer.step();
  const AllocationCount count;
  for (int i = 0; i < 60; ++i) trainer.step();
  EXPECT_EQ(count.calls(), 0u) << "in 60 steps";
}

INSTANTIATE_TEST_SUITE_P(All, SteadyRecurrentStep,
                         ::testing::Values(RecurrentStepCase{"lstm", "none", false, 1, 1},
                                           RecurrentStepCase{"gru", "none", true, 1, 2},
                                           RecurrentStepCase{"rnn_tanh", "general", true, 1, 1},
                                           RecurrentStepCase{"lstm", "concat", false, 1, 1},
                                           RecurrentStepCase{"gru", "additive", true, 1, 2},
                                           RecurrentStepCase{"lstm", "additive", false, 0.5, 2}));

}  // namespace
}  // namespace attnlab::testing
