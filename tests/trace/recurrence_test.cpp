// Recurrent cells of traces: their starts, the sums of gates, what is kept and written, and one target's
// gradient.
#include "core/analysis/recurrence/recurrence.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/analysis/recurrence/cell_comparison.h"
#include "tests/support/error_text.h"
#include "tests/support/weighted_sum.h"
#include "tests/trace/recurrent_models.h"

namespace attnlab::testing {
namespace {

class RecurrenceOf : public ::testing::TestWithParam<RecurrentCase> {
 protected:
  RecurrenceOf() {
    auto weights = std::make_shared<WeightsSnapshot>();
    for (const Real cell : random_values(model_->parameters().size(), 31, 0.6))
      weights->weights.push_back(cell);
    auto tape = std::make_unique<Tape>(Mode::Record);
    tape->bind(model_->parameters(), weights->weights.data(), nullptr);
    const Batch batch = recurrent_batch(config_);
    model_->loss(*tape, batch, 0, batch.counted_targets());
    trace_ = std::make_unique<Trace>(model_, weights, std::move(tape), batch);
    cells_ = recurrent_cells(*trace_);
  }

  static double activated(GateFunction function, double sum) {
    switch (function) {
      case GateFunction::Sigmoid: return 1 / (1 + std::exp(-sum));
      case GateFunction::Tanh: return std::tanh(sum);
      case GateFunction::Relu: return std::max(0.0, sum);
      case GateFunction::None: break;
    }
    return sum;
  }

