// Every tensor of a trace has words, and every cell has its place in tokens.
#include "app/views/common/tensor_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/app/traced.h"

namespace attnlab {
namespace {

TEST(TensorWords, EveryTensorHasATitleAndAxes) {
  const Trace& trace = translation();
  const auto check = [&](const TraceTensor& tensor) {
    EXPECT_NE(cell_title(trace, tensor.name), "") << tensor.name;
    const CellName first{tensor.name, std::vector<Index>(static_cast<std::size_t>(tensor.shape.rank()), 0)};
    if (tensor.shape.rank() == 0) return;
    EXPECT_NE(index_words(trace, first), "") << tensor.name;
  };
  for (const TraceTensor& tensor : trace.tensors()) check(tensor);
  for (const TraceTensor& tensor : trace.parameters()) check(tensor);
}

TEST(TensorWords, EveryTensorHasASentence) {
  for (const char* preset : {"experts", "translate", "seq2seq-attention", "lstm", "digits", "describe",
                             "describe-rnn", "word-vectors"}) {
    const Experiment e = make_experiment(find_preset(preset));
    const Example example = e.task->sample_example();
    const Trainer trainer(e.model, e.task, e.preset.training, 1);
    const bool free = e.task->format() == Format::Stream;
    const std::string target = free ? example.target.substr(0, 20) : example.target;
    const TracePtr trace =
        Tracer(e.model, e.vocabularies).trace(trainer.snapshot(), {example.source, target, example.picture});
    for (const TraceTensor& tensor : trace->tensors()) EXPECT_NE(tensor.site->sentence, "") << tensor.name;
    if (std::string(preset) != "experts") continue;
    const std::string expert = "decoder.layers.0.feed_forward.experts.0.";
    EXPECT_EQ(tensor_title(*trace, expert + "hidden"), "Hidden values") << "no state of a recurrent network";
    EXPECT_EQ(tensor_title(*trace, expert + "activated"), "Activated values");
  }
}

TEST(TensorWords, CellsOfAttentionNameTheirTokens) {
  const Trace& trace = translation();
  const std::string cross = "decoder.layers.1.cross_attention.";
  EXPECT_EQ(index_words(trace, {cross + "scores", {0, 3, 2, 1}}), "head 3 · query “chat” · key “black”");
  EXPECT_EQ(index_words(trace, {cross + "key", {0, 3, 1, 7}}), "head 3 · key “black” · d 7");
  EXPECT_EQ(index_words(trace, {cross + "context", {0, 3, 2, 7}}), "head 3 · query “chat” · d 7");
  EXPECT_EQ(index_words(trace, {cross + "mask", {0, 2, 1}}), "query “chat” · key “black”");
  EXPECT_EQ(index_words(trace, {"encoder.layers.0.self_attention.weights", {0, 0, 2, 3}}),
            "head 0 · query “cat” · key “<eos>”");
  EXPECT_EQ(index_words(trace, {"decoder.layers.0.self_attention.weights", {0, 0, 2, 0}}),
            "head 0 · query “chat” · key “<sos>”");
}

TEST(TensorWords, CellsOfWeightsNameTheirHead) {
  const Trace& trace = translation();
  const std::string query = "decoder.layers.1.cross_attention.query.";
  EXPECT_EQ(index_words(trace, {query + "weight", {33, 7}}), "head 2 · d 1 · input feature 7");
  EXPECT_EQ(index_words(trace, {query + "bias", {33}}), "head 2 · d 1");
  EXPECT_EQ(index_words(trace, {"encoder.layers.0.feed_forward.expand.weight", {33, 7}}),
            "output feature 33 · input feature 7");
}

TEST(TensorWords, WordsOfTheVocabularyAreNamedFromTheText) {
  const Trace& trace = translation();
  const Index chat = trace.input_pieces[2].id;
  EXPECT_EQ(index_words(trace, {"output.probabilities", {0, 1, chat}}), "token “le” · for “chat”");
}

TEST(TensorWords, PlacesGetShorterAndStayApart) {
  using Titles = std::array<std::string, 3>;
  const auto titles = [](const std::string& tensor) {
    return translation().at(tensor).place.shorter_titles();
  };
  EXPECT_EQ(titles("decoder.layers.1.cross_attention.scores"),
            (Titles{"decoder layer 1 · cross-attention", "decoder 1 · cross-attention", "dec 1 · cross"}));
  EXPECT_EQ(titles("encoder.layers.0.feed_forward_norm.mean")[2], "enc 0 · ffn norm");
  EXPECT_EQ(titles("source.embedding"), (Titles{"source", "source", "source"}));
}

TEST(TensorWords, PlacesAndRoles) {
  const Trace& trace = translation();
  EXPECT_EQ(tensor_place(trace, "decoder.layers.1.cross_attention.scores"),
            "decoder layer 1 · cross-attention");
  EXPECT_EQ(tensor_place(trace, "encoder.layers.0.feed_forward_norm.mean"),
            "encoder layer 0 · feed-forward norm");
  EXPECT_EQ(tensor_role(trace, "decoder.layers.1.cross_attention.key"), Role::Key);
  EXPECT_EQ(tensor_role(trace, "decoder.layers.1.cross_attention.key.weight"), Role::Key);
  EXPECT_EQ(tensor_role(trace, "decoder.layers.1.cross_attention.weights"), Role::Output);
  EXPECT_EQ(tensor_role(trace, "source.input"), Role::Residual);
}

TEST(TensorWords, CellsOfPicturesNamePatchesAndPixels) {
  const Experiment e = make_experiment(find_preset("digits"));
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->weights.assign(static_cast<std::size_t>(e.model->parameters().size()), Real(0.01));
  const Example example = e.task->sample_example();
  const TracePtr trace =
      Tracer(e.model, e.vocabularies).trace(snapshot, {.target = example.target, .picture = example.picture});
  EXPECT_EQ(index_words(*trace, {"picture.pixels", {0, 0, 3, 12}}), "pixel row 3 · pixel column 12");
  EXPECT_EQ(index_words(*trace, {"picture.patches", {0, 5, 2}}), "token “1,1” · pixel 2");
  EXPECT_EQ(index_words(*trace, {"picture.input", {0, 5, 2}}), "token “1,0” · feature 2");
  EXPECT_EQ(index_words(*trace, {"picture.with_class", {0, 0, 2}}), "token “[CLS]” · feature 2");
  EXPECT_EQ(index_words(*trace, {"encoder.layers.0.self_attention.weights", {0, 1, 0, 16}}),
            "head 1 · query “[CLS]” · key “3,3”");
}

TEST(TensorWords, UnknownTensorsGiveNothing) {
  const Trace& trace = translation();
  EXPECT_EQ(index_words(trace, {"no.such.tensor", {0}}), "");
  EXPECT_EQ(axis_words(trace, {"source.input", {0, 1, 2}}, 9), "");
  EXPECT_EQ(axis_words(trace, {"source.input", {0, 99, 2}}, 1), "99");
}

TEST(TensorWords, SayWhatWasComputedBeforeAnEdit) {
  const std::string name = "decoder.layers.0.self_attention.context";
  const Intervention zeros{
      .name = name, .change = [](const Shape&, std::span<Real> cells) { std::ranges::fill(cells, Real(0)); }};
  const TracePtr trace = traced("translate", "the black cat", "le chat noir", {zeros});
  EXPECT_EQ(cell_title(*trace, name + ".computed"), cell_title(*trace, name) + ", as computed");
  EXPECT_EQ(cell_title(*trace, name + ".computed.grad"),
            cell_title(*trace, name) + ", gradient, as computed");
  EXPECT_EQ(tensor_title(*trace, name + ".computed.grad"),
            tensor_title(*trace, name) + ", gradient, as computed");
  EXPECT_EQ(tensor_role(*trace, name + ".computed"), tensor_role(*trace, name));
}

}  // namespace
}  // namespace attnlab
