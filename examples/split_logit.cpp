// Which parts of a model make a prediction: a logit as the sum of what each head, network and embedding adds
// to it (direct logit attribution, Elhage et al. 2021).
//
//   split_logit [STEPS]
#include <attnlab/attnlab.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>

using namespace attnlab;

int main(int argc, char** argv) try {
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 400;
  const Experiment experiment = make_experiment(find_preset("induction"));
  Trainer trainer(experiment);
  train_until(trainer, {.until = steps});

  const Tracer tracer(experiment.model, experiment.vocabularies);
  const TracePtr trace = tracer.trace(trainer.snapshot(), {.target = "kfmxkf", .gradients = false});
  const Index position = logit_rows(*trace) - 1;
  const TokenId word = word_to_ask(*trace, position);
  const Contributions logit = split_logit(*trace, {.position = position, .word = word});

  std::printf("logit of '%s' after \"kfmxkf\":\n", experiment.vocabularies->target.entry(word).c_str());
  for (const ContributionPart& part : logit.parts) {
    std::printf("  %-24s %8.4f", part_title(part).c_str(), part.value);
    for (const SourceShare& source : part.sources)  // of heads: the tokens that they read
      std::printf("  %s %.3f", trace->input_pieces[static_cast<std::size_t>(source.key)].text.c_str(),
                  source.value);
    std::printf("\n");
  }
  std::printf("sum of the parts %.4f, logit %.4f\n", logit.sum(), logit.logit);
  return std::abs(logit.sum() - logit.logit) < 1e-3 ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::fprintf(stderr, "split_logit: %s\n", error.what());
  return EXIT_FAILURE;
}
