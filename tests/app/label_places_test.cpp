// Labels of points: none lies on another or beyond the view, the most important first, and fast enough.
#include "app/widgets/plots/label_places.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/tensor/random.h"

namespace attnlab {
namespace {

bool lie_on_each_other(const Box& a, const Box& b) {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

std::vector<ImVec2> drawn_points(std::size_t count) {
  RandomStream random(7);
  std::vector<ImVec2> points;
  for (std::size_t i = 0; i < count; ++i)
    points.push_back(
        {static_cast<float>(400 + 150 * random.normal()), static_cast<float>(300 + 120 * random.normal())});
  return points;
}

std::vector<std::size_t> in_order(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

const LabelRoom kRoom{.view = {{0, 0}, {800, 600}}};

TEST(LabelPlaces, NoneLiesOnAnotherOrBeyondTheView) {
  for (const std::size_t count : {5u, 60u, 10000u}) {
    const std::vector<ImVec2> points = drawn_points(count);
    const std::vector<PlacedLabel> placed = place_labels(
        points, in_order(count), kRoom, [](std::size_t i) { return 20.0f + static_cast<float>(i % 60); });
    EXPECT_GT(placed.size(), std::min<std::size_t>(count / 2, 40));
    for (std::size_t i = 0; i < placed.size(); ++i) {
      EXPECT_GE(placed[i].box.min.x, 0);
      EXPECT_LE(placed[i].box.max.x, 800);
      EXPECT_GE(placed[i].box.min.y, 0);
      EXPECT_LE(placed[i].box.max.y, 600);
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_FALSE(lie_on_each_other(placed[i].box, placed[j].box)) << i << " on " << j;
    }
  }
}

TEST(LabelPlaces, TheFirstInTheOrderHasItsLabel) {
  const std::vector<ImVec2> points{{100, 100}, {101, 100}, {102, 100}};
  const std::size_t order[] = {2, 0, 1};
  const std::vector<PlacedLabel> placed =
      place_labels(points, order, kRoom, [](std::size_t) { return 50.0f; });
  ASSERT_FALSE(placed.empty());
  EXPECT_EQ(placed[0].point, 2u);
  EXPECT_EQ(placed.size(), 1u) << "the other points lie on its dot";
}

TEST(LabelPlaces, OnlyInTheViewAndAtMostSoMany) {
  const std::vector<ImVec2> points{{-5, 100}, {100, 700}, {100, 100}, {400, 400}};
  LabelRoom room = kRoom;
  room.most = 1;
  const std::vector<PlacedLabel> placed =
      place_labels(points, in_order(4), room, [](std::size_t) { return 30.0f; });
  ASSERT_EQ(placed.size(), 1u);
  EXPECT_EQ(placed[0].point, 2u);
}

}  // namespace
}  // namespace attnlab
