// What single neurons do: how much each adds to the logit of a prediction (Elhage et al. 2021), which words
// it promotes, and what it follows in held-out texts.
//
//   explain_neurons [STEPS]
#include <attnlab/attnlab.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>

using namespace attnlab;

int main(int argc, char** argv) try {
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 200;
  const Experiment experiment = make_experiment(find_preset("characters"));
  Trainer trainer(experiment);
  train_until(trainer, {.until = steps});

  const Tracer tracer(experiment.model, experiment.vocabularies);
  const TracePtr trace = tracer.trace(trainer.snapshot(), {.target = "the owl ", .gradients = false});
  const UnitLayer layer = unit_layers(*trace).back();
  const UnitContributions added = unit_contributions(*trace, layer, UnitAnswer::Predicted);
  const Index position = layer.tokens() - 1;
  const TokenId word = static_cast<TokenId>(added.words[static_cast<std::size_t>(position)]);

  const std::vector<Batch> held_out = held_out_batches(*experiment.model, *experiment.task, 2000);
  const DescribedUnits described = describe_units(
      held_out_units(*experiment.model, *experiment.vocabularies, trainer.weights(), held_out, layer.place));
  const Tokenizer& tokenizer = experiment.vocabularies->target;
  std::printf("logit of '%s' after \"the owl \":\n", tokenizer.entry(word).c_str());
  std::vector<Index> order = units_by_contribution(added, position);
  order.resize(8);
  for (const Index unit : order) {
    const SaidWord promoted = said_words(unit_words(*trace, layer, unit), 1).promoted.front();
    const BestFeature feature = best_feature(described, unit);
    std::printf("  unit %3lld adds %7.4f, promotes '%s', follows \"%s\" with r = %.2f\n",
                static_cast<long long>(unit), added.at(position, unit),
                tokenizer.entry(static_cast<TokenId>(promoted.word)).c_str(),
                feature.feature ? std::string(feature.feature->title).c_str() : "nothing",
                feature.correlation);
  }

  double sum = added.bias[static_cast<std::size_t>(position)];
  for (Index unit = 0; unit < added.units; ++unit) sum += added.at(position, unit);
  double network = 0;  // what the network adds to the same logit as a whole
  for (const ContributionPart& part : split_logit(*trace, {.position = position, .word = word}).parts)
    if (part.place == layer.place) network += part.value;
  std::printf("sum of the units %.4f, of the network %.4f\n", sum, network);
  return std::abs(sum - network) < 1e-3 ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::fprintf(stderr, "explain_neurons: %s\n", error.what());
  return EXIT_FAILURE;
}