  ModelConfig config_ = recurrent_config(GetParam());
  std::shared_ptr<const Model> model_ = make_model(config_);
  std::unique_ptr<Trace> trace_;
  std::vector<RecurrentCell> cells_;
};

TEST_P(RecurrenceOf, CellsAreThoseOfEveryLayerAndDirection) {
  const bool two_stacks = config_.architecture == std::string("recurrent_seq2seq");
  const std::size_t encoder = config_.bidirectional ? 4 : 2;
  ASSERT_EQ(cells_.size(), two_stacks ? encoder + 2 : encoder);
  EXPECT_EQ(cells_[1].reverse, config_.bidirectional);
  for (const RecurrentCell& cell : cells_) {
    EXPECT_EQ(cell.kind->name, config_.cell);
    EXPECT_EQ(cell.units(), 4);
    EXPECT_EQ(cell.gates.size(), cell.kind->gates.size());
  }
}

TEST_P(RecurrenceOf, GatesAreTheFunctionsOfTheirSums) {
  for (const RecurrentCell& cell : cells_)
    for (std::size_t gate = 0; gate < cell.gates.size(); ++gate)
      for (Index t = 0; t < cell.steps(); ++t)
        for (Index unit = 0; unit < cell.units(); ++unit) {
          const double sum = gate_sum(cell, gate, t, unit).total();
          EXPECT_NEAR(cell.value(*cell.gates[gate], t, unit), activated(cell.kind->gates[gate].function, sum),
                      2e-6)
              << cell.place.name() << " gate " << gate << " at " << t;
        }
}

TEST_P(RecurrenceOf, KeptAndWrittenMakeTheMemory) {
  for (const RecurrentCell& cell : cells_) {
    const std::vector<MemoryBand> bands = memory_bands(cell);
    for (Index t = 0; t < cell.steps(); ++t)
      for (Index unit = 0; unit < cell.units(); ++unit) {
        const auto at = static_cast<std::size_t>(t * cell.units() + unit);
        const double both = static_cast<double>(bands[0].cells[at]) + static_cast<double>(bands[1].cells[at]);
        const double made =
            cell.kind->memory.has_gates() ? both : activated(cell.kind->gates[0].function, both);
        EXPECT_NEAR(made, cell.value(cell.memory(), t, unit), 2e-6 * std::max(1.0, std::abs(made)))
            << cell.place.name() << " at " << t;
        if (bands.size() > 2) {
          EXPECT_NEAR(static_cast<double>(bands[2].cells[at]), cell.value(*cell.hidden, t, unit), 2e-6);
        }
      }
  }
}

TEST_P(RecurrenceOf, ADecoderStartsFromItsEncoder) {
  for (const RecurrentCell& cell : cells_) {
    const bool starts = std::ranges::any_of(cell.hidden_start, [](double h) { return h != 0; });
    EXPECT_EQ(starts, cell.place.steps().front().part->name == "decoder") << cell.place.name();
  }
}

INSTANTIATE_TEST_SUITE_P(All, RecurrenceOf, ::testing::ValuesIn(kRecurrentCases),
                         [](const auto& given) { return std::string(given.param.name); });

/// An experiment with an LSTM of 8 units, and its first weights.
struct SmallLstm {
  SmallLstm() {
    Preset preset = find_preset("lstm");
    for (const char* option : {"width=8", "context=16", "batch=4"}) set_option(preset, option);
    experiment = make_experiment(preset);
    AlignedBuffer weights(static_cast<std::size_t>(experiment.model->parameters().size()));
    experiment.model->parameters().initialize(weights, 1);
    snapshot = make_snapshot(0, weights);
  }
  TracePtr trace(const TraceRequest& request) const {
    return Tracer(experiment.model, experiment.vocabularies).trace(snapshot, request);
  }
  Experiment experiment;
  SnapshotPtr snapshot;
};

TEST(OneTarget, GradientsOfAllTargetsAreTheMeanOfEach) {
  const SmallLstm lstm;
  const TraceRequest request{.target = "the owl"};
  const TracePtr whole = lstm.trace(request);
  const std::vector<Index> counted = counted_targets(*whole);
  ASSERT_EQ(counted, (std::vector<Index>{0, 1, 2, 3, 4, 5}));
  const TraceTensor& hidden = *recurrent_cells(*whole).front().hidden;
  std::vector<double> sum(hidden.gradient.size(), 0.0);
  double losses = 0;
  for (const Index position : counted) {
    const TracePtr one = lstm.trace(with_one_target(*whole, request, position));
    losses += one->loss();
    const TraceTensor& of_one = *recurrent_cells(*one).front().hidden;
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += static_cast<double>(of_one.gradient[i]) / 6;
    for (Index t = position + 1; t < of_one.shape[1]; ++t)
      EXPECT_EQ(time_gradients(*one).front().hidden[static_cast<std::size_t>(t)], 0)
          << "nothing flows back to later";
  }
  EXPECT_NEAR(losses / 6, whole->loss(), 1e-5);
  for (std::size_t i = 0; i < sum.size(); ++i)
    EXPECT_NEAR(sum[i], static_cast<double>(hidden.gradient[i]), 1e-6);
}

TEST(OneTarget, MustBeOneThatCounts) {
  const SmallLstm lstm;
  TraceRequest request{.target = "the owl"};
  for (const Index position : {-1, 6, 99}) {
    request.only_target = position;
    EXPECT_EQ(error_text<std::invalid_argument>([&] { lstm.trace(request); }),
              "position " + std::to_string(position) + " does not have a target");
  }
  request = {.target = "the owl", .gradients = false};
  EXPECT_THROW(time_gradients(*lstm.trace(request)), std::invalid_argument);
  EXPECT_THROW(gradient_norm(*lstm.trace(request)), std::invalid_argument);
}

TEST(Clipping, MultipliesWhatIsOverTheLimit) {
  TrainingConfig config;
  config.clip = 1;
  EXPECT_NEAR(clipped(config, 4).after(), 1, 1e-5);
  EXPECT_EQ(clipped(config, 0.5).after(), 0.5);
  config.clip = 0;
  EXPECT_EQ(clipped(config, 4).after(), 4);
}

TEST(CellComparison, MakesOneNetworkOfEachFamilyOfTheSameSize) {
  const SmallLstm lstm;
  int told = 0;
  const CellComparison untrained = compare_cells(lstm.experiment, {.target = "the owl sat"}, {.target = 9},
                                                 {}, [&](const CellComparison&) { ++told; });
  ASSERT_EQ(untrained.cells.size(), 3u);
  EXPECT_EQ(told, 1);
  EXPECT_TRUE(untrained.finished);
  EXPECT_EQ(untrained.cells[0].kind->family, "RNN");
  EXPECT_EQ(untrained.cells[1].kind->family, "LSTM");
  EXPECT_EQ(untrained.cells[2].kind->family, "GRU");
  for (const ComparedCell& cell : untrained.cells) {
    EXPECT_EQ(cell.step, 0);
    ASSERT_EQ(cell.gradients.size(), 1u);
    EXPECT_EQ(cell.gradients[0].hidden.size(), 11u);
    EXPECT_GT(cell.gradients[0].hidden[9], 0);
    EXPECT_EQ(cell.gradients[0].hidden[10], 0);
  }
  EXPECT_LT(untrained.cells[0].parameters, untrained.cells[2].parameters);
  EXPECT_LT(untrained.cells[2].parameters, untrained.cells[1].parameters);
  // The LSTM of the comparison is the open one, made of the same seed.
  const TracePtr own = lstm.trace({.target = "the owl sat", .only_target = 9});
  EXPECT_EQ(untrained.cells[1].loss, own->loss());
}

TEST(CellComparison, TrainsTheNetworks) {
  const SmallLstm lstm;
  const CellComparison trained = compare_cells(lstm.experiment, {.target = "the owl sat"}, {.steps = 20});
  const CellComparison untrained = compare_cells(lstm.experiment, {.target = "the owl sat"}, {});
  for (std::size_t i = 0; i < trained.cells.size(); ++i) {
    EXPECT_EQ(trained.cells[i].step, 20);
    EXPECT_LT(trained.cells[i].loss, untrained.cells[i].loss);
  }
}

TEST(CellComparison, IsRefusedWithoutCells) {
  const Experiment blocks = make_experiment(find_preset("induction"));
  EXPECT_FALSE(has_cells_to_compare(blocks.preset.model));
  EXPECT_THROW(compare_cells(blocks, {.target = "ab"}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab::testing
