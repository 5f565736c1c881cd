// The inspector in its panel of a window of 1600 × 1000: nothing is cut, and the panel alone scrolls.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/views/common/views.h"
#include "app/views/frame/frame_layout.h"
#include "tests/app/drawn_panel.h"
#include "tests/app/traced.h"

namespace attnlab {
namespace {

using testing::DrawnPanel;

ImVec2 inspector_size() {
  FrameSpace space;
  space.em = kBaseEm;
  space.gap = 0.4f * kBaseEm;
  space.area = {{0, 1.8f * kBaseEm}, {1600, 1000}};
  space.tokens = 9 * kBaseEm;
  space.has_encoder = true;
  return plan_frame(space).inspector.size();
}

DrawnPanel inspected(const CellName& cell, int digits) {
  static const TracePtr trace = traced("translate", "the black cat", "le chat noir");
  FrameMemory memory;
  ViewModel model;
  model.trace = trace;
  model.memory = &memory;
  model.state.chosen.shown = cell;
  return testing::drawn_panel(inspector_size(), digits,
                              [&] { draw_inspector(model, [](const Command&) {}); });
}

class InspectorPanel : public ::testing::TestWithParam<CellName> {};

TEST_P(InspectorPanel, CutsNothingAndScrollsAsAWhole) {
  for (const int digits : {2, 3, 7}) {
    const DrawnPanel panel = inspected(GetParam(), digits);
    EXPECT_TRUE(panel.cut.empty()) << digits << " digits: " << *panel.cut.begin();
    EXPECT_EQ(panel.scrolling_within, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Cells, InspectorPanel,
                         ::testing::Values(CellName{kCross + "scores", {0, 2, 2, 1}},
                                           CellName{kCross + "weights", {0, 2, 2, 1}},
                                           CellName{kCross + "query", {0, 2, 2, 5}},
                                           CellName{kCross + "query.grad", {0, 2, 2, 5}},
                                           CellName{kCross + "query.weight", {37, 7}},
                                           CellName{kCross + "query.weight.grad", {37, 7}},
                                           CellName{"encoder.layers.0.attention_norm.variance", {0, 1, 0}},
                                           CellName{"encoder.layers.0.attention_norm.normalized", {0, 1, 9}},
                                           CellName{"output.probabilities", {0, 1, 3}},
                                           CellName{"output.logits", {0, 1, 3}}, CellName{"loss.mean", {}}));

/// Draws some frames of a window, and says for each whether a derivation was there.
std::vector<bool> frames_with_derivation(const ViewModel& model) {
  std::vector<bool> found;
  draw_offscreen(
      [&] {
        begin_target_frame();
        found.push_back(find_target("inspector.copy").has_value());
        Figure* const figure = std::exchange(widgets().figure, nullptr);
        draw_inspector(model, [](const Command&) {});
        widgets().figure = figure;
      },
      {.width = 500, .height = 900, .paint = false});
  found.erase(found.begin());  // of the frame before the first
  return found;
}

TEST(InspectorWork, LongRowsAreExplainedBesideTheScreen) {
  Preset preset = find_preset("translate");
  set_option(preset, "model.feed_forward=4200");
  set_option(preset, "model.layers=1");
  FrameMemory memory;
  ViewModel model;
  model.trace = traced(preset, "the black cat", "le chat noir");
  model.memory = &memory;
  model.state.chosen.shown = CellName{"output.logits", {0, 1, 3}};
  EXPECT_FALSE(frames_with_derivation(model)[0]);
  bool explained = false;
  for (int i = 0; i < 10'000 && !explained; ++i) {
    explained = frames_with_derivation(model)[0];
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(explained);
}

TEST(InspectorWork, ShortRowsAreExplainedInTheirFrame) {
  FrameMemory memory;
  ViewModel model;
  model.trace = traced("translate", "the black cat", "le chat noir");
  model.memory = &memory;
  model.state.chosen.shown = CellName{"output.logits", {0, 1, 3}};
  EXPECT_TRUE(frames_with_derivation(model)[0]);
}

TEST(InspectorTables, ProductsHaveTheirHeading) {
  EXPECT_TRUE(inspected({kCross + "scores", {0, 2, 2, 1}}, 3).has("product"));
}

}  // namespace
}  // namespace attnlab
