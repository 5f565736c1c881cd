// Weights, moments and gradients on the device, and steps on them.
#include "core/gpu/training/gpu_step_device.h"

#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "core/gpu/device.h"
#include "core/gpu/training/adamw.h"
#include "core/gpu/training/gpt_pass.h"
#include "core/gpu/training/integers.h"

namespace attnlab::gpu {
namespace {

constexpr Index kLoss = 0, kSquares = 1, kTotals = 2;  ///< numbers of the totals

class GptTraining final : public DeviceTraining {
 public:
  GptTraining(std::shared_ptr<Device> device, const Model& model)
      : device_(std::move(device)), plan_(model), scratch_(*device_) {
    guarded([&] {
      update_.cells = plan_.parameters;
      for (Buffer* buffer : {&update_.weights, &update_.gradients, &update_.mean, &update_.square})
        *buffer = device_->buffer(plan_.parameters);
      update_.totals = device_->buffer(kTotals);
      update_.decay_ends = device_->upload(bits_of(plan_.decay_ends));
      update_.ranges = count_of(plan_.decay_ends);
      waves_ = upload_or_none(plan_.waves);
      angles_ = upload_or_none(plan_.angles);
    });
  }

  StepOutcome step(const StepRequest& request) override {
    std::array<float, kTotals> totals{};
    guarded([&] {
      upload(*device_, plan_, request, batch_);
      if (!values_ || values_->sequences != batch_.sequences || values_->positions != batch_.positions) {
        values_.reset();
        values_.emplace(*device_, plan_, batch_.sequences, batch_.positions);
      }
      make_step(request);
      device_->read(update_.totals, totals);
    });
    return {double(totals[kLoss]), std::sqrt(double(totals[kSquares]))};
  }

  void send(std::span<const Real> weights, const OptimizerState& moments) override {
    guarded([&] {
      device_->write(update_.weights, weights);
      device_->write(update_.mean, moments.mean);
      device_->write(update_.square, moments.square);
    });
  }

  void fetch(std::span<Real> weights, OptimizerState& moments) override {
    AlignedBuffer cells(weights.size()), mean(weights.size()), square(weights.size());
    guarded([&] {
      device_->read(update_.weights, cells);
      device_->read(update_.mean, mean);
      device_->read(update_.square, square);
    });
    std::copy(cells.begin(), cells.end(), weights.begin());
    moments.mean.swap(mean);
    moments.square.swap(square);
  }

  void fetch_gradient(std::span<Real> gradient) override {
    guarded([&] { device_->read(update_.gradients, gradient); });
  }

  TrainedCell cell(Index cell) override {
    std::array<float, 4> numbers{};
    guarded([&] {
      std::size_t i = 0;
      for (const Buffer* from : {&update_.weights, &update_.gradients, &update_.mean, &update_.square})
        device_->read(*from, std::span(numbers).subspan(i++, 1), cell);
    });
    return {double(numbers[0]), double(numbers[1]), double(numbers[2]), double(numbers[3])};
  }

 private:
  Buffer upload_or_none(const std::vector<float>& values) {
    return values.empty() ? Buffer() : device_->upload(values);
  }

  void make_step(const StepRequest& request) {
    const StepTools tools{*device_, scratch_};
    const PassOperands operands{plan_, update_.weights, update_.gradients, waves_, angles_, tools};
    GptPass pass(operands, request, batch_, *values_);
    pass.forward();
    total(*device_, values_->losses, batch_.rows(), update_.totals, kLoss);
    pass.backward();
    total_of_squares(tools, update_.gradients, plan_.parameters, update_.totals, kSquares);
    adamw(*device_, update_, request);
  }

  /// Runs `work` on the device's thread; its failures are the device's.
  template <typename Work>
  void guarded(const Work& work) {
    try {
      device_->run(work);
    } catch (const Error& error) {
      throw StepDeviceFailure(error.what());
    } catch (const std::bad_alloc&) {
      throw StepDeviceFailure("not enough memory to send the GPU the data");
    }
  }

  std::shared_ptr<Device> device_;
  GptPlan plan_;
  Scratch scratch_;
  AdamWOperands update_;
  Buffer waves_, angles_;
  StepBatch batch_;
  std::optional<StepValues> values_;
};

class GpuStepDevice final : public TimedStepDevice {
 public:
  explicit GpuStepDevice(std::unique_ptr<Context> context)
      : device_(std::make_shared<Device>(std::move(context))) {}

  std::string description() const override { return device_->title(); }
  std::string refuses(const Model& model, const TrainingConfig& config) const override {
    return why_not(model, config);
  }
  std::unique_ptr<DeviceTraining> begin(std::shared_ptr<const Model> model) override {
    return std::make_unique<GptTraining>(device_, *model);
  }
  void measure_kernels(bool on) override { device_->measure_kernels(on); }
  std::vector<KernelTime> take_kernel_times() override { return device_->take_kernel_times(); }

 private:
  std::shared_ptr<Device> device_;
};

}  // namespace

std::shared_ptr<StepDevice> make_step_device(std::unique_ptr<Context> context) {
  return make_timed_step_device(std::move(context));
}

std::shared_ptr<TimedStepDevice> make_timed_step_device(std::unique_ptr<Context> context) {
  return std::make_shared<GpuStepDevice>(std::move(context));
}

}  // namespace attnlab::gpu
