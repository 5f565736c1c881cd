// The message for what a model predicts is that of its format.
#include "app/base/by_prediction.h"

#include <gtest/gtest.h>

#include <string>

namespace attnlab::testing {
namespace {

std::string predicted(Format format) {
  return by_prediction<std::string>(format, "a token", "a label", "a class");
}

TEST(ByPrediction, IsATokenOfModelsThatWriteOrFillText) {
  for (const Format format : {Format::Stream, Format::Pairs, Format::Masked, Format::PictureText})
    EXPECT_EQ(predicted(format), "a token");
}

TEST(ByPrediction, IsALabelOrAClassOfModelsThatClassify) {
  EXPECT_EQ(predicted(Format::Labels), "a label");
  for (const Format format : {Format::Class, Format::Picture}) EXPECT_EQ(predicted(format), "a class");
}

}  // namespace
}  // namespace attnlab::testing
