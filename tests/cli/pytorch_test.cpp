// attention-lab export --to pytorch, and train.py: one process and two go on as the program does.
#include "tests/support/pytorch.h"

#include <cmath>

#include "core/io/checkpoint.h"
#include "core/layers/attention_sites.h"
#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNoPytorch = "/usr/bin/python3 has no PyTorch: install python3-torch";

/// A run of 10 steps, exported, and the same run after 30.
class InPytorch : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!has_pytorch()) GTEST_SKIP() << kNoPytorch;
    output_of({"train", "--preset", GetParam(), "--set", "batch=4", "--set", "width=16", "--set",
               "training.steps=40", "--steps", "10", "--out", folder_ / "begun"});
    output_of({"export", "--model", folder_ / "begun", "--to", "pytorch", "--out", folder_ / "torch"});
    output_of({"train", "--resume", folder_ / "begun", "--steps", "30", "--out", folder_ / "ours"});
  }
  void expect_as_ours(const std::string& run) const {
    const Checkpoint theirs = load_checkpoint(folder_ / run), ours = load_checkpoint(folder_ / "ours");
    EXPECT_EQ(theirs.remarks, std::vector<std::string>());
    ASSERT_EQ(theirs.state->step(), ours.state->step());
    EXPECT_EQ(theirs.state->optimizer->updates, ours.state->optimizer->updates);
    const ParameterLayout& layout = ours.model->parameters();
    EXPECT_LT(farthest(layout, theirs.state->snapshot->weights, ours.state->snapshot->weights), 1e-4);
    EXPECT_LT(farthest_mean(layout, *theirs.state->optimizer, *ours.state->optimizer), 1e-4);
    ASSERT_EQ(theirs.record->steps.size(), ours.record->steps.size());
    for (std::size_t i = 0; i < ours.record->steps.size(); ++i) {
      const StepMetrics &a = theirs.record->steps[i], &b = ours.record->steps[i];
      EXPECT_EQ(a.step, b.step);
      EXPECT_EQ(a.tokens, b.tokens) << i;
      EXPECT_NEAR(a.loss, b.loss, 1e-4) << i;
      EXPECT_NEAR(a.gradient_norm, b.gradient_norm, 1e-3 * b.gradient_norm) << i;
      EXPECT_NEAR(a.learning_rate, b.learning_rate, 1e-12) << i;
    }
  }
  /// Of the weights but biases of keys, which softmax cancels: their gradient is rounding alone, and Adam
  /// makes of it steps as large as of any other.
  static double farthest(const ParameterLayout& layout, const AlignedBuffer& a, const AlignedBuffer& b) {
    double most = 0;
    for (const Parameter& parameter : layout.all())
      for (Index i = parameter.offset; i < parameter.offset + parameter.shape.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (parameter.site != &attention_sites::kKeyBias)
          most = std::max(most, std::abs(static_cast<double>(a[at] - b[at])));
      }
    return most;
  }
  /// Of the means of all weights, or of those that learn.
  static double farthest_mean(const ParameterLayout& layout, const OptimizerState& a,
                              const OptimizerState& b) {
    if (static_cast<Index>(b.mean.size()) == layout.size()) return farthest(layout, a.mean, b.mean);
    EXPECT_EQ(a.mean.size(), b.mean.size());
    double most = 0;
    for (std::size_t i = 0; i < b.mean.size(); ++i)
      most = std::max(most, std::abs(static_cast<double>(a.mean[i] - b.mean[i])));
    return most;
  }
  std::string script() const { return folder_ / "torch/train.py"; }

  TempFolder folder_;
};

TEST_P(InPytorch, OneProcessGoesOnAsTheProgram) {
  python_output({script(), "--steps", "30", "--every", "10", "--out", folder_ / "one"});
  expect_as_ours("one");
  const Record record = *load_checkpoint(folder_ / "one").record;
  EXPECT_EQ(record.measurements.back().step, 30);
  const float loss =
      record.measurements.back().values[static_cast<std::size_t>(record.column("validation.loss"))];
  EXPECT_TRUE(std::isfinite(loss));
  expect_has(record.timeline->events.back().text, "trained by PyTorch");
  output_of({"train", "--resume", folder_ / "one", "--steps", "31"});
}

INSTANTIATE_TEST_SUITE_P(Chosen, InPytorch, ::testing::Values("characters", "reverse", "digits", "experts"));
INSTANTIATE_TEST_SUITE_P(Every, InPytorch,
                         ::testing::Values("masked-words", "modern", "describe", "word-vectors",
                                           "superposition"),
                         [](const auto& test) { return "Preset" + std::to_string(test.index); });

class InPytorchText : public InPytorch {};

