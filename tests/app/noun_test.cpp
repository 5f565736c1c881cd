// What views call the things that a model says, and what their rows are.
#include "app/base/noun.h"

#include <gtest/gtest.h>

#include "app/views/common/predictions.h"

namespace attnlab {
namespace {

TEST(Noun, StandsInSentences) {
  const NounForms classes{"class", "classes"};
  EXPECT_EQ(with_noun("No {word} of all {words}.", classes), "No class of all classes.");
  EXPECT_EQ(with_noun("{Words}: {words}{word}", classes), "Classes: classesclass");
  EXPECT_EQ(with_noun("{wor} {", classes), "{wor} {") << "other braces stay";
  EXPECT_EQ(with_noun("", classes), "");
}

TEST(Noun, IsWhatAModelOfTheFormatSays) {
  EXPECT_EQ(said_noun(Format::Stream).one, "word");
  EXPECT_EQ(said_noun(Format::Pairs).many, "words");
  EXPECT_EQ(said_noun(Format::Masked).one, "word");
  EXPECT_EQ(said_noun(Format::PictureText).one, "word");
  EXPECT_EQ(said_noun(Format::Labels).many, "labels");
  EXPECT_EQ(said_noun(Format::Class).one, "class");
  EXPECT_EQ(said_noun(Format::Picture).many, "classes");
}

}  // namespace
}  // namespace attnlab
