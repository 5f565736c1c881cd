// What a training step of the reference models spends its time on, as tables: profile [PASSES [THREADS
// [NAME]]]. A part's bound is its operations at the measured peak of one core, or its bytes at the measured
// bandwidth.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "bench/reference_models.h"
#include "core/tensor/arithmetic.h"
#include "core/tensor/eigen_maps.h"
#include "core/tensor/product_watch.h"
#include "core/tensor/simd.h"
#include "core/training/passes.h"
#include "core/training/trainer.h"

namespace {

using namespace attnlab;
using namespace attnlab::bench;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The best of some tries, as both are bounds.
template <typename Work>
double least_seconds(const Work& work) {
  double least = 1e9;
  for (int i = 0; i < 30; ++i) {
    const auto start = Clock::now();
    work();
    least = std::min(least, seconds_since(start));
  }
  return least;
}

/// Multiplications and additions a second of one core, in registers.
double measured_peak() {
  constexpr int kSums = 12, kTurns = 100000;
  simd::Vector sums[kSums] = {};
  volatile Real factor = Real(0.999);
  const double seconds = least_seconds([&] {
    const simd::Vector a = simd::broadcast(factor);
    simd::Vector own[kSums];
    for (int i = 0; i < kSums; ++i) own[i] = sums[i];
    for (int turn = 0; turn < kTurns; ++turn) {
#pragma GCC unroll 16
      for (int i = 0; i < kSums; ++i) own[i] = simd::multiply_add(own[i], a, a);
    }
    for (int i = 0; i < kSums; ++i) sums[i] = own[i];
  });
  Real used = 0;
  for (const simd::Vector& sum : sums) used += sum[0];
  if (used == Real(-1)) std::puts("");
  return 2.0 * kSums * kTurns * simd::kLanes / seconds;
}

/// Bytes a second that one core reads and writes, of operands as large as those of a pass.
double measured_bandwidth() {
  constexpr Index kCells = 192 * 384;
  AlignedBuffer a(kCells), b(kCells, Real(1)), c(kCells, Real(2));
  const double seconds = least_seconds([&] {
    for (int i = 0; i < 10; ++i)
      array(a.data(), kCells) = array(b.data(), kCells) + array(c.data(), kCells) * Real(i);
  });
  return 10 * 3 * static_cast<double>(kCells * static_cast<Index>(sizeof(Real))) / seconds;
}

struct Limits {
  double operations, bytes;  ///< a second
};

struct Part {
  double seconds = 0, operations = 0, bytes = 0;
  int calls = 0;

  double bound(const Limits& limits) const { return operations / limits.operations + bytes / limits.bytes; }
};

std::string name_of(const ProductShape& p) {
  return "product " + std::to_string(p.rows) + "x" + std::to_string(p.columns) + "x" +
         std::to_string(p.depth) +
         (p.thin ? " thin" : std::string(" ") + (p.a_transposed ? "T" : "N") + (p.b_transposed ? "T" : "N"));
}

/// Attributes time to products, and the rest to the operations that make it.
class Profile final : public WorkClock, public ProductWatch {
 public:
  void start() { last_ = Clock::now(); }

  void begin(const ProductShape&) override { begun_ = Clock::now(); }
  void end(const ProductShape& shape) override {
    const double seconds = seconds_since(begun_);
    products_ += seconds;
    Part& part = parts[name_of(shape)];
    part.seconds += seconds, part.operations += shape.operations(), ++part.calls;
  }

  void made(const Operation& operation) override { lap(operation, "", 1); }
  /// Backward reads values and the output's gradient, and writes gradients of the inputs.
  void went_back(const Operation& operation) override { lap(operation, " backward", 2); }

  /// What is no operation's: since start() or the last operation.
  void add(const std::string& name, double bytes) {
    Part& part = parts[name];
    part.seconds += own_seconds();
    part.bytes += bytes, ++part.calls;
  }

  std::map<std::string, Part> parts;

 private:
  void lap(const Operation& operation, const char* suffix, int times) {
    Part& part = parts[std::string(operation.kind()) + suffix];
    part.seconds += own_seconds();
    double cells = static_cast<double>(operation.output()->shape.size());
    for (const Node* input : operation.inputs()) cells += static_cast<double>(input->shape.size());
    part.bytes += times * cells * sizeof(Real), ++part.calls;
  }

  double own_seconds() {
    const double seconds = seconds_since(last_) - std::exchange(products_, 0.0);
    start();
    return seconds;
  }

