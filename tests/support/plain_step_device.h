// A step device that moves every weight by the learning rate, which tests can make fail or refuse.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/training/step_device.h"

namespace attnlab::testing {

class PlainStepDevice : public StepDevice {
 public:
  /// What the tests look at and change; the device's trainings share it.
  struct Facts {
    int steps = 0, fetches = 0;
    int steps_left = 1000;                    ///< those after them fail
    std::chrono::milliseconds fetch_time{0};  ///< what each fetch takes
    std::string refusal;
  };

  explicit PlainStepDevice(std::shared_ptr<Facts> facts) : facts_(std::move(facts)) {}

  std::string description() const override { return "one step up"; }
  std::string refuses(const Model&, const TrainingConfig&) const override { return facts_->refusal; }
  std::unique_ptr<DeviceTraining> begin(std::shared_ptr<const Model>) override {
    return std::make_unique<Training>(facts_);
  }

 private:
  class Training final : public DeviceTraining {
   public:
    explicit Training(std::shared_ptr<Facts> facts) : facts_(std::move(facts)) {}

    StepOutcome step(const StepRequest& request) override {
      if (facts_->steps_left-- <= 0) throw StepDeviceFailure("it fell out");
      ++facts_->steps;
      for (Real& weight : weights_) weight += static_cast<Real>(request.learning_rate);
      return {.loss = 1, .gradient_norm = 1};
    }
    void send(std::span<const Real> weights, const OptimizerState& moments) override {
      weights_.assign(weights.begin(), weights.end());
      moments_ = moments;
    }
    void fetch(std::span<Real> weights, OptimizerState& moments) override {
      ++facts_->fetches;
      std::this_thread::sleep_for(facts_->fetch_time);
      std::ranges::copy(weights_, weights.begin());
      moments = moments_;
    }
    void fetch_gradient(std::span<Real> gradient) override { std::ranges::fill(gradient, Real(0)); }
    TrainedCell cell(Index cell) override {
      return {.weight = static_cast<double>(weights_[static_cast<std::size_t>(cell)])};
    }

   private:
    std::shared_ptr<Facts> facts_;
    std::vector<Real> weights_;
    OptimizerState moments_;
  };

  std::shared_ptr<Facts> facts_;
};

}  // namespace attnlab::testing
