// Tasks of drawn pictures: the pictures, the held-out ones, and that both are reproducible.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/tasks/make_task.h"
#include "core/tasks/pictures/drawn_task.h"
#include "core/tasks/task_config.h"
#include "tests/support/error_text.h"
#include "tests/support/tasks.h"

namespace attnlab::testing {
namespace {

/// A task without noise, rotation and shift.
TaskConfig plain(const std::string& name) {
  TaskConfig config = task_named(name);
  config.noise = 0;
  config.rotation = 0;
  config.shift = 0;
  return config;
}

Batch drawn(const Task& task, Split split, Index count, std::uint64_t key) {
  RandomStream random(key);
  Batch batch;
  task.sample(split, random, count, batch);
  return batch;
}

class DrawnPictures : public ::testing::TestWithParam<const char*> {};

TEST_P(DrawnPictures, FillABatch) {
  const auto task = make_task(task_named(GetParam()), {0, 20, 3});
  const Batch batch = drawn(*task, Split::Train, 200, 1);
  EXPECT_EQ(task->format(), Format::Picture);
  EXPECT_EQ(batch.pictures.size(), 200u * 3 * 20 * 20);
  EXPECT_EQ(batch.target_length, 1);
  EXPECT_EQ(batch.counted_targets(), 200);
  EXPECT_EQ(batch.source_length + batch.input_length, 0);
  for (const Real pixel : batch.pictures) ASSERT_TRUE(pixel >= 0 && pixel <= 1) << pixel;
  const std::set<TokenId> classes(batch.target.begin(), batch.target.end());
  EXPECT_EQ(static_cast<Index>(classes.size()), task->target_tokenizer().size());
}

TEST_P(DrawnPictures, AreGivenByTheSeed) {
  const auto one = make_task(task_named(GetParam()), 0), other = make_task(task_named(GetParam()), 0);
  EXPECT_EQ(drawn(*one, Split::Train, 8, 5).pictures, drawn(*other, Split::Train, 8, 5).pictures);
  EXPECT_NE(drawn(*one, Split::Train, 8, 5).pictures, drawn(*one, Split::Train, 8, 6).pictures);
  EXPECT_NE(drawn(*one, Split::Train, 8, 5).pictures, drawn(*one, Split::Validation, 8, 5).pictures);
}

TEST_P(DrawnPictures, HaveInkAndPaperThatDiffer) {
  const auto task = make_task(plain(GetParam()), 0);
  const Batch batch = drawn(*task, Split::Train, 100, 2);
  for (std::size_t row = 0; row < 100; ++row) {
    const auto pixels = std::span(batch.pictures).subspan(row * 256, 256);
    const auto [least, most] = std::ranges::minmax_element(pixels);
    EXPECT_GT(*most - *least, 0.4);
  }
}

TEST_P(DrawnPictures, HeldOutExamplesAreStable) {
  const auto task = make_task(task_named(GetParam()), 0);
  const std::vector<Example> few = task->validation_examples(3), more = task->validation_examples(50);
  ASSERT_EQ(more.size(), 50u);
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i].picture->pixels, more[i].picture->pixels);
  for (const Example& example : more)
    EXPECT_EQ(task->target_tokenizer().encode(example.target).size(), 1u) << example.target;
  EXPECT_EQ(task->sample_example().picture->pixels, few[0].picture->pixels);
}

TEST_P(DrawnPictures, RefuseShapesThatNoPictureHas) {
  EXPECT_EQ(error_text<std::invalid_argument>([] {
              make_task(task_named(GetParam()), {0, 16, 2});
            }),
            "model.picture_channels is 2, but must be 1 (gray) or 3 (red, green, blue)");
  EXPECT_THROW(make_task(task_named(GetParam()), {0, 0, 1}), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(All, DrawnPictures, ::testing::Values("shapes", "digits"),
                         [](const auto& given) { return std::string(given.param); });

TEST(DrawnTask, HoldsOutAShareOfAllPoses) {
  TaskConfig config = task_named("digits");
  config.validation_share = 0.2;
  const auto made = make_task(config, 0);
  const auto& task = dynamic_cast<const DrawnTask&>(*made);
  RandomStream random(3);
  int held_out = 0;
  constexpr int kPoses = 20000;
  for (int i = 0; i < kPoses; ++i) {
    Pose pose;
    for (Index* part : {&pose.x, &pose.y, &pose.size, &pose.turn, &pose.weight, &pose.slant})
      *part = random.below(kPoseSteps);
    pose.kind = random.below(10);
    held_out += task.split_of(pose) == Split::Validation;
    EXPECT_EQ(task.split_of(pose), task.split_of(pose));
  }
  EXPECT_NEAR(held_out / static_cast<double>(kPoses), 0.2, 0.015);
}

TEST(DrawnTask, ACircleIsRoundAndInTheMiddle) {
  int circles = 0;
  for (const Example& example : make_task(plain("shapes"), 0)->validation_examples(40)) {
    if (example.target != "circle") continue;
    ++circles;
    const std::vector<Real>& p = example.picture->pixels;
    for (std::size_t y = 0; y < 16; ++y)
      for (std::size_t x = 0; x < 16; ++x) {
        EXPECT_NEAR(p[y * 16 + x], p[y * 16 + 15 - x], 1e-6) << "mirrored";
        EXPECT_NEAR(p[y * 16 + x], p[x * 16 + y], 1e-6) << "turned";
      }
    EXPECT_NE(p[8 * 16 + 8], p[0]) << "ink in the middle, paper in the corner";
  }
  EXPECT_GT(circles, 0);
}

TEST(DrawnTask, NoiseHasTheDeviationAskedFor) {
  TaskConfig config = plain("shapes");
  config.noise = 0.05;
  const auto noisy = make_task(config, 0);
  double squares = 0;
  Index pixels = 0;
  for (const Example& example : noisy->validation_examples(60)) {
    const std::vector<Real>& p =
        example.picture->pixels;  // two pixels of paper in a row differ by noise alone
    const double light = static_cast<double>(p[0]), next = static_cast<double>(p[1]);
    if (std::min(light, next) < 0.2 || std::max(light, next) > 0.8) continue;  // may be cut at 0 and 1
    squares += (light - next) * (light - next) / 2;
    ++pixels;
  }
  ASSERT_GT(pixels, 15);
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(pixels)), 0.05, 0.02);
}

TEST(Outline, DistancesToLinesAndPolygons) {
  const std::vector<Point> square = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  EXPECT_DOUBLE_EQ(polygon_distance({0, 0}, square), -1);
  EXPECT_DOUBLE_EQ(polygon_distance({3, 0}, square), 2);
  EXPECT_DOUBLE_EQ(polygon_distance({4, 5}, square), 5);
  EXPECT_DOUBLE_EQ(segment_distance({0, 2}, {-1, 0}, {1, 0}), 2);
  EXPECT_DOUBLE_EQ(segment_distance({4, 4}, {1, 0}, {1, 0}), 5) << "a point";
  const std::vector<Point> corner = {{0, 0}, {2, 0}, {2, 2}};
  EXPECT_DOUBLE_EQ(line_distance({3, 1}, corner), 1);
  for (const Point& p : arc({1, 2}, 3, 3, 0, 360)) EXPECT_NEAR(std::hypot(p.x - 1, p.y - 2), 3, 1e-12);
}

}  // namespace
}  // namespace attnlab::testing
