// Weight edits: which weights change, and back.
#include "core/trace/weight_edit.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"
#include "tests/support/sites.h"

namespace attnlab {
namespace {

struct WeightEdits : ::testing::Test {
  WeightEdits() {
    first = testing::add_parameter(layout, "first.weight", {2, 3}, Initializer::zeros());
    second = testing::add_parameter(layout, "second.weight", {2}, Initializer::zeros());
    for (Index i = 0; i < layout.size(); ++i) weights.push_back(static_cast<Real>(i + 1));
  }
  ParameterLayout layout;
  ParameterId first, second;
  std::vector<Real> weights;
};

TEST_F(WeightEdits, GiveOffsetsWithBothValues) {
  const auto changes =
      weight_changes(layout, weights, {{"first.weight", {1, CellRegion::kWhole}}, CellEdit::How::Scale, -2});
  ASSERT_EQ(changes.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(changes[i].offset, layout[first].offset + 3 + static_cast<Index>(i));
    EXPECT_EQ(changes[i].before, weights[static_cast<std::size_t>(changes[i].offset)]);
    EXPECT_EQ(changes[i].after, -2 * changes[i].before);
  }
  const auto one = weight_changes(layout, weights, {{"second.weight", {1}}, CellEdit::How::Set, 0.5});
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].offset, layout[second].offset + 1);
  EXPECT_EQ(one[0].after, Real(0.5));
}

TEST_F(WeightEdits, OfWhatIsNotThereAreRefused) {
  const auto refusal = [&](const CellEdit& edit) {
    return testing::error_text<std::invalid_argument>([&] { weight_changes(layout, weights, edit); });
  };
  EXPECT_EQ(refusal({{"first.weigth", {0, 0}}}).substr(0, 45),
            "unknown weight first.weigth; did you mean fir");
  EXPECT_EQ(refusal({{"second.weight", {2}}}), "cells [2] are outside second.weight, whose shape is [2]");
}

}  // namespace
}  // namespace attnlab
