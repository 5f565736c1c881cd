// The inspector in its panel of a window of 1600 × 1000: nothing is cut, and the panel alone scrolls.
#include <gtest/gtest.h>

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

TEST(InspectorTables, ProductsHaveTheirHeading) {
  EXPECT_TRUE(inspected({kCross + "scores", {0, 2, 2, 1}}, 3).has("product"));
}

}  // namespace
}  // namespace attnlab
