// Which heads form circuits (Elhage et al. 2021, Olsson et al. 2022): what each head does on repeated random
// tokens, how strongly one reads what another wrote, and what a head writes when it reads a letter.
//
//   find_circuits [STEPS]
#include <attnlab/attnlab.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>

using namespace attnlab;

int main(int argc, char** argv) try {
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 150;
  const Experiment experiment = make_experiment(find_preset("induction"));
  const Model& model = *experiment.model;
  Trainer trainer(experiment);
  train_until(trainer, {.until = steps});
  const std::span<const Real> weights = trainer.weights();

  const HeadScores scores = head_scores(model, *experiment.vocabularies, weights);
  for (const ScoredHead& head : scores.heads) {
    std::printf("%s:", head.head().name().c_str());
    for (const HeadScoreKind& kind : head_score_kinds())
      std::printf(" %s %.2f", std::string(kind.name).c_str(), kind.value(head));
    std::printf("\n");
  }
  const std::vector<CircuitHead> heads = circuit_heads(model);
  const std::vector<Composition> pairs = compositions(model, weights);
  const Composition& strongest = *std::ranges::max_element(pairs, {}, &Composition::score);
  const char* const inputs[] = {"queries", "keys", "values"};
  std::printf("strongest pair: the %s of %s read %s, %.3f; by chance %.3f\n",
              inputs[static_cast<int>(strongest.by)], heads[strongest.into].name().c_str(),
              heads[strongest.from].name().c_str(), strongest.score, composition_by_chance(model.config()));

  // What the best induction head adds to the logit of a letter when it reads this letter: a sum over its
  // cells.
  const CircuitHead head = best_head(scores, head_score_kind("induction"))->head();
  const TokenId letter[] = {known_word(experiment.vocabularies->target, "m")};
  const double entry = says_of(model, weights, head, letter, letter).at(0, 0);
  const double sum = says_pair(model, weights, head, letter[0], letter[0]).value();
  std::printf("reading 'm', %s adds %.4f to the logit of 'm'; sum over its cells %.4f\n", head.name().c_str(),
              entry, sum);
  return std::abs(sum - entry) < 1e-3 ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::fprintf(stderr, "find_circuits: %s\n", error.what());
  return EXIT_FAILURE;
}
