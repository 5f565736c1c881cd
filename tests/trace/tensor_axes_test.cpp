// The tokens along the axes of a tensor.
#include "core/trace/tensor_axes.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

/// The text along axis `axis`.
std::string along(const Trace& trace, std::string_view tensor, std::size_t axis) {
  std::string text;
  for (const Piece& piece : axis_pieces(trace, trace.at(tensor), axis)) text += piece.text + " ";
  return text;
}

TEST(TensorAxes, AnAlignmentLooksAtTheSource) {
  const TracePtr trace =
      TracedPreset("seq2seq-attention", {"width=8"}).trace({.source = "abc", .target = "cb"});
  const std::string target = along(*trace, "target.embedding", 1),
                    source = along(*trace, "source.embedding", 1);
  EXPECT_NE(target, source);
  EXPECT_EQ(along(*trace, "alignment.weights", 2), source);
  EXPECT_EQ(along(*trace, "alignment.key", 1), source);
  EXPECT_EQ(along(*trace, "alignment.weights", 1), target);
  EXPECT_EQ(along(*trace, "alignment.query", 1), target);
}

TEST(TensorAxes, OnlyAHiddenTokenHasATarget) {
  const TracedPreset model("masked-words", {"width=8", "heads=2", "layers=1"});
  const Example example = model.experiment.task->sample_example();
  const TracePtr trace = model.trace({.source = example.source, .target = example.target});
  const std::vector<Piece> whole = model.experiment.vocabularies->target.pieces(example.target);
  ASSERT_EQ(trace->target_pieces.size(), trace->source_pieces.size());
  Index hidden = 0;
  for (std::size_t t = 0; t < whole.size(); ++t) {
    const bool counts = trace->source_pieces[t].text == "<mask>";
    EXPECT_EQ(trace->target_pieces[t].text, counts ? whole[t].text : "") << t;
    hidden += counts;
  }
  EXPECT_GT(hidden, 0);
}

TEST(TracedTargets, ThatCanCountNowhereAreRefused) {
  const auto refusal = [](const TracedPreset& model, const std::string& source, const std::string& target) {
    return error_text<std::invalid_argument>(
        [&] { model.trace({.source = source, .target = target, .gradients = false}); });
  };
  const std::vector<std::string> small{"width=8", "heads=2", "layers=1"};
  const TracedPreset classes("brackets", small), labels("bracket-depth", small),
      masked("masked-words", small);
  EXPECT_EQ(refusal(classes, "(())", "blanced"),
            "this model does not have the class \"blanced\"; did you mean balanced or broken?");
  EXPECT_TRUE(refusal(labels, "()", "1 one").starts_with("this model does not have the label \"one\""));
  EXPECT_EQ(refusal(labels, "()", "1"),
            "the text has 2 tokens, but 1 labels: enter one label for each token");
  EXPECT_EQ(refusal(masked, "the <mask> sat", "the owl"),
            "the target has 2 tokens for 3 of the text: enter the whole text, including the masked tokens");
  EXPECT_EQ(refusal(classes, "(())", ""), "no error") << "nobody knows";
}

TEST(TensorAxes, AQuestionIsReadButDoesNotCount) {
  const TracedPreset model("addition", {"width=8", "heads=2", "layers=1"});
  const Example example = model.experiment.task->sample_example();
  const TracePtr trace = model.trace({.source = example.source, .target = example.target}),
                 whole = model.trace({.target = example.source + example.target});
  EXPECT_EQ(along(*trace, "target.embedding", 1), along(*whole, "target.embedding", 1));
  const std::size_t asked = trace->input_pieces.size() - example.target.size();
  for (std::size_t t = 0; t < trace->target_pieces.size(); ++t)
    EXPECT_EQ(trace->target_pieces[t].text.empty(), t + 1 < asked) << t;
  EXPECT_EQ(trace->target_pieces.back().text, "<eos>");
  const std::span<const Real> losses = trace->at("loss.per_token").value;
  double sum = 0;
  for (std::size_t t = asked - 1; t < losses.size(); ++t) sum += static_cast<double>(losses[t]);
  EXPECT_NEAR(trace->loss(), sum / static_cast<double>(losses.size() - asked + 1), 1e-5);
  EXPECT_EQ(losses[0], 0);
  EXPECT_NE(whole->at("loss.per_token").value[0], 0);
}

TEST(TensorAxes, CrossAttentionLooksAtTheSource) {
  const TracePtr trace = TracedPreset("translate", {"width=8", "heads=2"})
                             .trace({.source = "the cat", .target = "le chat noir"});
  const std::string cross = "decoder.layers.0.cross_attention.", self = "decoder.layers.0.self_attention.";
  EXPECT_EQ(along(*trace, cross + "weights", 3), along(*trace, "source.embedding", 1));
  EXPECT_EQ(along(*trace, cross + "weights", 2), along(*trace, "target.embedding", 1));
  EXPECT_EQ(along(*trace, self + "weights", 3), along(*trace, "target.embedding", 1));
}

}  // namespace
}  // namespace attnlab::testing
