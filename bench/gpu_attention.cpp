// Attention on the processor, on the GPU step by step, and on the GPU tiled, over T, as a Markdown table:
// gpu_attention [--longest T] [--check B,H,T,D] [--peak-tflops X]. --check compares one size with the
// processor's.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "core/autograd/cells.h"
#include "core/config/cores.h"
#include "core/gpu/attention_cost.h"
#include "core/gpu/attention_steps.h"
#include "core/layers/attention_sites.h"
#include "core/ops/attention/attention.h"
#include "core/tensor/random.h"

namespace {

using namespace attnlab;

constexpr Index kShortest = 128;  // text of the table

/// Milliseconds of forward and of backward, and bytes beside operands, context and gradients.
struct Measured {
  double forward = 0, backward = 0, bytes = 0;
};

double milliseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Median of `measure` after one warm-up, over a second and at least 3 runs; a single run where it takes 10
/// s.
Measured median_of(const std::function<Measured()>& measure) {
  Measured first;
  const double total = milliseconds([&] { first = measure(); });
  if (total > 10'000) return first;
  std::vector<double> forward, backward;
  const int runs = std::clamp(static_cast<int>(1000 / total), 3, 50);
  for (int i = 0; i < runs; ++i) {
    const Measured one = measure();
    forward.push_back(one.forward);
    backward.push_back(one.backward);
  }
  const auto middle = [](std::vector<double>& x) {
    std::nth_element(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2), x.end());
    return x[x.size() / 2];
  };
  return {middle(forward), middle(backward), first.bytes};
}

std::vector<float> random_floats(Index count, std::uint64_t seed) {
  RandomStream random(mix64(seed));
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = static_cast<float>(random.normal());
  return values;
}

Index operand_floats(const AttentionSpec& how) { return how.score_rows() * how.head_size; }

/// An operation that gives every cell of its input the gradient 1.
class Sum final : public Operation {
 public:
  std::string_view kind() const override { return "sum"; }
  void backward(Tape& tape) override {
    tape.add_gradient(input(0), ArrayMap::Constant(input(0).size(), *output_gradient()));
  }
  Explanation explain(Index) const override { return {}; }
};

/// One thread's part of the processor's attention: some sequences, forward and backward.
class OnProcessor {
 public:
  explicit OnProcessor(const AttentionSpec& how) : how_(how) {
    const Shape shape{how.batch, how.queries, how.width()};
    for (const Site* site : {&attention_sites::kQuery, &attention_sites::kKey, &attention_sites::kValue})
      layout_.add(Place(), *site, shape, Initializer::zeros());
    values_ = random_floats(layout_.size(), 1);
    gradients_.resize(values_.size());
  }

  Measured run() {
    tape_.reset();
    tape_.bind(layout_, values_.data(), gradients_.data());
    Variable context;
    const double forward = milliseconds([&] {
      context = attention(tape_, {tape_.parameter(0)}, {tape_.parameter(1)}, {tape_.parameter(2)}, how_);
    });
    const Variable loss = tape_.make({});
    *loss.data() = 0;
    tape_.record<Sum>(loss, {context});
    const double backward = milliseconds([&] { tape_.backward(loss); });
    const auto results =
        static_cast<double>(2 * operand_floats(how_)) * sizeof(float);  // the context, its gradient
    return {forward, backward, static_cast<double>(tape_.arena().used()) - results};
  }

 private:
  AttentionSpec how_;
  ParameterLayout layout_;
  std::vector<float> values_, gradients_;
  Tape tape_{Mode::Train};
};

/// The batch shared among `threads` threads.
Measured on_processor(const AttentionSpec& how, Index threads) {
  AttentionSpec part = how;
  part.batch = how.batch / threads;
  std::deque<OnProcessor> parts;
  for (Index i = 0; i < threads; ++i) parts.emplace_back(part);
  return median_of([&] {
    std::vector<Measured> one(parts.size());
    std::vector<std::thread> workers;
    for (std::size_t i = 0; i < parts.size(); ++i) workers.emplace_back([&, i] { one[i] = parts[i].run(); });
    for (std::thread& worker : workers) worker.join();
    Measured all;
    for (const Measured& m : one) {
      all.forward = std::max(all.forward, m.forward);
      all.backward = std::max(all.backward, m.backward);
      all.bytes += m.bytes;
    }
    return all;
  });
}

/// Operands on the device, and buffers for the results.
struct OnDevice {
  gpu::Device& device;
  gpu::Attention how;
  gpu::Operand query, key, value, context, context_gradient;

