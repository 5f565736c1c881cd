// A trainer whose steps are made on the GPU: what it keeps, what it refuses, and what it loses, which is
// nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/gpu/training/gpu_step_device.h"
#include "tests/gpu/attention_case.h"
#include "tests/gpu/test_devices.h"
#include "tests/support/heard.h"
#include "tests/support/small_passes.h"

namespace attnlab {
namespace {

using testing::largest_difference;
using testing::LostContext;
using testing::SmallRun;
using testing::test_step_device;

struct GpuStepRun : ::testing::Test {
  void SetUp() override {
    if (!test_step_device()) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  }
};

Preset stream_preset(const std::vector<const char*>& options = {}) {
  Preset preset = testing::small_language_model();
  set_option(preset, "model.dropout=0.1");
  for (const char* option : options) set_option(preset, option);
  return preset;
}

void use_gpu(Trainer& trainer) {
  trainer.use_step_device(test_step_device(), [](const std::string& why) { FAIL() << why; });
}

AlignedBuffer copy_of(std::span<const Real> cells) { return {cells.begin(), cells.end()}; }

/// How many cells differ in a bit, and the first of them; "" where none does.
std::string differing_bits(std::span<const Real> a, std::span<const Real> b) {
  if (a.size() != b.size()) return "sizes differ";
  std::size_t count = 0;
  std::string first;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::memcmp(&a[i], &b[i], sizeof(Real)) == 0) continue;
    if (count++ == 0)
      first = std::to_string(i) + ": " + std::to_string(a[i]) + " and " + std::to_string(b[i]);
  }
  return count == 0 ? "" : std::to_string(count) + " cells, the first one is " + first;
}

std::string refusal_of(const Preset& preset) {
  SmallRun run(preset);
  try {
    run.trainer.use_step_device(test_step_device());
  } catch (const std::invalid_argument& error) {
    EXPECT_FALSE(run.trainer.steps_on_device());
    return error.what();
  }
  return "nothing thrown";
}

TEST_F(GpuStepRun, GivesTheSameBitsTwice) {
  SmallRun first(stream_preset()), second(stream_preset());
  for (SmallRun* run : {&first, &second}) {
    use_gpu(run->trainer);
    for (int i = 0; i < 3; ++i) run->trainer.step();
  }
  EXPECT_EQ(copy_of(first.trainer.weights()), copy_of(second.trainer.weights()));
  EXPECT_EQ(copy_of(first.trainer.gradient()), copy_of(second.trainer.gradient()));
}

TEST_F(GpuStepRun, AStepThatIsNotFiniteChangesNothing) {
  SmallRun run(stream_preset());
  use_gpu(run.trainer);
  run.trainer.step();
  for (const Real bad : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity()}) {
    const AlignedBuffer before = copy_of(run.trainer.weights());
    const AlignedBuffer mean = run.trainer.optimizer_state().mean;
    run.trainer.change_weights([&](std::span<Real> weights) { weights[3] = bad; });
    const StepMetrics metrics = run.trainer.step();
    EXPECT_FALSE(std::isfinite(metrics.loss) && std::isfinite(metrics.gradient_norm));
    EXPECT_EQ(run.trainer.steps_done(), 1);
    EXPECT_EQ(run.trainer.optimizer_state().updates, 1);
    run.trainer.change_weights([&](std::span<Real> weights) { weights[3] = before[3]; });
    EXPECT_EQ(copy_of(run.trainer.weights()), before);
    EXPECT_EQ(run.trainer.optimizer_state().mean, mean);
  }
  EXPECT_TRUE(std::isfinite(run.trainer.step().loss));
  EXPECT_EQ(run.trainer.steps_done(), 2);
}

