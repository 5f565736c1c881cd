// Targets that can count nowhere are refused with what was meant.
#include <gtest/gtest.h>

#include "core/tasks/base/encode.h"
#include "core/tasks/base/hidden_token.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

const Vocabularies& vocabularies(bool names) {
  static const Vocabularies named{
      .source = Tokenizer::from_vocabulary({"(", ")"}, TokenLevel::Characters, kNoSpecialTokens),
      .target = Tokenizer::from_vocabulary({"balanced", "broken"}, TokenLevel::Labels, kNoSpecialTokens)};
  static const Tokenizer words =
      Tokenizer::from_vocabulary({"the", "old", "cat"}, TokenLevel::Words, kFramingAndMask);
  static const Vocabularies masked{.source = words, .target = words};
  return names ? named : masked;
}

std::string refusal(Format format, const Example& example) {
  return error_text<std::invalid_argument>(
      [&] { check_target(format, vocabularies(format != Format::Masked), example); });
}

TEST(CheckTarget, AClassThatIsNotThereIsRefused) {
  for (const Format format : {Format::Class, Format::Picture}) {
    EXPECT_EQ(refusal(format, {"()", "blanced"}),
              "this model does not have the class \"blanced\"; did you mean balanced or broken?");
    EXPECT_TRUE(refusal(format, {"()", "balanced broken"}).starts_with("this model does not have the class"));
  }
}

TEST(CheckTarget, ALabelThatIsNotThereIsRefused) {
  EXPECT_EQ(refusal(Format::Labels, {"()", "balanced brken"}),
            "this model does not have the label \"brken\"; did you mean broken or balanced?");
}

TEST(CheckTarget, AMaskedTextIsGivenWhole) {
  EXPECT_EQ(refusal(Format::Masked, {"the <mask> cat", "the old"}),
            "the target has 2 tokens for 3 of the text: enter the whole text, including the masked tokens");
  EXPECT_EQ(refusal(Format::Masked, {"the old cat", "the old cat"}),
            "the text does not contain <mask>: write it where the model should predict a token");
}

TEST(CheckTarget, AVocabularyThatHidesNothingIsNamed) {
  const Tokenizer words = Tokenizer::from_vocabulary({"the", "cat"}, TokenLevel::Words, kFramingTokens);
  const Vocabularies v{.source = words, .target = words};
  EXPECT_EQ(hidden_token(words), "");
  EXPECT_EQ(hidden_token(*vocabularies(false).source), "<mask>");
  EXPECT_EQ(error_text<std::invalid_argument>([&] {
              check_target(Format::Masked, v, {"the cat", "the cat"});
            }),
            "the text cannot contain masked tokens, because the vocabulary does not have a mask token");
}

TEST(CheckTarget, WhatCountsIsTaken) {
  EXPECT_NO_THROW(check_target(Format::Class, vocabularies(true), {"()", "balanced"}));
  EXPECT_NO_THROW(check_target(Format::Class, vocabularies(true), {"()", ""}));
  EXPECT_NO_THROW(check_target(Format::Labels, vocabularies(true), {"()", "balanced broken"}));
  EXPECT_NO_THROW(check_target(Format::Labels, vocabularies(true), {"()", "- broken"}));
  EXPECT_NO_THROW(check_target(Format::Masked, vocabularies(false), {"the <mask> cat", "the old cat"}));
  EXPECT_NO_THROW(check_target(Format::PictureText, vocabularies(false), {"", "unheard of"}));
  EXPECT_NO_THROW(check_target(Format::Stream, vocabularies(false), {"", "unheard of"}));
}

}  // namespace
}  // namespace attnlab::testing
