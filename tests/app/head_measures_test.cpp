// Which measures of heads there are for what a model reads.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/features/heads/view_frame.h"
#include "app/state/heads_choice.h"

namespace attnlab {
namespace {

bool measures(const ViewModel& model, std::string_view name) {
  return std::ranges::any_of(measures_for(model), [&](const HeadMeasure* m) { return m->name == name; });
}

TEST(HeadMeasures, PatchesOfAPictureAreNeverAlike) {
  ViewModel model;
  model.format = Format::Stream;
  model.state.choices.of<HeadsChoice>().badge = "induction";
  EXPECT_TRUE(measures(model, "induction"));
  EXPECT_EQ(chosen_measure(model).name, "induction");
  model.format = Format::Picture;
  EXPECT_FALSE(measures(model, "induction"));
  EXPECT_TRUE(measures(model, "entropy"));
  EXPECT_EQ(chosen_measure(model).name, "strongest");
}

}  // namespace
}  // namespace attnlab
