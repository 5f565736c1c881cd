// Time of one training step of the reference models, as a table: training_step [STEPS_OF_NANOGPT [THREADS
// [NAME [SHARDS]]]]; the name "all" stands for all of them, and a thread has one shard or more. Or, with
// --instruction-set, the name of what the build computes with.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/reference_models.h"
#include "core/tensor/arithmetic.h"
#include "core/training/trainer.h"

namespace {

using namespace attnlab;
using namespace attnlab::bench;

double milliseconds(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void measure(const Reference& reference, Index nanogpt_steps, int threads, Index shards) {
  TrainingConfig training;
  training.batch = reference.batch;
  training.shards = shards;
  Trainer trainer(make_model(config_of(reference)), nullptr, training, threads);
  const Batch batch = random_batch(reference);
  const auto steps = std::max<Index>(
      5, static_cast<Index>(reference.steps_a_nanogpt_step * static_cast<double>(nanogpt_steps)));
  for (int warmup = 0; warmup < 3; ++warmup) trainer.step(batch);
  std::vector<double> times;
  for (Index i = 0; i < steps; ++i) times.push_back(milliseconds([&] { trainer.step(batch); }));
  std::sort(times.begin(), times.end());
  const double median = times[times.size() / 2];
  std::printf("%-12s %12.3f %12.3f %14.0f\n", reference.name, median, times.front(),
              1e3 * static_cast<double>(reference.batch * reference.positions) / median);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--instruction-set")
    return std::puts(instruction_set().c_str()) < 0;
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 200;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 0;
  const std::string name = argc > 3 ? argv[3] : "all";
  const Index shards = argc > 4 ? std::atoll(argv[4]) : 2;
  std::printf("%-12s %12s %12s %14s\n", "model", "median ms", "best ms", "tokens/s");
  for (const Reference& reference : kReferences) {
    if (name == "all" || name == reference.name) measure(reference, steps, threads, shards);
  }
}
