// Prints each head's attention entropy while a small model learns to reverse strings.
//
//   observe_attention [STEPS]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/trace/tracer.h"
#include "core/training/preset.h"
#include "core/training/trainer.h"

namespace {

using namespace attnlab;

/// Mean entropy in bits of the rows of one head's weights [Tq,Tk].
double mean_entropy(const Real* weights, Index rows, Index columns) {
  double bits = 0;
  for (Index i = 0; i < rows * columns; ++i) {
    const double p = static_cast<double>(weights[i]);
    if (p > 0) bits -= p * std::log2(p);
  }
  return bits / static_cast<double>(rows);
}

/// Prints a line for each tensor of attention weights [B,H,Tq,Tk] that is made.
class EntropyPrinter final : public Observer {
 public:
  std::string pattern() const override { return "*.weights"; }
  void on_tensor(const NamedTensor& tensor) override {
    const Index heads = tensor.shape[1], queries = tensor.shape[2], keys = tensor.shape[3];
    std::printf("  %-42s", std::string(tensor.name).c_str());
    for (Index h = 0; h < heads; ++h) {
      std::printf(" %5.2f", mean_entropy(tensor.value.data() + h * queries * keys, queries, keys));
    }
    std::printf(" bits\n");
  }
};

}  // namespace

int main(int argc, char** argv) try {
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 300;
  const Experiment experiment = make_experiment(find_preset("reverse"));
  Trainer trainer(experiment.model, experiment.task, experiment.preset.training);
  const Tracer tracer(experiment.model, experiment.vocabularies);
  EntropyPrinter printer;
  for (Index step = 1; step <= steps; ++step) {
    const StepMetrics metrics = trainer.step();
    if (step % 100 != 0 && step != steps) continue;
    std::printf("step %lld, loss %.3f, entropy of each head:\n", static_cast<long long>(step), metrics.loss);
    auto snapshot = std::make_shared<WeightsSnapshot>();
    snapshot->step = step;
    snapshot->weights.assign(trainer.weights().begin(), trainer.weights().end());
    tracer.trace(snapshot, {.source = "attention", .target = "noitnetta", .gradients = false},
                 {.interventions = {}, .observers = {&printer}});
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "observe_attention: %s\n", error.what());
  return 1;
}
