// Views wait for no gradient that the pass did not keep: they say that it is being computed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>

#include "app/figure/offscreen.h"
#include "app/figure/svg.h"
#include "app/views/common/hover.h"
#include "app/views/common/views.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

void ignore_commands(const Command&) {}

void draw_all_parts(const ViewModel& model) {
  begin_hover({-FLT_MAX, -FLT_MAX});
  ImGui::BeginChild("stage", {0, 1000});
  draw_stage(model, ignore_commands);
  ImGui::EndChild();
  ImGui::BeginChild("strip", {0, 200});
  draw_filmstrip(model, ignore_commands);
  ImGui::EndChild();
  ImGui::BeginChild("inspector");
  draw_inspector(model, ignore_commands);
  ImGui::EndChild();
}

struct LateGradientViews : LabTest {
  LateGradientViews() {
    open("characters");
    say_and_settle("pass.budget 1");
  }

  /// The picture while every gradient that was not kept is being computed.
  std::string drawn(ViewModel model) {
    FrameMemory memory;
    model.memory = &memory;
    model.gradient_at_hand = [](const TraceTensor& tensor) { return !tensor.gradient.late(); };
    const Drawn drawn =
        draw_offscreen([&] { draw_all_parts(model); }, {.width = 1200, .height = 1900, .paint = false});
    return svg(drawn.figure, {drawn.area, 0, ""});
  }
  std::ptrdiff_t late() const {
    return std::ranges::count_if(lab->view().trace->parameters(),
                                 [](const TraceTensor& tensor) { return tensor.gradient.late(); });
  }
  std::ptrdiff_t computed() const {
    const auto made = [](const TraceTensor& t) { return t.gradient.late() && t.gradient.made(); };
    const Trace& trace = *lab->view().trace;
    return std::ranges::count_if(trace.parameters(), made) + std::ranges::count_if(trace.tensors(), made);
  }
};

TEST_F(LateGradientViews, ComputeNoneThemselves) {
  ASSERT_GT(late(), 0);
  const ModelConfig config = lab->view().trace->config();
  for (const Feature* const view : offered_views(&config)) {
    say_and_settle("view " + std::string(view->name));
    const std::ptrdiff_t before = computed();
    drawn(lab->view());
    EXPECT_EQ(computed(), before) << view->name;
  }
}

TEST_F(LateGradientViews, SayThatAGradientIsBeingComputed) {
  say_and_settle("view steps");
  const std::string tensor = "decoder.layers.0.self_attention.query.weight";
  ASSERT_TRUE(lab->view().trace->at(tensor).gradient.late());
  say_and_settle("select.tensor " + tensor + ".grad");
  const std::string words = "is being computed…";
  std::string all = drawn(lab->view());
  const auto times = [&] {
    std::size_t count = 0;
    for (std::size_t at = all.find(words); at != all.npos; at = all.find(words, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(times(), 2u) << "on the stage, and in the inspector";
  say_and_settle("select.tensor " + tensor);
  all = drawn(lab->view());
  EXPECT_EQ(times(), 1u) << "beside the value";
  EXPECT_EQ(computed(), 0);
}

}  // namespace
}  // namespace attnlab
