// StepDevice: something beside the processor that makes whole training steps, as a GPU does.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "core/models/model.h"
#include "core/training/optimizer.h"

namespace attnlab {

/// A device can no longer make steps: it is lost, or does not have enough memory. In one line.
class StepDeviceFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Sequences of a batch that share a key of dropout.
struct StepPiece {
  Index begin = 0, rows = 0;
  std::uint64_t dropout_key = 0;
};

/// One step. `update` is AdamW's t, counted from 1.
struct StepRequest {
  const Batch& batch;
  Index counted;  ///< targets that count
  std::span<const StepPiece> pieces;
  const TrainingConfig& config;
  double learning_rate;
  Index update;
};

/// What a step measured. Where one of both is not finite, the step changed nothing.
struct StepOutcome {
  double loss = 0;
  double gradient_norm = 0;  ///< before clipping
};

/// One cell of the flat buffer of parameters, with its gradient and moments.
struct TrainedCell {
  double weight = 0, gradient = 0, mean = 0, square = 0;
};

/// The training of one model on a device, which has weights, moments and the last gradient. All of a model's
/// parameters learn. One thread calls it; functions that need the device throw StepDeviceFailure.
class DeviceTraining {
 public:
  virtual ~DeviceTraining() = default;
  /// Loss, gradient and one update. Sums are taken in an order that the sizes give: the same inputs give the
  /// same bits. Throws std::invalid_argument for a batch that the model cannot read.
  virtual StepOutcome step(const StepRequest& request) = 0;
  /// Weights and moments, in the order of the flat buffer.
  virtual void send(std::span<const Real> weights, const OptimizerState& moments) = 0;
  virtual void fetch(std::span<Real> weights, OptimizerState& moments) = 0;
  /// The gradient of the last step, before clipping.
  virtual void fetch_gradient(std::span<Real> gradient) = 0;
  virtual TrainedCell cell(Index cell) = 0;
};

/// Makes the trainings of models. Its functions may be called from any thread.
class StepDevice {
 public:
  virtual ~StepDevice() = default;
  /// For people: "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5".
  virtual std::string description() const = 0;
  /// Which option of the model or its training the device does not know, with its value: "model.experts is
  /// 4"; "" where it can train.
  virtual std::string refuses(const Model& model, const TrainingConfig& config) const = 0;
  /// A training of a model that the device does not refuse; send() must come first. Throws StepDeviceFailure.
  virtual std::unique_ptr<DeviceTraining> begin(std::shared_ptr<const Model> model) = 0;
};

}  // namespace attnlab
