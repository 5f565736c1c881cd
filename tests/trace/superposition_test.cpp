// The toy model of superposition: frozen names, fused loss equal to steps, and every cell from its
// derivation.
#include <gtest/gtest.h>

#include "core/trace/tracer.h"
#include "core/training/preset.h"
#include "core/training/trainer.h"
#include "tests/trace/preset_traces.h"

namespace attnlab::testing {
namespace {

TracePtr trace_of(const std::string& digits) {
  const Experiment e = make_experiment(find_preset("superposition"));
  Trainer trainer(e.model, e.task, e.preset.training, 1);
  for (int i = 0; i < 30; ++i) trainer.step();
  return Tracer(e.model, e.vocabularies).trace(trainer.snapshot(), {.source = digits});
}

TEST(Superposition, NamesAndShapesAreFrozen) {
  const TracePtr trace = trace_of("07020");
  std::string names;
  for (const TraceTensor& tensor : trace->tensors()) names += tensor.name + " " + tensor.shape.text() + "\n";
  EXPECT_EQ(names,
            "source.numbers [1,1,5]\nsource.sum [1,1,2]\nsource.overlaps [5,5]\noutput.sums "
            "[1,1,5]\noutput.numbers [1,1,5]\n"
            "loss.per_token [1,1,5]\nloss.mean []\n");
  ASSERT_EQ(trace->source_pieces.size(), 5u);
  EXPECT_EQ(trace->source_pieces[1].text, "7");
  EXPECT_EQ(trace->target_pieces[1].text, "7") << "the same is wanted again";
  const TraceTensor& numbers = trace->at("source.numbers");
  EXPECT_NEAR(numbers.value[1], 7.0 / 9, 1e-6);
  EXPECT_EQ(numbers.value[2], Real(0));
}

TEST(Superposition, EveryCellIsItsDerivation) {
  const TracePtr trace = trace_of("97020");
  for (const TraceTensor& tensor : trace->tensors())
    for (Index i = 0; i < tensor.shape.size(); ++i) {
      const auto index = tensor.shape.index_of(i);
      const Derivation d =
          trace->explain(tensor.name, {index.begin(), static_cast<std::size_t>(tensor.shape.rank())});
      if (d.is_leaf) break;
      ASSERT_FALSE(d.formula.empty()) << tensor.name;
      ASSERT_NEAR(d.root.evaluate(), d.value, 1e-6 * std::max(1.0, std::abs(d.value))) << d.cell.text();
    }
}

/// loss = (1/5)·Σ 0.9^i·(x̂ − x)².
TEST(Superposition, LaterFeaturesCountLess) {
  const TracePtr trace = trace_of("97020");
  const std::span<const Real> read = trace->at("source.numbers").value,
                              said = trace->at("output.numbers").value;
  double sum = 0, importance = 1;
  for (std::size_t i = 0; i < 5; ++i, importance *= 0.9) {
    const double error = static_cast<double>(said[i]) - static_cast<double>(read[i]);
    EXPECT_NEAR(trace->at("loss.per_token").value[i], importance * error * error, 1e-6);
    sum += importance * error * error;
  }
  EXPECT_NEAR(trace->at("loss.mean").value[0], sum / 5, 1e-6);
}

TEST(Superposition, TheStepsAreTheFusedLoss) {
  const Experiment e = make_experiment(find_preset("superposition"));
  const Trainer trainer(e.model, e.task, e.preset.training, 1);
  RandomStream random(3);
  Batch batch;
  e.task->sample(Split::Validation, random, 16, batch);
  std::vector<AlignedBuffer> gradients;
  std::vector<double> losses;
  for (const Mode mode : {Mode::Train, Mode::Record}) {
    Tape tape(mode);
    gradients.emplace_back(trainer.weights().size(), Real(0));
    tape.bind(e.model->parameters(), trainer.weights().data(), gradients.back().data());
    const Variable loss = e.model->loss(tape, batch, 0, batch.counted_targets());
    tape.backward(loss);
    losses.push_back(static_cast<double>(*loss.data()));
  }
  EXPECT_NEAR(losses[0], losses[1], 1e-6);
  for (std::size_t i = 0; i < gradients[0].size(); ++i) ASSERT_NEAR(gradients[0][i], gradients[1][i], 1e-7);
}

}  // namespace
}  // namespace attnlab::testing
