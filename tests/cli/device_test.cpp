// --device: attention or whole steps on the GPU, and the processor where there is none.
#include <algorithm>

#include "tests/cli/program.h"

namespace attnlab::testing {
namespace {

ProcessOptions without_drivers() {
  ProcessOptions options = without_display();
  options.environment = {{"__EGL_VENDOR_LIBRARY_DIRS", "/nonexistent"}};
  return options;
}

constexpr const char* kUsed = "attention is computed on the GPU: ";
constexpr const char* kNotUsed = "attention is computed on the processor: ";

TEST(Device, TrainsTracesAndAnswersOnTheGpuOrSaysOnceWhyNot) {
  const TempFolder folder;
  const std::string model = (folder / "m").string();
  for (const bool there : {true, false}) {
    const std::vector<Arguments> commands = {
        small_training("reverse", {"--steps", "2", "--out", model, "--force", "--device", "gpu"}),
        {"trace", "--model", model, "--source", "abc", "--target", "cba", "--list", "--device", "gpu"},
        {"generate", "--model", model, "--prompt", "abc", "--device", "gpu"}};
    for (const Arguments& command : commands) {
      const ProcessResult result = run_program(command, there ? without_display() : without_drivers());
      EXPECT_EQ(result.exit_code, 0) << result.errors;
      EXPECT_TRUE(result.errors.starts_with(there ? kUsed : kNotUsed)) << result.errors;
      EXPECT_EQ(std::ranges::count(result.errors, '\n'), 1) << result.errors;
    }
  }
}

TEST(Device, MakesWholeStepsOnTheGpuOrSaysOnceWhyNot) {
  const TempFolder folder;
  for (const bool there : {true, false}) {
    const std::string model = (folder / (there ? "gpu" : "cpu")).string();
    const ProcessResult result =
        run_program(small_training("characters", {"--steps", "3", "--out", model, "--device", "gpu-step"}),
                    there ? without_display() : without_drivers());
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_TRUE(result.errors.starts_with(there ? "training steps run on the GPU: "
                                                : "training steps run on the processor: "))
        << result.errors;
    EXPECT_EQ(std::ranges::count(result.errors, '\n'), 1) << result.errors;
    expect_has(result.output, "done after 3 steps");
  }
}

TEST(Device, RefusesAModelWhoseStepsTheGpuDoesNotKnow) {
  expect_has(error_of(small_training("reverse", {"--steps", "1", "--device", "gpu-step"}), 2),
             "--device gpu-step: this device cannot train the model: model.architecture is encoder_decoder; "
             "remove the option");
}

TEST(Device, OfAnotherNameIsRefused) {
  expect_has(error_of({"train", "--preset", "reverse", "--device", "tpu"}, 2), "--device");
}

}  // namespace
}  // namespace attnlab::testing
