// Tests of texts that stand between tokens of their tokenizer: what models read, and what a trace calls it.
#include <gtest/gtest.h>

#include "core/models/model.h"
#include "core/tasks/base/encode.h"
#include "core/trace/tracer.h"
#include "tests/support/framed_tokenizer.h"

namespace attnlab::testing {
namespace {

using Ids = std::vector<TokenId>;

Tokenizer two_labels() {
  return Tokenizer::from_vocabulary({"no", "yes"}, TokenLevel::Labels, kNoSpecialTokens);
}

std::vector<std::string> names_of(const std::vector<Piece>& pieces) {
  std::vector<std::string> names;
  for (const Piece& piece : pieces) names.push_back(piece.text);
  return names;
}

TEST(FramedTexts, StreamsBeginWithWhatComesBefore) {
  const Vocabularies v{{}, framed_tokenizer()};
  const Batch batch = encode_example(Format::Stream, v, {"", "ab"});
  EXPECT_EQ(batch.input, (Ids{0, 6, 5}));
  EXPECT_EQ(batch.target, (Ids{6, 5, kIgnoredTarget}));
  const Batch asked = encode_example(Format::Stream, v, {"a", "b"});
  EXPECT_EQ(asked.input, (Ids{0, 6, 3, 5})) << "each text has its space in front";
  EXPECT_EQ(asked.target, (Ids{kIgnoredTarget, 3, 5, 1}));
}

TEST(FramedTexts, OthersAreReadWithAllOfTheFrame) {
  const Vocabularies same{framed_tokenizer(), framed_tokenizer()}, labels{framed_tokenizer(), two_labels()};
  EXPECT_EQ(encode_example(Format::Masked, same, {"ab", ""}).source, (Ids{0, 6, 5, 1}));
  const Ids nothing(5, kIgnoredTarget);
  EXPECT_EQ(encode_example(Format::Masked, same, {"<m> b", ""}).target, nothing) << "nothing is known of it";
  EXPECT_EQ(encode_example(Format::Masked, same, {"<m>b", "ab"}).target,
            (Ids{kIgnoredTarget, 6, kIgnoredTarget, kIgnoredTarget, kIgnoredTarget}));
  const Batch of_class = encode_example(Format::Class, labels, {"ab", "yes"});
  EXPECT_EQ(of_class.source, (Ids{0, 6, 5, 1}));
  EXPECT_EQ(of_class.target, Ids{1});
  const Batch of_labels = encode_example(Format::Labels, labels, {"ab", "yes no"});
  EXPECT_EQ(of_labels.source, (Ids{0, 6, 5, 1}));
  EXPECT_EQ(of_labels.target, (Ids{kIgnoredTarget, 1, 0, kIgnoredTarget}));
  EXPECT_EQ(encode_example(Format::Pairs, same, {"ab", "b"}).source, (Ids{0, 6, 5, 1}))
      << "its end is the frame's";
}

TEST(FramedTexts, BehindTheEndOfATextStandsTheSecondOfAPair) {
  const Vocabularies same{framed_tokenizer(), framed_tokenizer()};
  const Batch one = encode_example(Format::Masked, same, {"ab", ""});
  EXPECT_TRUE(one.source_segments.empty());
  const Batch pair = encode_example(Format::Masked, same, {"ab</s>b", ""});
  ASSERT_EQ(std::ranges::count(pair.source, 1), 2) << "the end is one token, and comes once more at the end";
  const auto end = std::ranges::find(pair.source, 1) - pair.source.begin();
  for (Index t = 0; t < pair.source_length; ++t)
    EXPECT_EQ(pair.source_segments[static_cast<std::size_t>(t)], t > end ? 1 : 0) << t;
}

TEST(FramedTexts, TracesNameTheFrameAndPartsOfLetters) {
  ModelConfig config;
  config.architecture = "gpt";
  config.target_vocabulary = 300;
  config.context = 16;
  config.width = 8;
  config.heads = 2;
  config.layers = 1;
  config.feed_forward = 8;
  const std::shared_ptr<const Model> model = make_model(config);
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->weights.assign(static_cast<std::size_t>(model->parameters().size()), Real(0.1));
  Vocabularies vocabularies{{}, framed_tokenizer()};
  const Tracer tracer(model, std::make_shared<const Vocabularies>(std::move(vocabularies)));
  const TracePtr trace = tracer.trace(snapshot, {.target = "a\u00e9"});
  EXPECT_EQ(names_of(trace->input_pieces), (std::vector<std::string>{"<s>", "a", "\u00e9[1]", "\u00e9[2]"}));
  EXPECT_EQ(names_of(trace->target_pieces), (std::vector<std::string>{"a", "\u00e9[1]", "\u00e9[2]", ""}));
  EXPECT_EQ(trace->batch().input, (Ids{0, 6, 10 + 0xC3, 10 + 0xA9}));
}

}  // namespace
}  // namespace attnlab::testing
