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
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 400;
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

  // What the best induction head adds to the logit of each letter when it reads 'm': each entry is a sum over
  // its cells.
  const Tokenizer& tokenizer = experiment.vocabularies->target;
  const CircuitHead head = best_head(scores, head_score_kind("induction"))->head();
  const std::vector<TokenId> read{known_word(tokenizer, "m")};
  std::vector<TokenId> letters;
  for (char letter = 'a'; letter <= 'z'; ++letter)
    letters.push_back(known_word(tokenizer, std::string(1, letter)));
  const WordCircuit says = says_of(model, weights, head, read, letters);
  const auto most = std::ranges::max_element(says.cells);
  const TokenId said = letters[static_cast<std::size_t>(most - says.cells.begin())];
  const double entry = *most, sum = says_pair(model, weights, head, read[0], said).value();
  std::printf("reading 'm', %s adds most to the logit of '%s': %.4f; sum over its cells %.4f\n",
              head.name().c_str(), tokenizer.entry(said).c_str(), entry, sum);
  return std::abs(sum - entry) < 1e-3 * std::abs(entry) ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::fprintf(stderr, "find_circuits: %s\n", error.what());
  return EXIT_FAILURE;
}
