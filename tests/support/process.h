// Runs another program and captures its output.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace attnlab::testing {

struct ProcessResult {
  int exit_code = -1;  ///< −1 when a signal ended it
  int signal = 0;      ///< the signal that ended it, 0 when it ended by itself
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
};

struct ProcessOptions {
  std::chrono::milliseconds kill_after = std::chrono::minutes(2);  ///< then SIGKILL
  std::vector<std::pair<std::string, std::string>> environment;    ///< set on top of the inherited one
  std::vector<std::string> unset;                                  ///< removed from the inherited one
  std::filesystem::path folder;                                    ///< where it runs, empty for here
};

/// Runs `command` (a path or a name on PATH, then its arguments) with empty standard input, to its end.
/// Throws std::runtime_error if it cannot be started.
ProcessResult run_process(const std::vector<std::string>& command, const ProcessOptions& options = {});

}  // namespace attnlab::testing
