// Which words of a text count for its class: integrated gradients (Sundararajan et al. 2017). Their values
// add up to what the logit loses when every word vector is zero.
//
//   attribute_prediction [STEPS]
#include <attnlab/attnlab.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>

using namespace attnlab;

int main(int argc, char** argv) try {
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 300;
  const Experiment experiment = make_experiment(find_preset("sentiment"));
  Trainer trainer(experiment);
  train_until(trainer, {.until = steps});

  const Tracer tracer(experiment.model, experiment.vocabularies);
  const TraceRequest request{.source = experiment.task->sample_example().source};
  const TracePtr trace = tracer.trace(trainer.snapshot(), request);
  const TokenId word = likeliest_words(*trace, 0, 1).front();
  const Attributions result = attribute(
      tracer, trace, request, {.prediction = {.word = word}, .steps = 256, .methods = {"integrated"}});

  const MethodValues& integrated = *result.of("integrated");
  const std::vector<Piece>& words = result.inputs.front().pieces;
  std::printf("for '%s' (probability %.2f):\n", experiment.vocabularies->target.entry(word).c_str(),
              result.probability);
  for (std::size_t row = 0; row < words.size(); ++row)
    std::printf("  %-12s %8.4f\n", words[row].text.c_str(), integrated.values[row]);
  std::printf("sum %.4f, logit minus logit of the baseline %.4f\n", integrated.sum(), result.difference());
  const double error = std::abs(result.completeness_error(integrated));
  return error < 0.01 * std::max(1.0, std::abs(result.difference())) ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::fprintf(stderr, "attribute_prediction: %s\n", error.what());
  return EXIT_FAILURE;
}
