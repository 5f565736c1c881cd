// The program's attention device on the GPU: training and traces are those of the processor, and a GPU that
// fails is told of once.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "core/gpu/gpu_attention_device.h"
#include "core/trace/tracer.h"
#include "tests/support/small_training.h"

namespace attnlab {
namespace {

using testing::SmallRun;

/// Grouped heads, distances and a window; a sentence for another sentence, with lengths.
std::vector<Preset> presets() {
  Preset stream = testing::small_language_model(), pairs = testing::small_preset();
  for (const char* option :
       {"model.heads=4", "model.key_value_heads=2", "model.positions=alibi", "model.window=5"})
    set_option(stream, option);
  set_option(pairs, "model.dropout=0");
  return {stream, pairs};
}

AlignedBuffer first_gradient(const Preset& preset) {
  const SmallRun run(preset, 1);
  return {run.trainer.gradient().begin(), run.trainer.gradient().end()};
}

double largest(std::span<const Real> a) {
  double most = 0;
  for (const Real x : a) most = std::max(most, std::abs(static_cast<double>(x)));
  return most;
}

double largest_difference(std::span<const Real> a, std::span<const Real> b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::isfinite(a[i]) || a[i] != b[i])
      most = std::max(most, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return most;
}

TEST(GpuAttentionDevice, GradientsAreThoseOfTheProcessor) {
  for (const Preset& preset : presets()) {
    const AlignedBuffer alone = first_gradient(preset);
    std::string failure;
    const UsedAttentionDevice used(
        make_gpu_attention_device(make_egl_context(), [&](const std::string& why) { failure = why; }));
    const AlignedBuffer made = first_gradient(preset);
    EXPECT_EQ(failure, "");
    EXPECT_NE(made, alone) << "it was not the GPU";
    EXPECT_LT(largest_difference(made, alone), 1e-5 * largest(alone));
  }
}

TEST(GpuAttentionDevice, TracesAreThoseOfTheProcessorWithEditsToo) {
  for (const Preset& preset : presets()) {
    const SmallRun run(preset, 2);
    const Tracer tracer(run.experiment.model, run.experiment.vocabularies);
    const SnapshotPtr snapshot = run.trainer.state().snapshot;
    const bool stream = preset.model.architecture == "gpt";
    TraceRequest request{.source = stream ? "" : "abc", .target = stream ? "the owl" : "cba"};
    request.edits.push_back(parse_edit(stream ? "mask decoder.layers.0.self_attention window 2"
                                              : "mask encoder.layers.0.self_attention causal"));
    const TracePtr alone = tracer.trace(snapshot, request);
    const UsedAttentionDevice used(make_gpu_attention_device(make_egl_context()));
    const TracePtr traced = tracer.trace(snapshot, request);
    ASSERT_EQ(traced->tensors().size(), alone->tensors().size());
    for (std::size_t i = 0; i < alone->tensors().size(); ++i) {
      const TraceTensor &a = alone->tensors()[i], &b = traced->tensors()[i];
      ASSERT_EQ(a.name, b.name);
      EXPECT_LT(largest_difference(a.value, b.value), 1e-5) << a.name;
    }
  }
}

/// A context that cannot be used any more after so many uses of its thread.
class LostContext final : public GpuContext {
 public:
  void make_current() override { context_->make_current(); }
  void release() override { context_->release(); }
  bool lost() override { return ++asked_ > 4; }

 private:
  std::unique_ptr<GpuContext> context_ = make_egl_context();
  int asked_ = 0;
};

TEST(GpuAttentionDevice, LostInTheMiddleOfAStepNothingElseIsLost) {
  const Preset preset = presets()[0];
  const AlignedBuffer alone = first_gradient(preset);
  std::vector<std::string> told;
  const UsedAttentionDevice used(make_gpu_attention_device(
      std::make_unique<LostContext>(), [&](const std::string& why) { told.push_back(why); }));
  EXPECT_LT(largest_difference(first_gradient(preset), alone), 1e-5 * largest(alone));
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].find('\n'), std::string::npos) << told[0];
  EXPECT_EQ(first_gradient(preset), alone) << "from then on it is the processor alone";
}

}  // namespace
}  // namespace attnlab