TEST_F(GpuStepRun, AStepThatIsNotFiniteChangesNothingOnTheDeviceEither) {
  const Preset preset = stream_preset({"model.tied_output=false"});
  const TokenId bad = 3;
  Batch with, without;
  SmallRun once(preset), twice(preset);
  once.trainer.step();
  with = without = once.trainer.batch();
  with.input[1] = bad;
  std::ranges::replace(without.input, bad, bad + 1);
  const auto& layout = once.experiment.model->parameters();
  const Parameter& table = layout[*layout.find("target.embedding.weight")];
  for (SmallRun* run : {&once, &twice}) {
    run->trainer.reset();
    run->trainer.change_weights([&](std::span<Real> weights) {
      weights[static_cast<std::size_t>(table.offset + bad * table.shape.last())] =
          std::numeric_limits<Real>::infinity();
    });
    use_gpu(run->trainer);
    run->trainer.step(without);
    if (run == &twice) {
      EXPECT_FALSE(std::isfinite(run->trainer.step(with).loss));
    }
    EXPECT_TRUE(std::isfinite(run->trainer.step(without).loss));
    EXPECT_EQ(run->trainer.steps_done(), 2);
  }
  EXPECT_EQ(differing_bits(twice.trainer.weights(), once.trainer.weights()), "");
  EXPECT_EQ(differing_bits(twice.trainer.optimizer_state().mean, once.trainer.optimizer_state().mean), "");
}

TEST_F(GpuStepRun, GoesOnFromAStateWithTheSameBits) {
  SmallRun run(stream_preset());
  use_gpu(run.trainer);
  for (int i = 0; i < 2; ++i) run.trainer.step();
  const TrainingState state = run.trainer.state();
  EXPECT_EQ(state.step(), 2);
  EXPECT_EQ(state.optimizer->updates, 2);
  for (int i = 0; i < 2; ++i) run.trainer.step();
  const AlignedBuffer wanted = copy_of(run.trainer.weights());
  run.trainer.step();
  run.trainer.restore(state);
  EXPECT_EQ(run.trainer.steps_done(), 2);
  EXPECT_EQ(copy_of(run.trainer.weights()), state.snapshot->weights);
  for (int i = 0; i < 2; ++i) run.trainer.step();
  EXPECT_EQ(copy_of(run.trainer.weights()), wanted);

  run.trainer.reset();
  SmallRun anew(stream_preset());
  EXPECT_EQ(copy_of(run.trainer.weights()), copy_of(anew.trainer.weights()));
  const double loss = anew.trainer.step().loss;
  EXPECT_NEAR(run.trainer.step().loss, loss, 1e-5 * loss);
}

TEST_F(GpuStepRun, SnapshotsChangesAndValidationSeeTheNewestWeights) {
  SmallRun here(stream_preset()), there(stream_preset());
  use_gpu(there.trainer);
  for (SmallRun* run : {&here, &there}) run->trainer.step();
  EXPECT_LT(largest_difference(there.trainer.snapshot()->weights, here.trainer.snapshot()->weights), 1e-4);
  EXPECT_NEAR(there.trainer.validation_loss(1), here.trainer.validation_loss(1), 1e-4);
  for (SmallRun* run : {&here, &there}) {
    run->trainer.step();
    run->trainer.change_weights([](std::span<Real> weights) {
      for (Real& w : weights) w *= Real(0.5);
    });
    run->trainer.step();
  }
  EXPECT_LT(largest_difference(there.trainer.weights(), here.trainer.weights()), 3e-4);
  EXPECT_TRUE(there.trainer.steps_on_device());
}

TEST_F(GpuStepRun, ChangedSettingsCountFromTheNextStep) {
  SmallRun here(stream_preset()), there(stream_preset());
  use_gpu(there.trainer);
  for (SmallRun* run : {&here, &there}) {
    run->trainer.step();
    TrainingSettings settings = run->trainer.settings();
    settings.config.learning_rate *= 3;
    settings.config.batch = 6;
    settings.config.label_smoothing = 0.2;
    settings.live = {{"dropout", 0.3}};
    run->trainer.change(settings);
  }
  for (int i = 0; i < 2; ++i) {
    const StepMetrics wanted = here.trainer.step(), got = there.trainer.step();
    EXPECT_NEAR(got.loss, wanted.loss, 1e-4 * wanted.loss);
    EXPECT_EQ(got.learning_rate, wanted.learning_rate);
  }
  EXPECT_EQ(there.trainer.model().config().dropout, 0.3);
  EXPECT_TRUE(there.trainer.steps_on_device());
}

