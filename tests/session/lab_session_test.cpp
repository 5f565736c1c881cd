// A user at work while models learn, are traced, measured and saved: all threads of the window but the
// screen's drawing. Run under ThreadSanitizer; ATTNLAB_SESSION_SECONDS makes it longer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/tensor/random.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

double seconds_wanted() {
  const char* set = std::getenv("ATTNLAB_SESSION_SECONDS");
  return set ? std::max(1.0, std::strtod(set, nullptr)) : 4;
}

/// Commands of a user, the usual ones more often than the rest.
constexpr const char* kDone[] = {
    "train.play",
    "train.play",
    "train.pause",
    "train.toggle",
    "train.step 3",
    "train.to_loss 0.5",
    "train.example",
    "train.rate 0.5",
    "train.rate 1",
    "train.set batch 8",
    "train.set dropout 0.2",
    "timeline.to 3",
    "timeline.to 20",
    "timeline.previous",
    "timeline.previous",
    "timeline.next",
    "timeline.newest",
    "timeline.newest",
    "timeline.budget 16",
    "pin here",
    "unpin 3",
    "branch batch=4",
    "run.show 1",
    "run.show 2",
    "run.close 1",
    "run.close 2",
    "text.source abcd",
    "text.source fedcba",
    "attention.mask causal",
    "attention.mask model",
    "attention.scaling toggle",
    "select.query 1",
    "head.next",
    "layer.next",
    "edit.clear",
    "weight encoder.layers.0.feed_forward.bias1[0]=0.5",
    "view heads",
    "view positions",
    "view norms",
    "view training",
    "view tiles",
    "tiles.next",
    "view tokens",
    "choose tokens.part merges",
    "choose tokens.part one_hot",
    "view cost",
    "choose cost.measurement 1",
    "choose cost.measurement 2",
    "device toggle",
    "choose training.part metrics",
    "choose training.part samples",
    "choose training.part heads",
    "undo",
    "redo",
    "inspect encoder.layers.0.self_attention.weights 0,0,1,1",
};
constexpr const char* kRare[] = {"train.reset", "train.reset 7", "preset reverse", "preset recall-lstm",
                                 "experiment norm 2"};

struct LabSession : LabTest {
  LabSession() : LabTest(folder().path() / "sessions", 0.2) {}
  ~LabSession() override { lab.reset(); }

  static testing::TempFolder& folder() {
    static testing::TempFolder here;
    return here;
  }
};

/// Reads what is on screen as views do.
double read_everything(const ViewModel& view) {
  double sum = 0;
  for (const RunView& run : *view.runs) {
    for (std::size_t i = 0; i < run.record.steps.size(); ++i) sum += run.record.steps[i].loss;
    for (std::size_t i = 0; i < run.record.measurements.size(); ++i)
      for (const float value : run.record.measurements[i].values)
        if (!std::isnan(value)) sum += static_cast<double>(value);
    for (const StatePtr& state : run.record.timeline->states)
      sum += static_cast<double>(state->snapshot->weights[0]);
  }
  if (!view.trace) return sum;
  for (const TraceTensor& tensor : view.trace->tensors())
    for (const Real cell : tensor.value)
      if (std::isfinite(cell)) sum += static_cast<double>(cell);
  return sum;
}

TEST_F(LabSession, AUserWhileModelsLearnAreTracedAndSaved) {
  open();
  say("train.play");
  RandomStream random(7);
  const auto any = [&](const auto& commands) {
    return commands[random.below(static_cast<Index>(std::size(commands)))];
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds_wanted());
  int frames = 0, done = 0;
  Index most_runs = 0;
  for (; std::chrono::steady_clock::now() < end; ++frames) {
    lab->update();
    const ViewModel view = lab->view();
    most_runs = std::max(most_runs, static_cast<Index>(view.runs->size()));
    ASSERT_FALSE(std::isnan(read_everything(view)));
    if (frames % 2 == 0) done += lab->apply(parse_command(any(kDone)));
    if (frames % 90 == 45 && fail_gpu) std::exchange(fail_gpu, nullptr)("it failed");
    if (frames % 60 == 59) lab->apply(parse_command(any(kRare)));
    if (view.runs->size() > 4)
      lab->apply(parse_command("run.close " + std::to_string(view.runs->front().number)));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  say("train.pause");
  settle();
  EXPECT_EQ(lab->close(), "");
  EXPECT_GT(done, frames / 8) << "most was refused";
  RecordProperty("frames", frames);
  RecordProperty("done", done);
  RecordProperty("most_runs", static_cast<int>(most_runs));
}

}  // namespace
}  // namespace attnlab
