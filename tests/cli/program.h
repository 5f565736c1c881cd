// Runs the real program without a display.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/support/expect_has.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {

using Arguments = std::vector<std::string>;

inline ProcessOptions without_display() {
  ProcessOptions options;
  options.unset = {"DISPLAY", "WAYLAND_DISPLAY"};
  return options;
}

inline ProcessResult run_program(Arguments arguments, const ProcessOptions& options = without_display()) {
  arguments.insert(arguments.begin(), ATTNLAB_PROGRAM);
  return run_process(arguments, options);
}

/// Runs the program, which must succeed without an error line; returns the output.
inline std::string output_of(const Arguments& arguments) {
  const ProcessResult result = run_program(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  return result.output;
}

/// Runs the program, which must end with `code`, print nothing, and write one line to standard error; returns
/// this line.
inline std::string error_of(const Arguments& arguments, int code) {
  const ProcessResult result = run_program(arguments);
  EXPECT_EQ(result.exit_code, code) << result.errors << " signal " << result.signal;
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(result.errors.starts_with("attention-lab: ")) << result.errors;
  EXPECT_EQ(result.errors.find('\n'), result.errors.size() - 1) << "more than one line: " << result.errors;
  return result.errors;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Arguments for training a model of a few thousand parameters.
inline Arguments small_training(const std::string& preset, const Arguments& more) {
  Arguments arguments{"train", "--preset", preset};
  for (const char* option : {"width=16", "heads=2", "layers=1", "feed_forward=16", "batch=4"})
    arguments.insert(arguments.end(), {"--set", option});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace attnlab::testing
