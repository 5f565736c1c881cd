// Traces a sentence while a small model learns to reverse strings, and prints how sharply each head looks.
//
//   observe_attention [STEPS]
#include <attnlab/attnlab.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

using namespace attnlab;

int main(int argc, char** argv) try {
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 300;
  const Experiment experiment = make_experiment(find_preset("reverse"));
  Trainer trainer(experiment.model, experiment.task, experiment.preset.training);
  const Tracer tracer(experiment.model, experiment.vocabularies);
  const TraceRequest request{.source = "attention", .target = "noitnetta", .gradients = false};
  for (Index step = 1; step <= steps; ++step) {
    const StepMetrics metrics = trainer.step();
    if (step % 100 != 0 && step != steps) continue;
    std::printf("step %lld, loss %.3f, entropy of each head:\n", static_cast<long long>(step), metrics.loss);
    for (const HeadMetrics& head : head_metrics(*tracer.trace(trainer.snapshot(), request)))
      std::printf("  %-34s %lld %5.2f bits\n", head.attention.c_str(), static_cast<long long>(head.head),
                  head.entropy);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "observe_attention: %s\n", error.what());
  return 1;
}
