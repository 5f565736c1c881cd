// The operation on the stage: of the tensor and the trace on screen, also while a worker looks for it.
#include "app/views/stage/stage_operation.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/figure/offscreen.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/frame_share.h"
#include "tests/app/traced.h"

namespace attnlab {
namespace {

const std::string kFeedForward = "decoder.layers.0.feed_forward.";

/// Passes over several texts through one model with long rows.
class Passes {
 public:
  Passes()
      : experiment_(make_experiment(preset())),
        trainer_(experiment_.model, experiment_.task, experiment_.preset.training, 1) {}

  TracePtr over(const std::string& target) const {
    TraceRequest request;
    request.source = "the black cat";
    request.target = target;
    return Tracer(experiment_.model, experiment_.vocabularies).trace(trainer_.snapshot(), request, {});
  }

 private:
  static Preset preset() {
    Preset preset = find_preset("translate");
    set_option(preset, "model.feed_forward=4200");
    set_option(preset, "model.layers=1");
    return preset;
  }

  Experiment experiment_;
  Trainer trainer_;
};

struct StageOperations : ::testing::Test {
  static const Passes& passes() {
    static const Passes all;
    return all;
  }

  StageOperations() { model.memory = &memory; }

  /// Draws a few frames of a window, in each of which the stage asks for the operation.
  void draw_frames() {
    draw_offscreen(
        [&] {
          Figure* const figure = std::exchange(widgets().figure, nullptr);
          answer = stage_operation(model);
          if (answer) expect_true_answer();
          unfinished = frame_is_unfinished();
          widgets().figure = figure;
        },
        {.width = 100, .height = 100, .paint = false});
  }

  /// What is shown is of the tensor and the trace on screen, or not there yet.
  void expect_true_answer() const {
    const CellName& cell = *model.state.chosen.shown;
    EXPECT_EQ(answer->trace, model.trace);
    if (!answer->formula.empty()) {
      EXPECT_EQ(answer->formula, model.trace->explain(cell.tensor, cell.index).formula);
    }
    const TraceTensor& tensor = model.trace->at(value_name(cell.tensor));
    const std::optional<ProductParts> wanted =
        is_gradient(cell.tensor) ? gradient_product(*model.trace, tensor) : product_of(*model.trace, tensor);
    ASSERT_EQ(answer->product.has_value(), wanted.has_value()) << cell.tensor;
    if (!wanted) return;
    EXPECT_EQ(answer->product->left.tensor, wanted->left.tensor);
    EXPECT_EQ(answer->product->right.tensor, wanted->right.tensor);
    EXPECT_EQ(answer->product->result.tensor, wanted->result.tensor);
    EXPECT_EQ(answer->product->bias, wanted->bias);
  }

  void show(const std::string& tensor) {
    model.state.chosen.shown = CellName{tensor, {0, 1, 2}};
    draw_frames();
  }
  void wait_for_formula() {
    for (int i = 0; i < 10'000 && !(answer && !answer->formula.empty() && !unfinished); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      draw_frames();
    }
    ASSERT_TRUE(answer);
    EXPECT_NE(answer->formula, "");
  }

  FrameMemory memory;
  ViewModel model;
  const StageOperation* answer = nullptr;
  bool unfinished = false;
};

TEST_F(StageOperations, OfAGradientAmongLongRowsIsFoundBesideTheScreen) {
  model.trace = passes().over("le chat noir");
  model.state.chosen.shown = CellName{kFeedForward + "activated.grad", {0, 1, 2}};
  bool first = true;
  draw_offscreen(
      [&] {
        Figure* const figure = std::exchange(widgets().figure, nullptr);
        const StageOperation* const found = stage_operation(model);
        if (std::exchange(first, false)) {
          EXPECT_FALSE(found);
        }
        widgets().figure = figure;
      },
      {.width = 100, .height = 100, .paint = false});
  wait_for_formula();
  EXPECT_TRUE(answer->product);
}

TEST_F(StageOperations, OfAFigureIsFoundInItsFrame) {
  model.trace = passes().over("le chat noir");
  model.state.chosen.shown = CellName{kFeedForward + "activated.grad", {0, 1, 2}};
  draw_offscreen([&] { answer = stage_operation(model); }, {.width = 100, .height = 100, .paint = false});
  ASSERT_TRUE(answer);
  EXPECT_NE(answer->formula, "");
}

TEST_F(StageOperations, AreOfTheTensorAndTheTraceOnScreen) {
  for (const char* text : {"le chat noir", "un chat"}) {
    for (const char* tensor : {"activated.grad", "output", "hidden.grad", "hidden"}) {
      SCOPED_TRACE(std::string(text) + ": " + tensor);
      model.trace = passes().over(text);
      show(kFeedForward + tensor);
    }
    wait_for_formula();
    show(kFeedForward + "activated.grad");
    wait_for_formula();
    model.trace = passes().over("le chat");
    draw_frames();
    EXPECT_TRUE(answer) << "another pass has the same operations";
  }
}

}  // namespace
}  // namespace attnlab
