// Linear probes against NumPy: the minimum that Newton's method finds.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/analysis/probes/linear_probe.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

constexpr double kProbesWithin = 1e-4;

void expect_close(const std::string& what, std::span<const double> found, const std::vector<double>& wanted) {
  ASSERT_EQ(found.size(), wanted.size()) << what;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    EXPECT_NEAR(found[i], wanted[i], kProbesWithin) << what << " " << i;
}

TEST(ProbesGolden, FindTheMinimumThatNewtonFinds) {
  const nlohmann::json golden =
      nlohmann::json::parse(testing::read_bytes(ATTNLAB_SOURCE_DIR "/tests/golden/probes.json"));
  const std::vector<Real> cells = golden["rows"];
  const std::vector<Index> labels = golden["labels"];
  const ProbeRows rows{golden["features"], cells, labels};
  const LinearProbe probe =
      fit_linear_probe(rows, golden["classes"], {.penalty = golden["penalty"], .tolerance = 1e-9});
  EXPECT_NEAR(probe.objective, golden["objective"].get<double>(), 1e-9);
  expect_close("weights", probe.weights, golden["weights"]);
  expect_close("bias", probe.bias, golden["bias"]);
  std::vector<double> shares;
  for (std::size_t n = 0; n < labels.size(); ++n) {
    const auto width = static_cast<std::size_t>(rows.features);
    const std::vector<double> row = probe.probabilities(std::span(cells).subspan(n * width, width));
    shares.insert(shares.end(), row.begin(), row.end());
  }
  expect_close("shares", shares, golden["shares"]);
  EXPECT_EQ(predicted_classes(probe, rows), golden["predicted"].get<std::vector<Index>>());
}

}  // namespace
}  // namespace attnlab