  Clock::time_point last_, begun_;
  double products_ = 0;
};

/// What one thread does in a step of `trainer`: a shard's passes, and half of what is done to the weights.
void one_shard(const Model& model, const Batch& batch, Tape& tape, AlignedBuffer& weights,
               AlignedBuffer& gradient, AdamW& optimizer, Profile& profile) {
  const auto size = static_cast<Index>(weights.size());
  const double cells = static_cast<double>(size) * sizeof(Real);
  profile.start();
  const Index rows = batch.size / 2, piece = rows_a_pass(model, batch);
  Batch part;
  for (Index done = 0; done < rows; done += piece) {
    take_rows(batch, done, std::min(piece, rows - done), part);
    tape.reset();
    tape.bind(model.parameters(), weights.data(), gradient.data(), nullptr, add_if(done > 0));
    profile.add("between passes", 0);
    const Variable loss = model.losses(tape, part, 0, batch.counted_targets()).total;
    tape.backward(loss);
  }
  profile.start();
  ArrayMap half(gradient.data(), size / 2);
  half += array(gradient.data() + size / 2, size / 2);
  const Real norm = half.square().sum();
  profile.add("sum of gradients", 1.5 * cells);
  optimizer.begin_update();
  optimizer.update_range(0, size / 2, gradient.data(), {norm > 1 ? Real(0.5) : Real(1), Real(1e-6)},
                         weights.data());
  profile.add("optimizer", 3.5 * cells);
}

/// Median seconds of a step.
double seconds_a_step(const Reference& reference, const TrainingConfig& training, int threads, int steps) {
  Trainer trainer(make_model(config_of(reference)), nullptr, training, threads);
  const Batch batch = random_batch(reference);
  std::vector<double> times;
  for (int i = 0; i < steps + 2; ++i) times.push_back(trainer.step(batch).seconds);
  times.erase(times.begin(), times.begin() + 2);
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

void print_parts(const Profile& profile, const Limits& limits, int passes) {
  double all = 0;
  std::vector<std::pair<std::string, Part>> sorted(profile.parts.begin(), profile.parts.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.second.seconds > b.second.seconds; });
  for (const auto& [name, part] : sorted) all += part.seconds;
  Part products, rest;
  std::printf("  %-36s %6s %10s %7s %10s %8s\n", "part", "calls", "us", "share", "bound us", "x bound");
  const auto print = [&](const std::string& name, const Part& part) {
    const double bound = part.bound(limits);
    std::printf("  %-36s %6d %10.1f %6.1f%% %10.1f %8.2f\n", name.c_str(), part.calls / passes,
                1e6 * part.seconds / passes, 100 * part.seconds / all, 1e6 * bound / passes,
                bound > 0 ? part.seconds / bound : 0);
  };
  for (const auto& [name, part] : sorted) {
    Part& sum = part.operations > 0 ? products : rest;
    sum.seconds += part.seconds, sum.operations += part.operations, sum.bytes += part.bytes,
        sum.calls += part.calls;
    if (part.seconds > 0.004 * all) print(name, part);
  }
  print("all products", products);
  print("all else", rest);
}

void profile_of(const Reference& reference, const Limits& limits, int passes, int threads) {
  TrainingConfig training;
  training.batch = reference.batch;
  training.shards = 2;
  const auto model = make_model(config_of(reference));
  const SnapshotPtr first = first_snapshot(*model, 1);
  AlignedBuffer weights(first->weights.begin(), first->weights.end()), gradient(weights.size());
  AdamW optimizer(model->parameters(), training);
  const Batch batch = random_batch(reference);
  Tape tape(Mode::Train);
  {
    Profile warm;
    one_shard(*model, batch, tape, weights, gradient, optimizer, warm);
  }
  const double step = seconds_a_step(reference, training, threads, passes);
  Profile profile;
  tape.use_clock(&profile);
  for (int i = 0; i < passes; ++i) one_shard(*model, batch, tape, weights, gradient, optimizer, profile);
  double shard = 0;
  for (const auto& [name, part] : profile.parts) shard += part.seconds / passes;
  const int busy = std::min(threads, 2);  // threads that have a shard
  std::printf(
      "\n%s: a step of two shards %.2f ms on %d threads; one shard %.2f ms, waiting and the like %.1f %%\n",
      reference.name, 1e3 * step, busy, 1e3 * shard, 100 * (1 - 2 * shard / (busy * step)));
  print_parts(profile, limits, passes);
}

}  // namespace

int main(int argc, char** argv) {
  const int passes = argc > 1 ? std::atoi(argv[1]) : 20, threads = argc > 2 ? std::atoi(argv[2]) : 2;
  const Limits limits{measured_peak(), measured_bandwidth()};
  std::printf("%s: %.1f GFLOP/s of one core in registers, %.1f GB/s from the nearer caches\n",
              instruction_set().c_str(), limits.operations / 1e9, limits.bytes / 1e9);
  for (const Reference& reference : kReferences) {
    if (argc > 3 && std::string(argv[3]) != reference.name) continue;
    profile_of(reference, limits,
               std::max(3, static_cast<int>(passes * std::min(1.0, reference.steps_a_nanogpt_step))),
               threads);
  }
}
