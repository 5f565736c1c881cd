// The device: commands of a context on the context's own thread.
#include "core/gpu/device.h"

#include <stdexcept>
#include <utility>

#include "core/gpu/commands.h"
#include "core/gpu/worker_thread.h"

namespace attnlab {

namespace {

void require_inside(const GpuBuffer& buffer, Index floats, Index first) {
  if (first < 0 || first + floats > buffer.size())
    throw std::out_of_range("floats " + std::to_string(first) + " and on: more than the buffer's " +
                            std::to_string(buffer.size()));
}

}  // namespace

struct GpuDevice::Worker {
  Worker(std::unique_ptr<GpuContext> context, double operations) : commands(std::move(context), operations) {}

  void run(const std::function<void()>& work) {
    if (thread.is_this()) return work();
    thread.run([&] { commands.run(work); });
  }

  GpuCommands commands;
  WorkerThread thread{[this] { commands.begin(); }, [this] { commands.end(); }};
};

GpuDevice::GpuDevice(std::unique_ptr<GpuContext> context, double operations)
    : worker_(std::make_unique<Worker>(std::move(context), operations)) {}

GpuDevice::~GpuDevice() = default;

const std::string& GpuDevice::description() const { return worker_->commands.health.description; }

bool GpuDevice::lost() const { return worker_->commands.health.lost; }

Index GpuDevice::pieces() const { return worker_->commands.pieces.count(); }

const GpuLimits& GpuDevice::limits() const { return worker_->commands.limits; }

GpuMemory GpuDevice::memory() const { return worker_->commands.pool->memory(); }

void GpuDevice::reset_peak_memory() { worker_->commands.pool->reset_peak(); }

void GpuDevice::run(const std::function<void()>& work) { worker_->run(work); }

GpuBuffer GpuDevice::buffer(Index floats) {
  GpuBuffer made;
  run([&] { made = worker_->commands.buffer(floats); });
  return made;
}

GpuBuffer GpuDevice::upload(std::span<const float> values) {
  GpuBuffer made;
  run([&] {
    made = worker_->commands.buffer(static_cast<Index>(values.size()));
    worker_->commands.write(made, values, 0);
  });
  return made;
}

void GpuDevice::write(const GpuBuffer& to, std::span<const float> values, Index first) {
  require_inside(to, static_cast<Index>(values.size()), first);
  run([&] { worker_->commands.write(to, values, first); });
}

void GpuDevice::read(const GpuBuffer& from, std::span<float> to, Index first) {
  require_inside(from, static_cast<Index>(to.size()), first);
  run([&] { worker_->commands.read(from, to, first); });
}

void GpuDevice::dispatch(const GpuDispatch& work) {
  run([&] { worker_->commands.dispatch(work); });
}

}  // namespace attnlab
