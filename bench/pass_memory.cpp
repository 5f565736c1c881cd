// The memory of a traced pass of GPT-2 small, while it is computed and when it is there, and what a first
// look at values that lie in a file takes.
//
//   pass_memory [TOKENS [MEGABYTES [ROUNDS]]]   of the text (256), of the budget (512; 0: none), medians (3)
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "bench/gpt2_model.h"
#include "core/io/checkpoint.h"
#include "core/trace/tracer.h"

namespace {

using namespace attnlab;

double milliseconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return 1e3 * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double in_megabytes(Index bytes) { return 1e-6 * static_cast<double>(bytes); }

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Of /proc/self/status, in MB.
double status_of(const std::string& name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(name + ":")) return 1.024e-3 * std::strtod(line.c_str() + name.size() + 1, nullptr);
  return 0;
}

/// The peak of resident memory begins anew at what is resident now.
void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

/// The system forgets what it has of files in memory; false where it may not.
bool forget_files() {
  sync();
  std::ofstream file("/proc/sys/vm/drop_caches");
  return static_cast<bool>(file << 1 << std::flush);
}

volatile Real g_sum;

/// Reads the attention weights of one head, which lie together.
void look(const Trace& trace, int layer = 0) {
  const TraceTensor& weights =
      trace.at("decoder.layers." + std::to_string(layer) + ".self_attention.weights");
  Real sum = 0;
  for (Index i = 0; i < weights.shape.size() / weights.shape[1]; ++i)
    sum += weights.value[static_cast<std::size_t>(i)];
  g_sum = sum;
}

void measure(const Checkpoint& model, Index tokens, Index megabytes, int rounds) {
  const Tracer tracer(model.model, model.vocabularies);
  TraceRequest request{.target = bench::text_of(model.vocabularies->target, tokens)};
  if (megabytes > 0) request.kept_bytes = megabytes << 20;
  const double before = status_of("VmRSS");
  std::vector<double> pass, processor, peak, after, own, first, again, cold, explained, gone;
  TracePtr trace;
  for (int round = 0; round < rounds; ++round) {
    gone.push_back(milliseconds_of([&] { trace = nullptr; }));
    forget_peak();
    const std::clock_t start = std::clock();
    pass.push_back(milliseconds_of([&] { trace = tracer.trace(model.state->snapshot, request); }));
    processor.push_back(1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    peak.push_back(status_of("VmHWM") - before);
    after.push_back(status_of("VmRSS") - before);
    own.push_back(status_of("RssAnon"));
    first.push_back(milliseconds_of([&] { look(*trace); }));
    again.push_back(milliseconds_of([&] { look(*trace); }));
    explained.push_back(milliseconds_of([&] {
      const Index cell[] = {0, 0, tokens / 2, tokens / 4};
      trace->explain("decoder.layers.3.self_attention.scores", cell);
    }));
  }
  if (forget_files()) {
    const Index cell[] = {0, 0, tokens / 2, tokens / 4};
    cold.push_back(milliseconds_of([&] { look(*trace, 1); }));
    cold.push_back(milliseconds_of([&] { trace->explain("decoder.layers.4.self_attention.scores", cell); }));
  }
  const PassMemory& memory = trace->memory();
  std::printf("%lld tokens, %lld MB, medians of %d\n", static_cast<long long>(tokens),
              static_cast<long long>(megabytes), rounds);
  std::printf("%.0f MB of values, %.0f MB of gradients, %.0f MB of them in a file; %.0f MB left out\n",
              in_megabytes(memory.values), in_megabytes(memory.gradients), in_megabytes(memory.in_file),
              in_megabytes(memory.left_out));
  if (!memory.obstacle.empty()) std::printf("more is in memory: %s\n", memory.obstacle.c_str());
  std::printf("%-44s %9.0f ms, %.0f ms of processors\n", "the pass", median(pass), median(processor));
  std::printf("%-44s %9.0f ms\n", "a pass that is let go", gone.back());
  std::printf("%-44s %9.0f MB\n", "most resident memory, beside the weights", median(peak));
  std::printf("%-44s %9.0f MB\n", "resident afterwards, beside the weights", median(after));
  std::printf("%-44s %9.0f MB\n", "of which no file's, with the weights", median(own));
  std::printf("%-44s %9.2f ms, again %.2f ms\n", "one head's weights, first look", median(first),
              median(again));
  std::printf("%-44s %9.2f ms\n", "a derivation of a score", median(explained));
  if (!cold.empty())
    std::printf("%-44s %9.2f ms, derivation %.2f ms\n", "... from the disk", cold[0], cold[1]);
}

}  // namespace

int main(int argc, char** argv) try {
  const Index tokens = argc > 1 ? std::atoi(argv[1]) : 256;
  const Index megabytes = argc > 2 ? std::atoi(argv[2]) : 512;
  measure(load_checkpoint(bench::gpt2_folder()), tokens, megabytes, argc > 3 ? std::atoi(argv[3]) : 3);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "pass_memory: %s\n", error.what());
  return 1;
}
