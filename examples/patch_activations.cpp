// Where a model keeps what it needs for an answer: activation patching (Meng et al. 2022) between two texts
// that differ in one letter. Each number says how much of the answer to the first text returns when the
// residual stream at one position after one sublayer has the values of that text.
//
//   patch_activations [STEPS]
#include <attnlab/attnlab.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>

using namespace attnlab;

namespace {

void print_grid(const PatchingResult& result, const PatchBlock& block) {
  std::printf("%-28s", "");
  for (std::size_t column = 0; column < block.columns.size(); ++column)
    std::printf(" %7s", column_token(result, block, column).c_str());
  for (std::size_t row = 0; row < block.rows.size(); ++row) {
    std::printf("\n%-28s", line_title(block.rows[row]).c_str());
    for (std::size_t column = 0; column < block.columns.size(); ++column)
      std::printf(" %7.2f", block.at(row, column).share);
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) try {
  const Index steps = argc > 1 ? std::atoll(argv[1]) : 400;
  const Experiment experiment = make_experiment(find_preset("induction"));
  Trainer trainer(experiment);
  train_until(trainer, {.until = steps});

  const PatchPair pair{.clean = {"kfmxkf", "m"}, .changed = {"kfpxkf", "p"}};
  const PatchingResult result = run_patching(*experiment.model, *experiment.vocabularies, trainer.weights(),
                                             {.pair = pair, .what = "stream"});
  const PatchBlock& block = result.blocks.front();
  print_grid(result, block);

  // The texts differ in one token and the answer is read from one position: each of the two restores it
  // alone.
  const double first = block.at(0, 2).share;
  const double last = block.at(block.rows.size() - 1, block.columns.size() - 1).share;
  std::printf("restored by the token that differs: %.4f, by the last state: %.4f\n", first, last);
  return std::abs(first - 1) < 1e-3 && std::abs(last - 1) < 1e-3 ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::fprintf(stderr, "patch_activations: %s\n", error.what());
  return EXIT_FAILURE;
}
