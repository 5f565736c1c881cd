// Word vectors: frozen names, fused operations equal steps, and every cell from its derivation.
#include <gtest/gtest.h>

#include "core/tasks/base/encode.h"
#include "core/trace/tracer.h"
#include "core/training/preset.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

struct Learnt {
  Experiment experiment;
  SnapshotPtr snapshot;
};

/// A few steps, so that no weight is a special value.
Learnt learn(const std::string& word_model) {
  Preset preset = find_preset("word-vectors");
  for (const std::string& option : {std::string("width=8"), "word_model=" + word_model})
    set_option(preset, option);
  Learnt learnt{make_experiment(preset), nullptr};
  const Experiment& e = learnt.experiment;
  Trainer trainer(e.model, e.task, e.preset.training, 1);
  for (int i = 0; i < 20; ++i) trainer.step();
  learnt.snapshot = trainer.snapshot();
  return learnt;
}

TracePtr trace_of(const Learnt& learnt, const std::string& words, const std::string& candidates) {
  const Tracer tracer(learnt.experiment.model, learnt.experiment.vocabularies);
  return tracer.trace(learnt.snapshot, {.source = words, .target = candidates});
}

TEST(WordVectors, NamesAndShapesAreFrozen) {
  const TracePtr trace = trace_of(learn("cbow"), "the black eats", "cat apple with");
  std::string names;
  for (const TraceTensor& tensor : trace->tensors())
    if (tensor.name.find("weight") == std::string::npos)
      names += tensor.name + " " + tensor.shape.text() + "\n";
  EXPECT_EQ(names,
            "source.embedding [1,3,8]\nsource.mean [1,1,8]\ncandidates.embedding [1,3,8]\n"
            "output.logits [1,1,3]\noutput.probabilities [1,1,3]\nloss.per_token [1,1,3]\nloss.mean []\n");
  ASSERT_EQ(trace->source_pieces.size(), 3u);
  EXPECT_EQ(trace->source_pieces[1].text, "black");
  ASSERT_EQ(trace->input_pieces.size(), 3u);
  EXPECT_EQ(trace->target_pieces[2].text, "with");
}

TEST(WordVectors, EveryCellIsItsDerivation) {
  const TracePtr trace = trace_of(learn("skip_gram"), "cat", "black apple eats");
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

TEST(WordVectors, TheStepsAreTheFusedLoss) {
  const Learnt learnt = learn("cbow");
  const Experiment& e = learnt.experiment;
  RandomStream random(3);
  Batch batch;
  e.task->sample(Split::Validation, random, 16, batch);
  std::vector<AlignedBuffer> gradients;
  std::vector<double> losses;
  for (const Mode mode : {Mode::Train, Mode::Record}) {
    Tape tape(mode);
    gradients.emplace_back(learnt.snapshot->weights.size(), Real(0));
    tape.bind(e.model->parameters(), learnt.snapshot->weights.data(), gradients.back().data());
    const Variable loss = e.model->loss(tape, batch, 0.1, batch.counted_targets());
    tape.backward(loss);
    losses.push_back(static_cast<double>(*loss.data()));
  }
  EXPECT_NEAR(losses[0], losses[1], 1e-6);
  for (std::size_t i = 0; i < gradients[0].size(); ++i) ASSERT_NEAR(gradients[0][i], gradients[1][i], 1e-7);
}

TEST(WordVectors, ATraceNeedsWordsAndCandidates) {
  const Learnt learnt = learn("skip_gram");
  EXPECT_THROW(trace_of(learnt, "", "cat"), std::invalid_argument);
  EXPECT_THROW(trace_of(learnt, "cat", ""), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab
