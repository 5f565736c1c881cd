// Attributions against PyTorch's autograd: two stored runs, whose weights golden_attribution.py reads itself.
#include "core/analysis/attribution/attribution.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/io/checkpoint.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

/// Of values of about 1, in single precision through two layers.
constexpr double kAttributionsWithin = 2e-4;

/// A stored run, unpacked.
Checkpoint stored_checkpoint(const TempFolder& folder, const std::string& run) {
  ProcessOptions there;
  there.folder = folder.path();
  const std::string archive = ATTNLAB_SOURCE_DIR "/tests/runs/pictures/" + run + ".tar.xz";
  const ProcessResult unpacked = run_process({ATTNLAB_CMAKE, "-E", "tar", "xf", archive}, there);
  EXPECT_EQ(unpacked.exit_code, 0) << unpacked.errors;
  return load_checkpoint(folder / run, Load::Weights);
}

Attributions attributed(const Checkpoint& run, const nlohmann::json& golden) {
  const Tracer tracer(run.model, run.vocabularies);
  const TraceRequest request{.source = golden["source"], .target = golden["target"]};
  const TracePtr trace = tracer.trace(run.state->snapshot, request);
  return attribute(tracer, trace, request,
                   {.prediction = {golden["position"], golden["word"], golden["against"]},
                    .metric = golden["metric"],
                    .baseline = golden["baseline"],
                    .steps = golden["steps"]});
}

TEST(AttributionGolden, EveryMethodIsPyTorchs) {
  const nlohmann::json cases =
      nlohmann::json::parse(read_bytes(ATTNLAB_SOURCE_DIR "/tests/golden/attribution.json"));
  ASSERT_EQ(cases.size(), 4u);
  for (const nlohmann::json& golden : cases) {
    const TempFolder folder;
    const Attributions found = attributed(stored_checkpoint(folder, golden["run"]), golden);
    const std::string of = golden["run"].get<std::string>() + " " + golden["metric"].get<std::string>();
    EXPECT_NEAR(found.metric, golden["value"], kAttributionsWithin) << of;
    EXPECT_NEAR(found.baseline_metric, golden["baseline_value"], kAttributionsWithin) << of;
    ASSERT_EQ(found.methods.size(), 4u) << of;
    for (const MethodValues& method : found.methods) {
      const std::vector<double> wanted = golden[std::string(method.method->name)];
      ASSERT_EQ(method.values.size(), wanted.size()) << of << " " << method.method->name;
      for (std::size_t i = 0; i < wanted.size(); ++i)
        EXPECT_NEAR(method.values[i], wanted[i], kAttributionsWithin)
            << of << " " << method.method->name << i;
    }
  }
}

TEST(AttributionGolden, IntegratedGradientsOfAStoredRunComplete) {
  const TempFolder folder;
  const Checkpoint run = stored_checkpoint(folder, "reverse");
  const Tracer tracer(run.model, run.vocabularies);
  const TraceRequest request{.source = "bface", .target = "ecafb"};
  const TracePtr trace = tracer.trace(run.state->snapshot, request);
  const Attributions found =
      attribute(tracer, trace, request, {.prediction = {1, 6}, .steps = 256, .methods = {"integrated"}});
  EXPECT_LT(std::abs(found.completeness_error(found.methods[0]) / found.difference()), 1e-3);
}

}  // namespace
}  // namespace attnlab::testing
