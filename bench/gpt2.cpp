// GPT-2 small at its real size: what a traced pass, its gradients and a written token take, beside the matrix
// products alone and beside reading the weights.
//
//   gpt2 [TOKENS [ROUNDS]]     of the text (64), medians of so many rounds (7); prints a table
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "bench/gpt2_model.h"
#include "core/io/checkpoint.h"
#include "core/models/generation/generation.h"
#include "core/models/generation/next_token.h"
#include "core/tensor/gemm.h"
#include "core/trace/tracer.h"

namespace {

using namespace attnlab;

constexpr Index kWritten = 16;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double megabytes(Index bytes) { return static_cast<double>(bytes) / 1e6; }

/// The products of the forward pass and nothing else, on the model's own weights.
class Products {
 public:
  Products(const Checkpoint& model, Index tokens)
      : layout_(model.model->parameters()),
        weights_(model.state->snapshot->weights.data()),
        config_(model.model->config()),
        tokens_(tokens),
        in_(static_cast<std::size_t>(tokens * config_.feed_forward), Real(0.5)),
        out_(static_cast<std::size_t>(tokens * config_.target_vocabulary)) {}

  void forward() {
    for (const Parameter& p : layout_.all())
      if (p.shape.rank() == 2 && p.site != &input_sites::kPositionsWeight)
        gemm(tokens_, p.shape[0], p.shape[1], {in_.data(), p.shape[1]},
             transposed({weights_ + p.offset, p.shape[1]}), out_.data(), p.shape[0]);
    const Index size = config_.head_size();
    for (Index head = 0; head < config_.layers * config_.heads; ++head) {
      gemm(tokens_, tokens_, size, {in_.data(), size}, transposed({in_.data(), size}), out_.data(), tokens_);
      gemm(tokens_, size, tokens_, {in_.data(), tokens_}, {in_.data(), size}, out_.data(), size);
    }
  }

  /// Reads each weight once.
  void read() const {
    Real sums[64] = {};
    for (Index i = 0; i + 64 <= layout_.size(); i += 64)
      for (Index k = 0; k < 64; ++k) sums[k] += weights_[i + k];
    static volatile Real sum;
    for (const Real each : sums) sum = sum + each;
  }

 private:
  const ParameterLayout& layout_;
  const Real* weights_;
  const ModelConfig& config_;
  Index tokens_;
  std::vector<Real> in_, out_;
};

/// kWritten tokens, one after another, in seconds a token.
double write_tokens(const Checkpoint& model, std::span<const TokenId> prompt) {
  NextToken next(*model.model, model.state->snapshot->weights);
  Batch batch;
  batch.resize(1, 0, static_cast<Index>(prompt.size()));
  std::ranges::copy(prompt, batch.input.begin());
  next.begin(batch);
  RandomStream random(3);
  return seconds_of([&] {
           for (Index i = 0; i < kWritten; ++i) {
             const TokenId token[] = {sample_token(next.logits(0), {.top_k = 50, .top_p = 0.95}, random)};
             next.append(token);
           }
         }) /
         static_cast<double>(kWritten);
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

std::string load() {
  std::ifstream file("/proc/loadavg");
  std::string text;
  std::getline(file, text);
  return text.substr(0, 14);
}

Index peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return Index{1024} * usage.ru_maxrss;
}

struct Row {
  const char* name;
  std::function<double()> seconds;
  std::vector<double> rounds{};
};

void measure(const Checkpoint& model, Index tokens, int rounds) {
  const Tracer tracer(model.model, model.vocabularies);
  const SnapshotPtr& weights = model.state->snapshot;
  const TraceRequest forward{.target = bench::text_of(model.vocabularies->target, tokens),
                             .gradients = false};
  TraceRequest all = forward, some = forward;
  all.gradients = some.gradients = true;
  some.kept_bytes = Index{512} << 20;
  const std::vector<TokenId> prompt = model.vocabularies->target.encode(forward.target);
  Products products(model, static_cast<Index>(prompt.size()));
  PassMemory kept, kept_some;
  const auto trace = [&](const TraceRequest& request, PassMemory* memory) {
    return seconds_of([&] {
      const TracePtr made = tracer.trace(weights, request);
      if (memory) *memory = made->memory();
    });
  };
  Row rows[] = {{"products", [&] { return seconds_of([&] { products.forward(); }); }},
                {"forward", [&] { return trace(forward, nullptr); }},
                {"forward and backward, 512 MB", [&] { return trace(some, &kept_some); }},
                {"forward and backward, all kept", [&] { return trace(all, &kept); }},
                {"reading the weights", [&] { return seconds_of([&] { products.read(); }); }},
                {"a written token", [&] { return write_tokens(model, prompt); }}};
  for (int round = 0; round < rounds; ++round)
    for (Row& row : rows) row.rounds.push_back(row.seconds());
  std::printf("%lld tokens, medians of %d, load %s\n", static_cast<long long>(prompt.size()), rounds,
              load().c_str());
  const double product = median(rows[0].rounds), once = median(rows[1].rounds),
               reading = median(rows[4].rounds);
  for (const Row& row : rows) std::printf("%-32s %9.1f ms\n", row.name, 1e3 * median(row.rounds));
  std::printf("%-32s %9.2f of the products\n", "forward", once / product);
  std::printf("%-32s %9.2f of the products\n", "backward, 512 MB", (median(rows[2].rounds) - once) / product);
  std::printf("%-32s %9.2f of the products\n", "backward, all kept",
              (median(rows[3].rounds) - once) / product);
  std::printf("%-32s %9.2f of reading the weights; %.1f tokens a second\n", "a written token",
              median(rows[5].rounds) / reading, 1 / median(rows[5].rounds));
  for (const auto& [name, memory] : {std::pair("512 MB", &kept_some), std::pair("all kept", &kept)})
    std::printf("%-32s %9.1f MB of values, %.1f MB of gradients, %.1f MB left out\n", name,
                megabytes(memory->values), megabytes(memory->gradients), megabytes(memory->left_out));
  std::printf("%-32s %9.1f MB, of which the weights are %.1f MB\n", "most memory", megabytes(peak_bytes()),
              megabytes(4 * static_cast<Index>(weights->weights.size())));
}

}  // namespace

int main(int argc, char** argv) try {
  const Index tokens = argc > 1 ? std::atoi(argv[1]) : 64;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 7;
  const std::filesystem::path folder = bench::gpt2_folder();
  measure(load_checkpoint(folder), tokens, rounds);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "gpt2: %s\n", error.what());
  return 1;
}
