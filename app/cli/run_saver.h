// RunSaver: saves a run while it trains, so that a crash costs a minute at most.
#pragma once

#include <chrono>
#include <functional>

#include "app/cli/train_run.h"

namespace attnlab {

class RunSaver {
 public:
  struct Listener {
    std::function<void()> saved = [] {};
    std::function<void(const std::string&)> problem = [](const std::string&) {};
  };
  /// `every`: steps between two saves beside those of each minute; 0: none. What goes wrong is told once,
  /// until it goes well again, and training goes on.
  RunSaver(const TrainRun& run, Index every, Listener listener)
      : run_(run), every_(every), listener_(std::move(listener)) {}

  void after_step(Index step);

 private:
  using Clock = std::chrono::steady_clock;

  const TrainRun& run_;
  Index every_;
  Listener listener_;
  Clock::time_point last_ = Clock::now();
  bool failed_ = false;
};

}  // namespace attnlab
