// A line of the terminal that says how far a subcommand is, until its result takes the line's place.
#pragma once

#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>

namespace attnlab {

/// Writes to a terminal alone. Used by any threads.
class ProgressLine {
 public:
  /// To standard output, where that is a terminal.
  ProgressLine();
  ProgressLine(std::FILE* to, bool terminal) : to_(to), terminal_(terminal) {}
  /// Takes the line away.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows `text` in the place of the last one, cut to the terminal's width; not more often than eyes follow.
  void show(const std::string& text);

 private:
  std::FILE* to_;
  bool terminal_;
  std::mutex mutex_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace attnlab