TEST_F(GpuStepRun, ObserversHearWhatTheyHearOfTheProcessor) {
  SmallRun here(stream_preset()), there(stream_preset());
  use_gpu(there.trainer);
  testing::Heard from_here("output.logits"), from_there("output.logits");
  here.trainer.observe({&from_here});
  there.trainer.observe({&from_there});
  for (SmallRun* run : {&here, &there})
    for (int i = 0; i < 2; ++i) run->trainer.step();
  ASSERT_EQ(from_there.tensors.size(), from_here.tensors.size());
  for (std::size_t i = 0; i < from_here.tensors.size(); ++i)
    EXPECT_LT(largest_difference(from_there.tensors[i].value, from_here.tensors[i].value), 1e-3);
}

TEST_F(GpuStepRun, WatchesACellAsTheProcessorDoes) {
  SmallRun here(stream_preset()), there(stream_preset());
  use_gpu(there.trainer);
  for (int i = 0; i < 2; ++i) {
    for (SmallRun* run : {&here, &there}) {
      run->trainer.watch(5);
      run->trainer.step();
    }
    const CellUpdate wanted = *here.trainer.snapshot()->update, got = *there.trainer.snapshot()->update;
    EXPECT_EQ(got.cell, 5);
    EXPECT_EQ(got.update, i + 1);
    EXPECT_NEAR(got.weight, wanted.weight, 1e-4);
    EXPECT_NEAR(got.gradient, wanted.gradient, 1e-5);
    EXPECT_NEAR(got.mean, wanted.mean, 1e-5);
    EXPECT_NEAR(got.square, wanted.square, 1e-5);
    EXPECT_NEAR(got.clip_factor, wanted.clip_factor, 1e-4);
    EXPECT_NEAR(got.result, wanted.result, 1e-4);
    EXPECT_EQ(static_cast<Real>(got.result), there.trainer.weights()[5]);
  }
}

TEST_F(GpuStepRun, RefusesWhatItCannotTrainByTheOptionsName) {
  const std::pair<std::vector<const char*>, const char*> cases[] = {
      {{"model.experts=2"}, "model.experts is 2"},
      {{"model.positions=relative_bias"}, "model.positions is relative_bias"},
      {{"model.width=400", "model.head_width=200"}, "the head size is 200, but may be at most 128"},
      {{"model.context=9000"}, "model.context is 9000, but may be at most 8192"},
      {{"training.train=decoder.*"}, "training.train is decoder.*"}};
  for (const auto& [options, why] : cases)
    EXPECT_EQ(refusal_of(stream_preset(options)), std::string("this device cannot train the model: ") + why);
  EXPECT_EQ(refusal_of(testing::small_preset()),
            "this device cannot train the model: model.architecture is encoder_decoder");
}

/// A device that fails at its n-th call, be it a step or a fetch.
class FailingTraining final : public DeviceTraining {
 public:
  FailingTraining(std::unique_ptr<DeviceTraining> real, std::shared_ptr<int> left)
      : real_(std::move(real)), left_(std::move(left)) {}
  StepOutcome step(const StepRequest& request) override {
    count();
    return real_->step(request);
  }
  void send(std::span<const Real> weights, const OptimizerState& moments) override {
    real_->send(weights, moments);
  }
  void fetch(std::span<Real> weights, OptimizerState& moments) override {
    count();
    real_->fetch(weights, moments);
  }
  void fetch_gradient(std::span<Real> gradient) override {
    count();
    real_->fetch_gradient(gradient);
  }
  TrainedCell cell(Index cell) override { return real_->cell(cell); }

 private:
  void count() {
    if (--*left_ < 0) throw StepDeviceFailure("it fell out");
  }
  std::unique_ptr<DeviceTraining> real_;
  std::shared_ptr<int> left_;
};

