// RunSaver: saves a run every minute while it trains.
#pragma once

#include <chrono>
#include <functional>

#include "app/cli/train/train_run.h"

namespace attnlab {

class RunSaver {
 public:
  struct Listener {
    std::function<void()> saved = [] {};
    std::function<void(const std::string&)> problem = [](const std::string&) {};
  };
  /// `every`: steps between two additional saves; 0: none. An error is reported once until a save succeeds,
  /// and training continues.
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
