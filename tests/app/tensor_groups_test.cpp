// The parts of a model, and walking through their tensors.
#include "app/state/tensor_groups.h"

#include <gtest/gtest.h>

#include "app/views/common/tensor_words.h"
#include "tests/app/axis_names.h"
#include "tests/app/traced.h"

namespace attnlab {
namespace {

const Trace& alignment() {
  static const TracePtr trace = traced("seq2seq-attention", "the black cat", "le chat noir");
  return *trace;
}

const Trace& lstm() {
  static const TracePtr trace = traced("lstm", "", "The way");
  return *trace;
}

std::vector<std::string> names_of(const std::vector<TensorGroup>& groups) {
  std::vector<std::string> names;
  for (const TensorGroup& group : groups) names.push_back(group.name);
  return names;
}

TEST(TensorGroups, PartsStandInOrderOfComputation) {
  EXPECT_EQ(names_of(tensor_groups(lstm())),
            (std::vector<std::string>{"target", "recurrent.layers.0", "output", "loss"}));
  const std::vector<TensorGroup> groups = tensor_groups(lstm());
  std::vector<std::string> gates;
  for (const TraceTensor* tensor : groups[1].tensors) gates.push_back(tensor_label(*tensor));
  EXPECT_EQ(gates, (std::vector<std::string>{"input gate", "forget gate", "candidate", "output gate", "cell",
                                             "hidden"}));
}

TEST(TensorGroups, HoldEveryTensorOnce) {
  for (const Trace* trace : {&lstm(), &alignment(), &translation()}) {
    std::size_t grouped = 0, all = 0;
    for (const TensorGroup& group : tensor_groups(*trace)) grouped += group.tensors.size();
    for (const TraceTensor& tensor : trace->tensors()) all += tensor.shape.rank() >= 2 ? 1 : 0;
    EXPECT_EQ(grouped, all);
  }
}

TEST(TensorGroups, LayersAreTheSameTensorFurtherUp) {
  const std::string first = "encoder.layers.0.feed_forward.hidden";
  EXPECT_EQ(tensor_in_layer(translation(), first, 1), "encoder.layers.1.feed_forward.hidden");
  EXPECT_EQ(tensor_in_layer(translation(), first, -1), first);
  EXPECT_EQ(tensor_in_layer(translation(), first + ".grad", 1), "encoder.layers.1.feed_forward.hidden.grad");
  EXPECT_EQ(tensor_in_layer(translation(), "output.logits", 1), "output.logits");
}

TEST(TensorGroups, EveryModelWithoutAttentionHasATensorToBeginWith) {
  for (const Preset& preset : builtin_presets()) {
    if (is_transformer(preset.model) || !is_trainable(preset)) continue;
    const Experiment e = make_experiment(preset);
    auto snapshot = std::make_shared<WeightsSnapshot>();
    snapshot->weights.assign(static_cast<std::size_t>(e.model->parameters().size()), Real(0.01));
    const Example example = e.task->sample_example();
    const bool stream = e.task->format() == Format::Stream;
    const TraceRequest request{.source = stream ? "" : example.source,
                               .target = stream ? example.source + example.target : example.target,
                               .picture = example.picture};
    const TracePtr trace = Tracer(e.model, e.vocabularies).trace(snapshot, request);
    EXPECT_TRUE(trace->find(default_tensor(e.preset.model))) << preset.name;
  }
}

TEST(TensorGroups, CellsStayWithinTheirTensor) {
  const TraceTensor& weights = alignment().at("alignment.weights");
  const CellName cell = cell_at(weights, 99, 1);
  EXPECT_EQ(cell.index, (std::vector<Index>{0, weights.shape[1] - 1, 1}));
  EXPECT_EQ(row_of(cell), weights.shape[1] - 1);
  EXPECT_EQ(column_of(cell), 1);
  EXPECT_EQ(row_of(CellName{"loss.mean", {}}), 0);
}

TEST(TensorText, EveryTensorOfEveryArchitectureHasALabel) {
  for (const Trace* trace : {&lstm(), &alignment(), &translation()}) {
    for (const TraceTensor& tensor : trace->tensors()) {
      EXPECT_EQ(cell_title(*trace, tensor.name).find('_'), std::string::npos) << tensor.name;
      EXPECT_EQ(tensor_label(tensor).find('_'), std::string::npos) << tensor.name;
    }
  }
}

TEST(TensorText, AlignmentsRunFromTargetToSource) {
  EXPECT_EQ(index_words(alignment(), {"alignment.weights", {0, 2, 1}}), "query “chat” · key “black”");
  EXPECT_EQ(index_words(alignment(), {"alignment.key", {0, 1, 5}}), "key “black” · feature 5");
  ViewModel model;
  model.trace = std::shared_ptr<const Trace>(&alignment(), [](const Trace*) {});
  model.vocabularies = make_experiment(find_preset("seq2seq-attention")).vocabularies;
  model.format = Format::Pairs;
  const TensorAxes axes = tensor_labels(model, alignment(), alignment().at("alignment.weights"));
  EXPECT_EQ(names_of(axes.rows), (std::vector<std::string>{"<sos>", "le", "chat", "noir"}));
  EXPECT_EQ(names_of(axes.cols), (std::vector<std::string>{"the", "black", "cat", "<eos>"}));
  EXPECT_EQ(axes.row_title, "target");
  EXPECT_EQ(axes.col_title, "source");
}

/// The names along the columns of the logits, which are the entries of the tokenizer.
std::vector<std::string> logit_names(const ViewModel& model) {
  return names_of(tensor_labels(model, *model.trace, model.trace->at("output.logits")).cols);
}

std::vector<std::string> entries_of(const Tokenizer& tokenizer) {
  std::vector<std::string> entries;
  for (TokenId id = 0; id < tokenizer.size(); ++id) entries.push_back(tokenizer.entry(id));
  return entries;
}

TEST(TensorText, VocabulariesAreNotCopiedAtEachFrame) {
  FrameMemory memory;
  ViewModel model;
  model.memory = &memory;
  model.trace = std::shared_ptr<const Trace>(&alignment(), [](const Trace*) {});
  model.vocabularies = make_experiment(find_preset("seq2seq-attention")).vocabularies;
  const TraceTensor& logits = alignment().at("output.logits");
  const TokenAxis first = tensor_labels(model, alignment(), logits).cols,
                  second = tensor_labels(model, alignment(), logits).cols;
  EXPECT_EQ(first.names.data(), second.names.data());
}

TEST(TensorText, VocabulariesAreThoseOfTheModel) {
  FrameMemory memory;
  ViewModel letters, words;
  letters.memory = words.memory = &memory;
  letters.trace = traced("characters", "", "the owl");
  letters.vocabularies = make_experiment(find_preset("characters")).vocabularies;
  words.trace = std::shared_ptr<const Trace>(&alignment(), [](const Trace*) {});
  words.vocabularies = make_experiment(find_preset("seq2seq-attention")).vocabularies;
  for (int turn = 0; turn < 2; ++turn) {
    EXPECT_EQ(logit_names(letters), entries_of(letters.vocabularies->target));
    EXPECT_EQ(logit_names(words), entries_of(words.vocabularies->target));
  }
}

TEST(TensorText, GatesAreSharesAndStatesAreSigned) {
  const TracePtr words = traced("word-vectors", "the", "cat");
  EXPECT_EQ(tensor_scale(lstm(), "recurrent.layers.0.forget_gate").mode, RangeMode::Fixed);
  EXPECT_EQ(tensor_scale(lstm(), "recurrent.layers.0.forget_gate.grad").scale, Scale::Diverging);
  EXPECT_EQ(tensor_scale(lstm(), "recurrent.layers.0.cell").scale, Scale::Diverging);
  EXPECT_EQ(tensor_scale(lstm(), "output.probabilities").mode, RangeMode::PerMatrix);
  EXPECT_EQ(tensor_scale(*words, "output.probabilities").mode, RangeMode::Fixed);
}

TEST(TensorText, ExpertsAreNamedAsSuch) {
  const TracePtr trace = traced("experts", "", "\"You are late,\"");
  const std::string gates = "decoder.layers.0.feed_forward.router.gates";
  EXPECT_EQ(index_words(*trace, {gates, {0, 1, 2}}), "token “You” · expert 2");
  EXPECT_EQ(tensor_place(*trace, gates), "decoder layer 0 · router");
  EXPECT_EQ(tensor_place(*trace, "decoder.layers.0.feed_forward.experts.1.output"),
            "decoder layer 0 · expert 1");
  EXPECT_EQ(index_words(*trace, {"decoder.layers.0.feed_forward.router.load", {0, 3}}), "expert 3");
}

}  // namespace
}  // namespace attnlab
