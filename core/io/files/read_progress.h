// ReadProgress: how much of a model's numbers is read, for another thread that may end the reading.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace attnlab {

/// One thread reads and notes; any other may ask for the share and stop.
class ReadProgress {
 public:
  /// Adds to the number of bytes to read.
  void expect(std::uint64_t bytes) { all_ += bytes; }
  /// Adds to the number of bytes that have been read. Throws as check().
  void note(std::uint64_t bytes) {
    read_ += bytes;
    check();
  }
  /// Throws std::runtime_error after stop().
  void check() const {
    if (stopped_) throw std::runtime_error("reading was stopped");
  }
  /// Ends the reading at the next note() or check().
  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_; }
  /// What is read of all, 0 to 1; nothing where no numbers are read.
  std::optional<double> share() const {
    const auto all = double(all_.load());
    return all > 0 ? std::optional(std::min(double(read_.load()) / all, 1.0)) : std::nullopt;
  }

 private:
  std::atomic<std::uint64_t> all_ = 0, read_ = 0;
  std::atomic<bool> stopped_ = false;
};

}  // namespace attnlab
