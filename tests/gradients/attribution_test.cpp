// Attributions in double: the gradient of the metric, and integrated gradients that complete.
#include "core/analysis/attribution/attribution.h"

#include "core/analysis/attribution/chosen_cells.h"
#include "core/models/model.h"
#include "core/training/preset.h"
#include "tests/gradients/check.h"

namespace attnlab::testing {
namespace {

TEST(AttributionGradients, OfChosenCells) {
  const std::vector<WeightedCell> cells{{1, Real(2)}, {7, Real(-1)}, {1, Real(0.5)}};
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const std::vector<Variable>& in) { return chosen_cells(t, in[0], cells); }, {{{3, 4}}}));
}

TEST(AttributionGradients, IntegratedGradientsComplete) {
  Preset preset = find_preset("characters");
  for (const char* option : {"width=8", "heads=2", "layers=1", "feed_forward=12", "context=16"})
    set_option(preset, option);
  const Experiment experiment = make_experiment(preset);
  const Tracer tracer(experiment.model, experiment.vocabularies);
  const TraceRequest request{.target = "the owl"};
  const TracePtr trace = tracer.trace(first_snapshot(*experiment.model, 3), request);
  const Attributions found =
      attribute(tracer, trace, request, {.prediction = {4, 3}, .steps = 512, .methods = {"integrated"}});
  EXPECT_NEAR(found.methods.at(0).sum(), found.difference(), 1e-3 * std::abs(found.difference()));
}

}  // namespace
}  // namespace attnlab::testing
