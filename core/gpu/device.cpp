// The device: commands of a context on the context's own thread.
#include "core/gpu/device.h"

#include <stdexcept>
#include <utility>

#include "core/gpu/commands.h"
#include "core/gpu/worker_thread.h"

namespace attnlab::gpu {

namespace {

void require_inside(const Buffer& buffer, Index floats, Index first) {
  if (first < 0 || first + floats > buffer.size())
    throw std::out_of_range("floats from " + std::to_string(first) + " on exceed the buffer's " +
                            std::to_string(buffer.size()));
}

}  // namespace

struct Device::Worker {
  Worker(std::unique_ptr<Context> context, double operations) : commands(std::move(context), operations) {}

  void run(const std::function<void()>& work) {
    if (thread.is_this()) return work();
    thread.run([&] { commands.run(work); });
  }

  Commands commands;
  WorkerThread thread{[this] { commands.begin(); }, [this] { commands.end(); }};
};

Device::Device(std::unique_ptr<Context> context, double operations)
    : worker_(std::make_unique<Worker>(std::move(context), operations)) {}

Device::~Device() = default;

const std::string& Device::description() const { return worker_->commands.health.description; }

bool Device::lost() const { return worker_->commands.health.lost; }

Index Device::pieces() const { return worker_->commands.pieces.count(); }

const Limits& Device::limits() const { return worker_->commands.limits; }

Memory Device::memory() const { return worker_->commands.pool->memory(); }

void Device::reset_peak_memory() { worker_->commands.pool->reset_peak(); }

void Device::run(const std::function<void()>& work) { worker_->run(work); }

Buffer Device::buffer(Index floats) {
  Buffer made;
  run([&] { made = worker_->commands.buffer(floats); });
  return made;
}

Buffer Device::upload(std::span<const float> values) {
  Buffer made;
  run([&] {
    made = worker_->commands.buffer(count_of(values));
    worker_->commands.write(made, values, 0);
  });
  return made;
}

void Device::write(const Buffer& to, std::span<const float> values, Index first) {
  require_inside(to, count_of(values), first);
  run([&] { worker_->commands.write(to, values, first); });
}

void Device::read(const Buffer& from, std::span<float> to, Index first) {
  require_inside(from, count_of(to), first);
  run([&] { worker_->commands.read(from, to, first); });
}

void Device::dispatch(const Dispatch& work) {
  run([&] { worker_->commands.dispatch(work); });
}

void Device::flush() {
  run([] { Commands::flush(); });
}

void Device::measure_kernels(bool on) {
  run([&] { worker_->commands.times.measure(on); });
}

std::vector<KernelTime> Device::take_kernel_times() {
  std::vector<KernelTime> times;
  run([&] { times = worker_->commands.times.take(); });
  return times;
}

}  // namespace attnlab::gpu