class FailingDevice final : public StepDevice {
 public:
  explicit FailingDevice(int calls) : left_(std::make_shared<int>(calls)) {}
  std::string description() const override { return "failing"; }
  std::string refuses(const Model& model, const TrainingConfig& config) const override {
    return test_step_device()->refuses(model, config);
  }
  std::unique_ptr<DeviceTraining> begin(std::shared_ptr<const Model> model) override {
    return std::make_unique<FailingTraining>(test_step_device()->begin(std::move(model)), left_);
  }

 private:
  std::shared_ptr<int> left_;
};

TEST_F(GpuStepRun, NothingIsLostWhereTheDeviceFailsAtAnyCall) {
  const Batch given = [&] {
    SmallRun run(stream_preset(), 1);
    return run.trainer.batch();
  }();
  const auto train = [&](Trainer& trainer) {
    trainer.step();
    trainer.step(given);
    trainer.step();
    const AlignedBuffer between = copy_of(trainer.weights());
    trainer.step();
    return between;
  };
  SmallRun alone(stream_preset());
  const AlignedBuffer between = train(alone.trainer);
  for (int calls = 0; calls < 8; ++calls) {
    SCOPED_TRACE(calls);
    SmallRun run(stream_preset());
    std::vector<std::string> reports;
    run.trainer.use_step_device(std::make_shared<FailingDevice>(calls),
                                [&](const std::string& why) { reports.push_back(why); });
    EXPECT_LT(largest_difference(train(run.trainer), between), 2e-4);
    EXPECT_EQ(run.trainer.steps_done(), 4);
    EXPECT_LT(largest_difference(run.trainer.weights(), alone.trainer.weights()), 2e-4);
    EXPECT_EQ(run.trainer.optimizer_state().updates, 4);
    EXPECT_EQ(run.trainer.batch().input, alone.trainer.batch().input);
    const bool failed = calls < 6;  // 4 steps, 2 fetches
    EXPECT_EQ(reports, failed ? std::vector<std::string>{"it fell out"} : std::vector<std::string>());
    EXPECT_EQ(run.trainer.steps_on_device(), !failed);
    if (calls > 0) continue;
    EXPECT_EQ(copy_of(run.trainer.weights()), copy_of(alone.trainer.weights()))
        << "it was the processor alone";
  }
}

TEST_F(GpuStepRun, ALostContextIsReportedOnceAndTheProcessorGoesOn) {
  SmallRun alone(stream_preset(), 3);
  for (int after = 1; after < 14; after += 3) {
    SCOPED_TRACE(after);
    SmallRun run(stream_preset());
    int reports = 0;
    run.trainer.use_step_device(gpu::make_step_device(std::make_unique<LostContext>(after)),
                                [&](const std::string& why) {
                                  EXPECT_NE(why.find("no longer available"), std::string::npos) << why;
                                  ++reports;
                                });
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(std::isfinite(run.trainer.step().loss));
    EXPECT_LT(largest_difference(run.trainer.weights(), alone.trainer.weights()), 2e-4);
    EXPECT_EQ(reports, 1);
    EXPECT_FALSE(run.trainer.steps_on_device());
    EXPECT_EQ(run.trainer.steps_done(), 3);
  }
}

TEST_F(GpuStepRun, LeavesTheDeviceWithTheWeightsItMade) {
  SmallRun here(stream_preset(), 2), there(stream_preset());
  use_gpu(there.trainer);
  for (int i = 0; i < 2; ++i) there.trainer.step();
  there.trainer.use_step_device(nullptr);
  EXPECT_FALSE(there.trainer.steps_on_device());
  EXPECT_LT(largest_difference(there.trainer.weights(), here.trainer.weights()), 2e-4);
  const double loss = here.trainer.step().loss;
  EXPECT_NEAR(there.trainer.step().loss, loss, 1e-4 * loss);
}

}  // namespace
}  // namespace attnlab
