// The Python of this system, where it has PyTorch.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace attnlab::testing {

inline constexpr const char* kPythonProgram = "/usr/bin/python3";

inline bool has_pytorch() {
  static const bool has = std::filesystem::exists(kPythonProgram) &&
                          run_process({kPythonProgram, "-c", "import torch"}).exit_code == 0;
  return has;
}

/// Processes of torch.distributed that talk over loopback alone, one thread each.
inline ProcessOptions for_pytorch() {
  ProcessOptions options;
  options.kill_after = std::chrono::minutes(10);
  options.environment = {{"GLOO_SOCKET_IFNAME", "lo"}, {"OMP_NUM_THREADS", "1"}};
  return options;
}

/// Runs Python with these arguments, which must succeed; its output.
inline std::string python_output(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), kPythonProgram);
  const ProcessResult result = run_process(arguments, for_pytorch());
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  return result.output;
}

}  // namespace attnlab::testing
