// The cost of a long run's record: memory over the steps, and its share of the training time.
// history [STEPS] [MEGABYTES]: of a toy model, a million steps with a budget of 64 MB.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "core/training/preset.h"
#include "core/training/run/recorder.h"

namespace {

using namespace attnlab;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Megabytes of this program in memory.
double resident() {
  long all = 0, pages = 0;
  std::ifstream("/proc/self/statm") >> all >> pages;
  return static_cast<double>(pages) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

Experiment toy() {
  Preset preset = find_preset("reverse");
  for (const char* option :
       {"model.width=16", "model.heads=2", "model.layers=1", "model.feed_forward=32", "training.batch=2",
        "training.schedule=constant", "task.max_length=4", "task.symbols=6", "training.steps=100000000"})
    set_option(preset, option);
  return make_experiment(preset);
}

/// The median time of a step without a record.
double bare_step(const Experiment& e) {
  Trainer trainer(e.model, e.task, e.preset.training, 1);
  constexpr int kSteps = 5000;
  for (int i = 0; i < 1000; ++i) trainer.step();
  const auto begin = Clock::now();
  for (int i = 0; i < kSteps; ++i) trainer.step();
  return seconds_since(begin) / kSteps;
}

}  // namespace

int main(int count, char** arguments) {
  const long steps = count > 1 ? std::atol(arguments[1]) : 1'000'000;
  const long megabytes = count > 2 ? std::atol(arguments[2]) : 64;
  const Experiment e = toy();
  const double bare = bare_step(e);
  Trainer trainer(e.model, e.task, e.preset.training, 1);
  RecordOptions options;
  options.budget = static_cast<std::size_t>(megabytes) << 20;
  Recorder recorder(trainer, options);
  std::printf("%lld weights, budget %ld MB; a step without a record %.1f us\n\n",
              static_cast<long long>(e.model->parameters().size()), megabytes, bare * 1e6);
  std::printf("%10s %10s %12s %14s %10s\n", "steps", "kept", "record MB", "resident MB", "us a step");
  auto begin = Clock::now();
  const long every = std::max(steps / 20, 1L);
  for (long step = 1; step <= steps; ++step) {
    recorder.before_step(trainer);
    recorder.after_step(trainer, trainer.step());
    if (step % every != 0) continue;
    std::printf("%10ld %10zu %12.1f %14.1f %10.1f\n", step, recorder.record().timeline->states.size(),
                static_cast<double>(recorder.bytes()) / 1e6, resident(),
                seconds_since(begin) / static_cast<double>(every) * 1e6);
    std::fflush(stdout);
    begin = Clock::now();
  }
}
