// Time of one training step of the reference models, as a table: training_step [STEPS_OF_NANOGPT [THREADS
// [NAME]]].
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/training/trainer.h"

namespace {

using namespace attnlab;

/// A reference model, with the number of steps that take about as long as `scale` of nanogpt-cpu's.
struct Reference {
  const char* name;
  Index layers, heads, width, positions, batch, vocabulary;
  double steps_a_nanogpt_step;
  const char* architecture = "gpt";
  const char* cell = "lstm";  ///< of a recurrent network
};

constexpr Reference kReferences[] = {
    {"nanogpt-cpu", 4, 4, 128, 64, 12, 65, 1},
    {"toy", 2, 2, 32, 16, 16, 30, 20},
    {"small", 6, 6, 384, 256, 4, 65, 0.1},
    {"lstm", 1, 0, 128, 64, 12, 65, 4, "recurrent", "lstm"},
    {"gru", 1, 0, 128, 64, 12, 65, 4, "recurrent", "gru"},
    {"vit", 4, 4, 128, 64, 12, 10, 1, "vision"},
    {"translator", 2, 4, 128, 32, 16, 65, 1, "encoder_decoder"},
};

constexpr Index kPictureSize = 32, kPatchSize = 4, kChannels = 3;  // 64 patches of 48 numbers

ModelConfig config_of(const Reference& reference) {
  ModelConfig config;
  config.layers = reference.layers;
  config.width = reference.width;
  config.context = reference.positions;
  config.target_vocabulary = reference.vocabulary;
  config.architecture = reference.architecture;
  if (config.architecture == "recurrent") {
    config.cell = reference.cell;
    config.tied_output = false;
    return config;
  }
  config.heads = reference.heads;
  config.feed_forward = 4 * reference.width;
  config.bias = config.architecture != "gpt";
  if (config.architecture == "encoder_decoder") config.source_vocabulary = reference.vocabulary;
  if (config.architecture == "vision") {
    config.context = ModelConfig().context;
    config.pooling = "cls";
    config.picture_size = kPictureSize;
    config.patch_size = kPatchSize;
    config.picture_channels = kChannels;
  }
  return config;
}

Batch random_batch(const Reference& reference) {
  const std::string architecture = reference.architecture;
  const bool vision = architecture == "vision", source = architecture == "encoder_decoder";
  Batch batch;
  batch.resize(reference.batch, source ? reference.positions : 0, vision ? 0 : reference.positions,
               vision ? 1 : reference.positions);
  if (vision) batch.resize_pictures(kChannels, kPictureSize, kPictureSize);
  RandomStream random(1);
  for (std::vector<TokenId>* ids : {&batch.source, &batch.input, &batch.target})
    for (TokenId& id : *ids) id = static_cast<TokenId>(random.below(reference.vocabulary));
  for (Real& pixel : batch.pictures) pixel = static_cast<Real>(random.uniform());
  std::fill(batch.source_lengths.begin(), batch.source_lengths.end(), reference.positions);
  std::fill(batch.input_lengths.begin(), batch.input_lengths.end(), reference.positions);
  return batch;
}

double milliseconds(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void measure(const Reference& reference, Index nanogpt_steps, int threads) {
  TrainingConfig training;
  training.batch = reference.batch;
  training.shards = 2;
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
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 200;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 0;
  std::printf("%-12s %12s %12s %14s\n", "model", "median ms", "best ms", "tokens/s");
  for (const Reference& reference : kReferences) {
    if (argc > 3 && std::string(argv[3]) != reference.name) continue;
    measure(reference, steps, threads);
  }
}
