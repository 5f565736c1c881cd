// Time of whole training steps on the GPU beside the processor's, as Markdown tables: gpu_step [MODEL…]
// [--steps N]
// [--threads N] [--peak-tflops X]. Without names, all models of the list. N threads of the processor, 0: one
// a core, -1: none, so that only the GPU is measured.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/reference_models.h"
#include "core/config/cores.h"
#include "core/gpu/training/gpu_step_device.h"
#include "core/training/trainer.h"

namespace {

using namespace attnlab;
using namespace attnlab::bench;

/// Beside the reference models, one of the size of GPT-2's smallest with half of its text.
constexpr Reference kLarge{"large", 12, 12, 768, 512, 8, 65, 0.01};
constexpr const char* kMeasured[] = {"nanogpt-cpu", "small", "large"};

struct Arguments {
  std::vector<std::string> models;
  Index steps = 50;
  int threads = 0;
  double peak = 0;
};

bool parse(int argc, char** argv, Arguments& to) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const char* const value = i + 1 < argc ? argv[i + 1] : "";
    if (name == "--steps")
      to.steps = std::atoll(value);
    else if (name == "--threads")
      to.threads = std::atoi(value);
    else if (name == "--peak-tflops")
      to.peak = std::atof(value);
    else if (name.starts_with("--"))
      return false;
    if (name.starts_with("--"))
      ++i;
    else
      to.models.push_back(name);
  }
  if (to.models.empty()) to.models.assign(std::begin(kMeasured), std::end(kMeasured));
  return to.steps > 0;
}

const Reference* find(const std::string& name) {
  if (name == kLarge.name) return &kLarge;
  for (const Reference& reference : kReferences)
    if (name == reference.name) return &reference;
  return nullptr;
}

/// Operations of a step's products: each weight of a matrix is in three products for each token; attention is
/// two products forward, and four backward with what is stored.
double operations_of(const Reference& r) {
  const auto tokens = static_cast<double>(r.batch * r.positions), c = static_cast<double>(r.width);
  const double weights = static_cast<double>(r.layers) * 12 * c * c + static_cast<double>(r.vocabulary) * c;
  const double attention = static_cast<double>(r.layers) * 6 * static_cast<double>(r.positions) * c;
  return tokens * (6 * weights + attention);
}

double milliseconds(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

TrainingConfig training_of(const Reference& reference) {
  TrainingConfig training;
  training.batch = reference.batch;
  training.shards = std::min<Index>(16, reference.batch);
  return training;
}

/// Median over the steps, after three that do not count; at most 20 s.
double median_step(Trainer& trainer, const Batch& batch, Index steps) {
  for (int warmup = 0; warmup < 3; ++warmup) trainer.step(batch);
  std::vector<double> times;
  double sum = 0;
  for (Index i = 0; i < steps && sum < 20'000; ++i) {
    times.push_back(milliseconds([&] { trainer.step(batch); }));
    sum += times.back();
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

void print_kinds(std::vector<gpu::KernelTime> times, Index steps, double peak) {
  std::ranges::sort(times, std::ranges::greater{}, &gpu::KernelTime::seconds);
  double all = 0;
  for (const gpu::KernelTime& each : times) all += each.seconds;
  std::printf("\n| kind | dispatches a step | ms a step | share | TFLOP/s |%s\n|---|---:|---:|---:|---:|%s\n",
              peak > 0 ? " of peak |" : "", peak > 0 ? "---:|" : "");
  for (const gpu::KernelTime& each : times) {
    const bool product = each.kind.starts_with("product") || each.kind.starts_with("attention");
    const double rate = each.operations / each.seconds / 1e12;
    std::printf("| %s | %.0f | %.3f | %.1f %% |", each.kind.c_str(),
                static_cast<double>(each.dispatches) / static_cast<double>(steps),
                1e3 * each.seconds / static_cast<double>(steps), 100 * each.seconds / all);
    std::printf(product ? " %.2f |" : " |", rate);
    if (peak > 0) std::printf(product ? " %.1f %% |" : " |", 100 * rate / peak);
    std::printf("\n");
  }
  std::printf("| all | | %.3f | | |%s\n", 1e3 * all / static_cast<double>(steps), peak > 0 ? " |" : "");
}

void measure(const Reference& reference, const Arguments& arguments, gpu::TimedStepDevice& device,
             const std::shared_ptr<StepDevice>& shared) {
  const std::shared_ptr<const Model> model = make_model(config_of(reference));
  const TrainingConfig training = training_of(reference);
  const Batch batch = random_batch(reference);
  const double operations = operations_of(reference);
  std::printf("\n%s: L %lld, H %lld, C %lld, T %lld, B %lld; %.2f GFLOP in the products of a step\n",
              reference.name, static_cast<long long>(reference.layers),
              static_cast<long long>(reference.heads), static_cast<long long>(reference.width),
              static_cast<long long>(reference.positions), static_cast<long long>(reference.batch),
              operations / 1e9);
  double here = 0;
  if (arguments.threads >= 0) {
    Trainer trainer(model, nullptr, training, arguments.threads);
    here = median_step(trainer, batch, arguments.steps);
    std::printf("processor, %d threads: %.3f ms, %.3f TFLOP/s\n",
                arguments.threads > 0 ? arguments.threads : cores(), here, operations / here / 1e9);
  }
  Trainer trainer(model, nullptr, training, 1);
  trainer.use_step_device(shared,
                          [](const std::string& why) { std::printf("the GPU failed: %s\n", why.c_str()); });
  const double there = median_step(trainer, batch, arguments.steps);
  std::printf("GPU: %.3f ms, %.3f TFLOP/s", there, operations / there / 1e9);
  if (here > 0) std::printf(", %.2f times as fast", here / there);
  std::printf("\n");
  const Index timed = std::min<Index>(arguments.steps, 10);
  device.measure_kernels(true);
  device.take_kernel_times();
  for (Index i = 0; i < timed; ++i) trainer.step(batch);
  print_kinds(device.take_kernel_times(), timed, arguments.peak);
  device.measure_kernels(false);
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  if (!parse(argc, argv, arguments)) {
    std::fprintf(stderr, "usage: gpu_step [MODEL…] [--steps N] [--threads N] [--peak-tflops X]\n");
    return 2;
  }
  try {
    const std::shared_ptr<gpu::TimedStepDevice> device = gpu::make_timed_step_device(gpu::make_egl_context());
    std::printf("%s\n", device->description().c_str());
    for (const std::string& name : arguments.models) {
      const Reference* const reference = find(name);
      if (!reference) throw std::runtime_error("there is no model " + name);
      measure(*reference, arguments, *device, device);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gpu_step: %s\n", error.what());
    return 1;
  }
}