/// Started by torchrun, which under Python 3.11 fails without a choice of where the output goes.
TEST_P(InPytorchText, TwoProcessesAreOne) {
  python_output({"-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2", "--redirects", "1",
                 "--tee", "1", "--log_dir", folder_ / "logs", script(), "--steps", "30", "--out",
                 folder_ / "two"});
  expect_as_ours("two");
}

/// Killed between two steps or while it saves, and begun again by the same command.
TEST_P(InPytorchText, AKilledRunGoesOn) {
  constexpr const char* kKill = R"py(
import json, os, signal, subprocess, sys, time
run = sys.argv[1]
process = subprocess.Popen([sys.executable] + sys.argv[2:])
while process.poll() is None:
    try:
        if json.load(open(run + "/training.json"))["steps"] >= 15:
            process.send_signal(signal.SIGKILL)
            break
    except (OSError, ValueError):
        pass
    time.sleep(0.002)
process.wait()
)py";
  const std::string out = folder_ / "killed";
  const std::vector<std::string> command = {script(), "--steps", "30", "--save-every", "1", "--out", out};
  std::vector<std::string> killed = {"-c", kKill, out};
  killed.insert(killed.end(), command.begin(), command.end());
  python_output(killed);
  const Index at = load_checkpoint(out).state->step();
  EXPECT_GE(at, 15);
  if (at < 30) python_output(command);
  expect_as_ours("killed");
  for (const auto& entry : fs::directory_iterator(folder_.path()))
    EXPECT_EQ(entry.path().filename().string().find("killed."), std::string::npos) << entry.path();
}

INSTANTIATE_TEST_SUITE_P(Chosen, InPytorchText, ::testing::Values("characters"));

/// A model that was opened, begins each text with a token, and learns further: the parameters of these names.
class OpenedInPytorch : public InPytorch {
 protected:
  void SetUp() override {
    if (!has_pytorch()) GTEST_SKIP() << kNoPytorch;
    std::string text;
    for (int i = 0; i < 60; ++i) text += "the owl and the fox sat by the river. ";
    write_bytes(folder_ / "tale.txt", text);
    Arguments begin{"train", "--model", model(),          "--corpus",          folder_ / "tale.txt",
                    "--set", "batch=4", "--set",          "training.steps=40", "--steps",
                    "10",    "--out",   folder_ / "begun"};
    if (const std::string names = GetParam(); !names.empty()) begin.insert(begin.end(), {"--train", names});
    output_of(begin);
    output_of({"export", "--model", folder_ / "begun", "--to", "pytorch", "--out", folder_ / "torch"});
    output_of({"train", "--resume", folder_ / "begun", "--steps", "30", "--out", folder_ / "ours"});
  }
  static std::string model() { return ATTNLAB_SOURCE_DIR "/tests/golden/families/llama2c"; }
};

TEST_P(OpenedInPytorch, OneProcessGoesOnAsTheProgram) {
  python_output({folder_ / "torch/check.py"});
  python_output({script(), "--steps", "30", "--out", folder_ / "one"});
  expect_as_ours("one");
  output_of({"train", "--resume", folder_ / "one", "--steps", "31"});
}

TEST_P(OpenedInPytorch, WhatDoesNotLearnStays) {
  python_output({script(), "--steps", "12", "--out", folder_ / "one"});
  const Checkpoint opened = load_checkpoint(model()), one = load_checkpoint(folder_ / "one");
  const Parameter& embedding =
      opened.model->parameters()[opened.model->parameters().find("target.embedding.weight").value()];
  const auto cells = [&](const Checkpoint& checkpoint) {
    const auto from = checkpoint.state->snapshot->weights.begin() + embedding.offset;
    return std::vector<Real>(from, from + embedding.shape.size());
  };
  EXPECT_EQ(cells(one) == cells(opened), std::string(GetParam()) != "");
}

INSTANTIATE_TEST_SUITE_P(Chosen, OpenedInPytorch, ::testing::Values("", "decoder.layers.1.*, decoder.norm.*"),
                         [](const auto& test) { return test.index == 0 ? "AllLearn" : "SomeLearn"; });

TEST(PytorchOnCommandLine, SaysWhatIsLeftOut) {
  const TempFolder folder;
  output_of(small_training("reverse", {"--steps", "3", "--out", folder / "m"}));
  const std::string said = output_of(
      {"export", "--model", folder / "m", "--to", "pytorch", "--out", folder / "torch", "--batches", "2"});
  EXPECT_EQ(said, (folder / "torch").string() + ": model.py, Encoder–decoder Transformer\n");
  expect_has(read_bytes(folder / "torch/README.md"), "up to step 5.");
  expect_has(error_of({"export", "--model", folder / "m", "--to", "huggingface", "--out", folder / "f",
                       "--batches", "2"},
                      2),
             "--batches is for --to pytorch");
}

}  // namespace
}  // namespace attnlab::testing
