// What each layer knows: linear probes (Alain and Bengio 2016) for the depth of a bracket, beside a control
// that learns shuffled labels (Hewitt and Liang 2019).
//
//   probe_layers [STEPS]
#include <attnlab/attnlab.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

using namespace attnlab;

int main(int argc, char** argv) try {
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 300;
  const Experiment experiment = make_experiment(find_preset("bracket-depth"));
  Trainer trainer(experiment);
  train_until(trainer, {.until = steps});

  const ProbeReport report = probe_layers(experiment, trainer.weights(), "depth");
  std::printf("%lld held-out tokens, most frequent depth: %.3f\n",
              static_cast<long long>(report.held_out_tokens), report.majority);
  for (const ProbedLayer& layer : report.layers)
    std::printf("  %-10s accuracy %.3f ± %.3f, control %.3f\n", point_title(layer.point).c_str(),
                layer.accuracy, report.error(layer.accuracy), layer.control);

  // A layer that the model's own predictions are read from must do better than the most frequent depth, which
  // is all that the control can learn.
  const ProbedLayer& last = report.layers.back();
  const bool knows = last.accuracy > report.majority + 5 * report.error(report.majority);
  const bool control_knows = last.control > report.majority + 0.1;
  std::printf("the last layer %s the depth, its control %s\n", knows ? "knows" : "does not know",
              control_knows ? "does, too" : "does not");
  return knows && !control_knows ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::fprintf(stderr, "probe_layers: %s\n", error.what());
  return EXIT_FAILURE;
}
