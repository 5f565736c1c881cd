// Training steps on the GPU beside the processor's: the same batches and dropout, sums rounded otherwise.
//
//   gpu_training [STEPS]
#include <attnlab/attnlab.h>
#include <attnlab/gpu/training/gpu_step_device.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>

using namespace attnlab;

namespace {

/// Null, and a line that says why, where this machine has none.
std::shared_ptr<StepDevice> find_gpu() try {
  return gpu::make_step_device(gpu::make_egl_context());
} catch (const std::exception& error) {
  std::printf("not on this machine: %s\n", error.what());
  return nullptr;
}

void report(const std::string& why) { std::printf("the processor goes on: %s\n", why.c_str()); }

}  // namespace

int main(int argc, char** argv) try {
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 3;
  const std::shared_ptr<StepDevice> device = find_gpu();
  if (!device) return 0;
  const Experiment experiment = make_experiment(find_preset("characters"));
  Trainer processor(experiment), gpu(experiment);
  gpu.use_step_device(device, report);
  std::printf("%s\nloss on the processor, and there:\n", device->description().c_str());
  for (Index step = 1; step <= steps; ++step)
    std::printf("step %lld: %.6f %.6f\n", static_cast<long long>(step), processor.step().loss,
                gpu.step().loss);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "gpu_training: %s\n", error.what());
  return 1;
}
