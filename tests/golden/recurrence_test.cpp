// Recurrence against PyTorch and NumPy: gradients back through time, what gates keep and write, eigenvalues,
// and correlations.
#include <cmath>
#include <memory>

#include "core/analysis/recurrence/recurrent_eigenvalues.h"
#include "core/analysis/recurrence/time_gradients.h"
#include "core/analysis/text_features.h"
#include "core/models/model.h"
#include "tests/golden/case.h"

namespace attnlab::testing {
namespace {

class GoldenRecurrence : public ::testing::TestWithParam<std::string> {
 protected:
  GoldenRecurrence() {
    ModelConfig config;
    config.architecture = "recurrent";
    config.cell = GetParam();
    config.layers = 2;
    config.width = 6;
    config.context = 8;
    config.target_vocabulary = 9;
    model_ = make_model(config);
    AlignedBuffer weights(static_cast<std::size_t>(model_->parameters().size()));
    load_parameters(file_, name("param."), model_->parameters(), weights);
    snapshot_ = make_snapshot(0, weights);
  }

  static std::string name(const std::string& rest) { return GetParam() + "." + rest; }
  Tensor golden(const std::string& rest) const { return file_.tensor(name(rest)); }

  /// A pass with gradients, of all targets or of the last one alone.
  std::unique_ptr<Trace> pass(const std::string& loss) {
    Batch batch;
    batch.resize(1, 0, 8);
    batch.input = file_.ids(name("input"));
    batch.target = file_.ids(name("target"));
    batch.input_lengths = {8};
    if (loss == "last") std::fill(batch.target.begin(), batch.target.end() - 1, kIgnoredTarget);
    gradients_.assign(snapshot_->weights.size(), Real(0));
    auto tape = std::make_unique<Tape>(Mode::Record);
    tape->bind(model_->parameters(), snapshot_->weights.data(), gradients_.data());
    const Variable mean = model_->loss(*tape, batch, 0, batch.counted_targets());
    tape->backward(mean);
    return std::make_unique<Trace>(model_, snapshot_, std::move(tape), batch);
  }

  static void expect_norms(const std::vector<double>& found, const Tensor& expected,
                           const std::string& what) {
    ASSERT_EQ(found.size(), expected.data.size()) << what;
    double most = 0;
    for (const Real value : expected.data) most = std::max(most, static_cast<double>(value));
    for (std::size_t t = 0; t < found.size(); ++t)
      EXPECT_NEAR(found[t], static_cast<double>(expected.data[t]), kGoldenTolerance * most)
          << what << " " << t;
  }

  GoldenFile file_ = golden_file("recurrence");
  std::shared_ptr<const Model> model_;
  SnapshotPtr snapshot_;
  AlignedBuffer gradients_;
};

TEST_P(GoldenRecurrence, GradientsThroughTimeArePyTorchs) {
  for (const std::string loss : {"whole", "last"}) {
    const auto trace = pass(loss);
    const std::vector<TimeGradient> found = time_gradients(*trace);
    ASSERT_EQ(found.size(), 2u);
    for (std::size_t layer = 0; layer < 2; ++layer) {
      const std::string of = loss + "." + std::to_string(layer);
      expect_norms(found[layer].hidden, golden(of + ".hidden"), of);
      EXPECT_EQ(found[layer].cell.empty(), GetParam() != "lstm");
      if (!found[layer].cell.empty()) expect_norms(found[layer].cell, golden(of + ".cell"), of + " cell");
    }
    const double norm = static_cast<double>(golden(loss + ".norm").data[0]);
    EXPECT_NEAR(gradient_norm(*trace), norm, kGoldenTolerance * norm);
  }
}

TEST_P(GoldenRecurrence, WhatIsKeptWrittenAndReadIsPyTorchs) {
  const auto trace = pass("whole");
  const std::vector<RecurrentCell> cells = recurrent_cells(*trace);
  ASSERT_EQ(cells.size(), 2u);
  constexpr const char* kBands[] = {"kept", "written", "read"};
  for (std::size_t layer = 0; layer < cells.size(); ++layer) {
    const std::vector<MemoryBand> bands = memory_bands(cells[layer]);
    ASSERT_EQ(bands.size(), GetParam() == "lstm" ? 3u : 2u);
    for (std::size_t i = 0; i < bands.size(); ++i) {
      const AlignedBuffer cells_of_band(bands[i].cells.begin(), bands[i].cells.end());
      EXPECT_TRUE(matches(cells_of_band, golden(std::to_string(layer) + "." + kBands[i]), bands[i].title));
    }
  }
}

TEST_P(GoldenRecurrence, EigenvaluesAreNumPys) {
  for (const RecurrentMatrix& matrix : recurrent_matrices(model_->parameters(), model_->config())) {
    const Eigenvalues found = eigenvalues_of(matrix, snapshot_->weights);
    const std::string of =
        std::to_string(layer_number(matrix.cell)) + "." + std::string(matrix.gate->weights.name);
    const Tensor real = golden(of + ".real"), imaginary = golden(of + ".imaginary");
    ASSERT_EQ(found.values.size(), real.data.size()) << of;
    for (std::size_t i = 0; i < found.values.size(); ++i) {
      EXPECT_NEAR(found.values[i].real(), static_cast<double>(real.data[i]), kGoldenTolerance)
          << of << " " << i;
      EXPECT_NEAR(found.values[i].imag(), static_cast<double>(imaginary.data[i]), kGoldenTolerance)
          << of << " " << i;
    }
    EXPECT_NEAR(found.radius(),
                std::hypot(static_cast<double>(real.data[0]), static_cast<double>(imaginary.data[0])),
                kGoldenTolerance);
  }
}

TEST_P(GoldenRecurrence, CorrelationsAreNumPys) {
  const auto trace = pass("whole");
  for (const RecurrentCell& cell : recurrent_cells(*trace)) {
    const std::vector<double> position{0, 1, 2, 3, 4, 5, 6, 7};
    const Tensor expected = golden(std::to_string(layer_number(cell.place)) + ".correlation");
    for (const FollowingUnit& unit : units_following(cell.hidden->value, cell.units(), position)) {
      const double wanted = static_cast<double>(expected.data[static_cast<std::size_t>(unit.unit)]);
      if (std::isnan(wanted)) {
        EXPECT_TRUE(std::isnan(unit.correlation)) << "unit " << unit.unit << " never changes";
      } else {
        EXPECT_NEAR(unit.correlation, wanted, 1e-4) << "unit " << unit.unit;
      }
    }
  }
}

std::vector<std::string> cell_names() {
  std::vector<std::string> names;
  for (const CellKind& kind : cell_kinds()) names.emplace_back(kind.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, GoldenRecurrence, ::testing::ValuesIn(cell_names()),
                         [](const auto& given) { return given.param; });

}  // namespace
}  // namespace attnlab::testing
