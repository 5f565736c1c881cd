// Step GPU: the GPU that makes training steps, opened when a run first asks for it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "app/state/commands/actions.h"
#include "app/state/lab/notice.h"
#include "app/state/runs/run_list.h"
#include "core/language/messages.h"
#include "core/training/step_device.h"

namespace attnlab {

/// Makes the device; throws std::runtime_error where there is none.
using OpenStepGpu = std::function<std::shared_ptr<StepDevice>()>;

/// Used by the screen's thread alone.
class StepGpu {
 public:
  /// An empty `open` means that there is no GPU.
  explicit StepGpu(OpenStepGpu open) : open_(std::move(open)) {}

  /// Throws std::runtime_error where there is none.
  std::shared_ptr<StepDevice> get() {
    if (!open_) throw std::runtime_error(tr("no GPU on this computer can run training steps"));
    if (!device_) device_ = open_();
    return device_;
  }
  /// The next call of get() opens another one: this one has failed.
  void forget() { device_.reset(); }

 private:
  OpenStepGpu open_;
  std::shared_ptr<StepDevice> device_;
};

/// Used by the screen's thread alone; the run takes changes between two of its steps.
class ShownRun final : public TrainingActions {
 public:
  /// The references must outlive the object.
  ShownRun(const RunList& runs, StepGpu& gpu, Notice& notice) : runs_(runs), gpu_(gpu), notice_(notice) {}

  void play() override;
  void pause() override;
  bool toggle() override;
  void step(Index count) override;
  void step_beyond(Index count) override;
  void to_loss(double loss) override;
  void learn_example(const Trace* trace) override;
  void reset(std::optional<Index> seed) override;
  void step_on_gpu(std::optional<bool> on) override;
  std::function<void()> set(const std::string& option, const std::string& value) override;
  void pin(std::optional<Index> step, const std::string& name) override;
  void unpin(Index step) override;
  std::function<void()> edit_weights(const CellEdit& edit) override;

 private:
  std::shared_ptr<StepDevice> gpu_for(const TrainingConfig& config);
  void change_weights(std::function<void(std::span<Real>)> change);

  const RunList& runs_;
  StepGpu& gpu_;
  Notice& notice_;
};

}  // namespace attnlab
