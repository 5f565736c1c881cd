// In which layer a prediction is made: the logit lens (nostalgebraist 2020) reads the residual stream after
// each sublayer as if the model ended there.
//
//   logit_lens [STEPS]
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
  Trainer trainer(experiment);
  train_until(trainer, {.until = steps});

  const Tracer tracer(experiment.model, experiment.vocabularies);
  const TracePtr trace = tracer.trace(trainer.snapshot(), {.target = "kfmxkfmx", .gradients = false});
  const Lens lens = logit_lens(*trace, 1);

  std::printf("%-26s", "");
  for (const Piece& piece : lens_pieces(*trace)) std::printf("  %-8s", piece.text.c_str());
  for (const LensRow& row : lens.rows) {
    std::printf("\n%-26s", state_title(row.part).c_str());
    for (const LensCell& cell : row.cells) {
      const LensWord& best = cell.top.front();
      std::printf("  %s %-6.2f", experiment.vocabularies->target.entry(best.token).c_str(), best.probability);
    }
  }

  // The last row is the model's own prediction.
  const TraceTensor& logits = prediction_logits(*trace);
  double difference = 0;
  for (Index position = 0; position < lens.columns(); ++position) {
    const LensWord& best = lens.rows.back().cells[static_cast<std::size_t>(position)].top.front();
    const auto cell = static_cast<std::size_t>(position * logits.shape.last() + best.token);
    difference = std::max(difference, std::abs(best.logit - static_cast<double>(logits.value[cell])));
  }
  std::printf("\nlargest difference of the last row from the model's logits: %.1e\n", difference);
  return difference < 1e-3 ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::fprintf(stderr, "logit_lens: %s\n", error.what());
  return EXIT_FAILURE;
}
