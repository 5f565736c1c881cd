// Pass time: runs by the clock, and their median.
#include "core/analysis/pass_time.h"

#include <algorithm>
#include <chrono>

#include "core/models/cost.h"
#include "core/models/full_batch.h"

namespace attnlab {

namespace {

using PassClock = std::chrono::steady_clock;

double elapsed_since(PassClock::time_point start) {
  return std::chrono::duration<double>(PassClock::now() - start).count();
}

double timed_pass(Tape& tape, const Model& model, std::span<const Real> weights, const Batch& batch) {
  const auto start = PassClock::now();
  tape.reset();
  tape.bind(model.parameters(), weights.data(), nullptr);
  model.logits(tape, batch);
  return elapsed_since(start);
}

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

PassTime time_length(Tape& tape, const Model& model, std::span<const Real> weights, Index positions,
                     const PassTiming& timing) {
  const Batch batch = full_batch(model.config(), positions);
  timed_pass(tape, model, weights, batch);  // memory is fetched for the first time
  std::vector<double> seconds;
  const auto start = PassClock::now();
  while (count_of(seconds) < timing.runs && (seconds.empty() || elapsed_since(start) < timing.most_seconds))
    seconds.push_back(timed_pass(tape, model, weights, batch));
  const ModelCost cost = count_cost(model.config(), model.parameters(), positions);
  return {cost.positions, cost.multiplications(), median_of(seconds), count_of(seconds)};
}

}  // namespace

std::vector<Index> timed_lengths(const ModelConfig& config, std::size_t most) {
  std::vector<Index> lengths{has_lengths(config) ? config.context : 1};
  while (lengths.size() < most && lengths.back() > 1) lengths.push_back(lengths.back() / 2);
  std::ranges::reverse(lengths);
  return lengths;
}

std::vector<PassTime> time_passes(const Model& model, std::span<const Real> weights, AttentionDevice* device,
                                  const PassTiming& timing, const std::function<bool()>& go_on) {
  Tape tape(Mode::Infer);
  tape.use_device(device);
  std::vector<PassTime> times;
  for (const Index positions : timed_lengths(model.config())) {
    if (!go_on()) break;
    times.push_back(time_length(tape, model, weights, positions, timing));
  }
  return times;
}

}  // namespace attnlab