  OnDevice(gpu::Device& on, const gpu::Attention& attention) : device(on), how(attention) {
    std::uint64_t seed = 1;
    for (gpu::Operand* operand : {&query, &key, &value, &context, &context_gradient})
      *operand = gpu::Operand::heads_beside(device.upload(random_floats(operand_floats(how), seed++)),
                                            how.queries, how.width(), 0, how.head_size);
  }
  gpu::Operand like_query() const {
    gpu::Operand operand = query;
    operand.buffer = device.buffer(query.buffer.size());
    return operand;
  }
};

Measured stepwise(gpu::Device& device, const gpu::Attention& how) {
  const OnDevice on(device, how);
  return median_of([&] {
    device.reset_peak_memory();
    const Index before = device.memory().alive, results = 4 * operand_floats(how) * Index(sizeof(float));
    gpu::AttentionSteps steps;
    gpu::AttentionStepGradients gradients;
    const double forward =
        milliseconds([&] { steps = gpu::attention_steps(device, how, on.query, on.key, on.value); });
    const double backward = milliseconds([&] {
      gradients =
          gpu::attention_steps_backward(device, how, on.query, on.key, on.value, steps, on.context_gradient);
    });
    return Measured{forward, backward, static_cast<double>(device.memory().peak - before - results)};
  });
}

Measured tiled(gpu::Device& device, const gpu::Attention& how) {
  const OnDevice on(device, how);
  const gpu::OperandGradients gradients{on.context_gradient, on.like_query(), on.like_query(),
                                        on.like_query()};
  return median_of([&] {
    device.reset_peak_memory();
    const Index before = device.memory().alive;
    gpu::ForwardValues values{on.query, on.key, on.value, on.context, {}};
    const double forward = milliseconds(
        [&] { values.rows = gpu::attention(device, how, on.query, on.key, on.value, on.context); });
    const double backward = milliseconds([&] { gpu::attention_backward(device, how, values, gradients); });
    return Measured{forward, backward, static_cast<double>(device.memory().peak - before)};
  });
}

gpu::Attention attention_of(Index batch, Index heads, Index positions, Index size) {
  gpu::Attention how;
  how.batch = batch;
  how.heads = how.key_value_heads = heads;
  how.queries = how.keys = positions;
  how.head_size = size;
  how.divisor = std::sqrt(static_cast<float>(size));
  return how;
}

std::string bytes_text(double bytes) {
  char text[32];
  if (bytes < 1024 * 1024)
    std::snprintf(text, sizeof text, "%.0f KiB", bytes / 1024);
  else
    std::snprintf(text, sizeof text, "%.0f MiB", bytes / (1024 * 1024));
  return text;
}

void print_cells(const Measured& m) {
  std::printf(" %.2f | %.2f | %s |", m.forward, m.backward, bytes_text(m.bytes).c_str());
  std::fflush(stdout);
}

void print_table(gpu::Device& device, Index longest) {
  std::printf(
      "B 1, H 4, D 64, no mask; milliseconds (median) of forward and backward, and bytes beside operands, "
      "context and gradients; the processor has one thread.\n\n");
  std::printf(
      "| T | CPU forward | backward | memory | GPU stepwise forward | backward | memory | GPU tiled forward "
      "| "
      "backward | memory | tiled forward GFLOP/s |\n|%s\n",
      "---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
  for (Index positions = kShortest; positions <= longest; positions *= 2) {
    const gpu::Attention how = attention_of(1, 4, positions, 64);
    std::printf("| %lld |", static_cast<long long>(positions));
    print_cells(on_processor(how, 1));
    try {
      print_cells(stepwise(device, how));
    } catch (const gpu::TooLarge&) {
      std::printf(" beyond the GPU's limits | | |");
    }
    const Measured fast = tiled(device, how);
    print_cells(fast);
    std::printf(" %.1f |\n", gpu::tiled_forward_cost(how).operations / fast.forward / 1e6);
  }
}

void print_model(Index longest) {
  std::printf(
      "\nCounted, not measured: operations of forward and backward, bytes of their own, and bytes that "
      "groups "
      "ask memory for (caches answer most).\n\n"
      "| T | operations, both | stepwise memory | stepwise bytes | tiled operations | tiled memory | tiled "
      "bytes "
      "|\n|---:|---:|---:|---:|---:|---:|---:|\n");
  for (Index positions = kShortest; positions <= longest; positions *= 2) {
    const gpu::Attention how = attention_of(1, 4, positions, 64);
    const gpu::AttentionCost a = gpu::stepwise_forward_cost(how), b = gpu::stepwise_backward_cost(how),
                             c = gpu::tiled_forward_cost(how), d = gpu::tiled_backward_cost(how);
    std::printf("| %lld | %.2f G | %s | %s | %.2f G | %s | %s |\n", static_cast<long long>(positions),
                (a.operations + b.operations) / 1e9, bytes_text(b.memory).c_str(),
                bytes_text(a.requested + b.requested).c_str(), (c.operations + d.operations) / 1e9,
                bytes_text(d.memory).c_str(), bytes_text(c.requested + d.requested).c_str());
  }
}

/// Rate in TFLOP/s, and its share of the peak where that is known.
void print_rate(const char* what, double operations, double ms, double peak) {
  std::printf("%s: %.3f TFLOP/s", what, operations / ms / 1e9);
  if (peak > 0) std::printf(", %.1f %% of %.1f", 100 * operations / ms / 1e9 / peak, peak);
  std::printf("\n");
}

void check(gpu::Device& device, const gpu::Attention& how, double peak) {
  Index threads = std::clamp<Index>(cores(), 1, how.batch);
  std::printf("\nB %lld, H %lld, T %lld, D %lld, in milliseconds:\n", static_cast<long long>(how.batch),
              static_cast<long long>(how.heads), static_cast<long long>(how.queries),
              static_cast<long long>(how.head_size));
  const Measured fast = tiled(device, how);
  std::printf("GPU tiled: forward %.2f, backward %.2f\n", fast.forward, fast.backward);
  print_rate("forward", gpu::tiled_forward_cost(how).operations, fast.forward, peak);
  print_rate("backward", gpu::tiled_backward_cost(how).operations, fast.backward, peak);
  const std::vector<float> values = random_floats(operand_floats(how), 1);
  gpu::Buffer buffer = device.upload(values);
  std::vector<float> back(values.size());
  std::printf("one operand there %.2f, and back %.2f\n",
              milliseconds([&] { buffer = device.upload(values); }),
              milliseconds([&] { device.read(buffer, back); }));
  while (how.batch % threads != 0) --threads;  // sequences are shared out evenly
  for (const Index count : threads > 1 ? std::vector<Index>{1, threads} : std::vector<Index>{1}) {
    const Measured cpu = on_processor(how, count);
    std::printf(
        "CPU, %lld thread%s: forward %.1f, backward %.1f: the GPU is %.1f times as fast, backward %.1f "
        "times\n",
        static_cast<long long>(count), count > 1 ? "s" : "", cpu.forward, cpu.backward,
        cpu.forward / fast.forward, cpu.backward / fast.backward);
  }
}

struct Arguments {
  Index longest = 0;  // 0: by the device
  Index check[4] = {8, 12, 1024, 64};
  bool check_asked = false;
  double peak = 0;
};

bool parse(int argc, char** argv, Arguments& to) {
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    const char* const value = i + 1 < argc ? argv[i + 1] : "";
    long long n[4];
    if (name == "--longest") {
      to.longest = std::atoll(value);
      if (to.longest < kShortest || to.longest > gpu::Attention::kLongest) return false;
    } else if (name == "--peak-tflops") {
      to.peak = std::atof(value);
    } else if (name == "--check" && std::sscanf(value, "%lld,%lld,%lld,%lld", n, n + 1, n + 2, n + 3) == 4 &&
               *std::min_element(n, n + 4) > 0) {
      to.check_asked = true;
      std::copy(n, n + 4, to.check);
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  if (!parse(argc, argv, arguments)) {
    std::fprintf(stderr, "usage: gpu_attention [--longest 128 … 8192] [--check B,H,T,D] [--peak-tflops X]\n");
    return 2;
  }
  try {
    gpu::Device device(gpu::make_egl_context());
    const bool software = device.software();
    std::printf("%s%s\n\n", device.description().c_str(),
                software ? ": a software renderer, so times say nothing of a GPU" : "");
    print_table(device, arguments.longest > 0 ? arguments.longest
                        : software            ? 2048
                                              : gpu::Attention::kLongest);
    if (software) print_model(gpu::Attention::kLongest);
    const Index* const c = arguments.check;
    if (!software || arguments.check_asked)
      check(device, attention_of(c[0], c[1], c[2], c[3]), arguments.peak);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gpu_attention: %s\n", error.what());
    return 1;
  }
}
