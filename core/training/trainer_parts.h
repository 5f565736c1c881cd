// What a trainer is made of, for its own sources alone.
#pragma once

#include "core/training/teacher_forcing.h"
#include "core/training/trainer.h"

namespace attnlab {

/// A part of the batch with a tape and a gradient of its own.
struct Trainer::Shard {
  Tape tape{Mode::Train};
  AlignedBuffer gradient;
  Batch part;
  Index begin = 0, rows = 0;
  std::uint64_t dropout_key = 0;
  double loss = 0;
  OwnChoices own_choices;
};

/// The steps on a device: what is newer there than in the trainer, and what must be made again without it.
struct Trainer::OnDevice {
  std::shared_ptr<StepDevice> device;
  std::function<void(const std::string& why)> failed;
  std::unique_ptr<DeviceTraining> training{};  ///< null: the next step begins it
  bool has_weights = false;                    ///< those of the trainer, or newer ones
  bool newer_gradient = false;
  /// The steps since the trainer's weights and moments: batches that were given; none for those that seed and
  /// step give.
  std::vector<std::optional<Batch>> made{};

  /// The trainer's weights, moments or model are others now.
  void forget() {
    made.clear();
    has_weights = newer_gradient = false;
  }
};

/// Throws std::invalid_argument if the device cannot train so.
void require_known(const StepDevice& device, const Model& model, const TrainingConfig& config);

}  // namespace attnlab
