// Writing 64 tokens with and without a cache, as a table: time, positions and scores computed, memory held.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "core/models/generation/next_token.h"

namespace {

using namespace attnlab;

constexpr int kRounds = 31;

/// The architecture of the preset nanogpt-cpu, with a context long enough for the text.
ModelConfig nanogpt(Index context) {
  ModelConfig config;
  config.layers = 4;
  config.heads = 4;
  config.width = 128;
  config.feed_forward = 512;
  config.context = context;
  config.target_vocabulary = 65;
  config.bias = false;
  return config;
}

struct Measured {
  std::vector<double> milliseconds;
  DecodingWork work;
  Index bytes = 0;
};

void write(const Model& model, std::span<const Real> weights, Index tokens, Reuse reuse, Measured& measured) {
  const auto start = std::chrono::steady_clock::now();
  NextToken next(model, weights, reuse);
  Batch batch;
  batch.resize(1, 0, 1);
  batch.input = {0};
  next.begin(batch);
  for (Index i = 1; i < tokens; ++i) {
    const auto logits = next.logits(0);
    const TokenId best[] = {
        static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin())};
    next.append(best);
  }
  measured.milliseconds.push_back(
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  measured.work = next.work();
  measured.bytes = next.cache_bytes();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void compare(Index tokens) {
  const auto model = make_model(nanogpt(tokens));
  AlignedBuffer weights(static_cast<std::size_t>(model->parameters().size()));
  model->parameters().initialize(weights, 1);
  Measured cached, again;
  for (int round = 0; round < kRounds; ++round) {
    write(*model, weights, tokens, Reuse::Cache, cached);
    write(*model, weights, tokens, Reuse::Recompute, again);
  }
  for (const auto& [name, m] : {std::pair("cache", &cached), std::pair("recompute", &again)}) {
    std::printf("%6lld  %-10s %9.2f ms %10lld %12lld %10.1f kB\n", static_cast<long long>(tokens), name,
                median(m->milliseconds), static_cast<long long>(m->work.positions),
                static_cast<long long>(m->work.scores),
                m == &cached ? static_cast<double>(m->bytes) / 1000 : 0.0);
  }
  std::printf("%6lld  %-10s %9.2f times\n", static_cast<long long>(tokens), "ratio",
              median(again.milliseconds) / median(cached.milliseconds));
}

}  // namespace

int main() {
  std::printf("tokens  way        median of %d  positions       scores      cache\n", kRounds);
  for (attnlab::Index tokens : {16, 64, 256}) compare(tokens);
}
