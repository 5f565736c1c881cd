// Tiles walk: the device's walk through a head's operands equals a walk through the trace's scores.
#include <gtest/gtest.h>

#include <cmath>

#include "app/features/tiles/work_walk.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/small_passes.h"
#include "tests/support/waiting.h"

namespace attnlab {
namespace {

using testing::PlainDevice;
using testing::SmallRun;

Preset language_model(std::initializer_list<const char*> options) {
  Preset preset = testing::small_language_model();
  for (const char* option : options) set_option(preset, option);
  return preset;
}

TracePtr trace_of(const Preset& preset, std::initializer_list<const char*> edits = {}) {
  const SmallRun run(preset, 3);
  TraceRequest request{.source = "", .target = "the owl"};
  for (const char* edit : edits) request.edits.push_back(parse_edit(edit));
  return Tracer(run.experiment.model, run.experiment.vocabularies)
      .trace(run.trainer.state().snapshot, request);
}

constexpr const char* kAttention = "decoder.layers.0.self_attention";

/// The walk of queries first … first + block − 1 of a head through the trace's masked scores.
OnlineSoftmaxWalk walk_of_scores(const Trace& trace, const TilesPlace& place) {
  const TraceTensor &masked = trace.at(std::string(kAttention) + ".masked"),
                    &value = trace.at(std::string(kAttention) + ".value");
  const Index queries = masked.shape[2], keys = masked.shape[3], size = value.shape[3];
  const Index rows = std::min(place.block, queries - place.first_query);
  const auto first = static_cast<std::size_t>((place.head * queries + place.first_query) * keys);
  return online_softmax(masked.value.subspan(first, static_cast<std::size_t>(rows * keys)),
                        value.value.subspan(static_cast<std::size_t>(place.key_head * keys * size),
                                            static_cast<std::size_t>(keys * size)),
                        rows, place.block, place.block);
}

void expect_same(const OnlineSoftmaxWalk& a, const OnlineSoftmaxWalk& b) {
  EXPECT_LT(testing::largest_difference(a.maximum, b.maximum), 1e-5);
  EXPECT_LT(testing::largest_difference(a.sum, b.sum), 1e-5);
  EXPECT_LT(testing::largest_difference(a.rescale, b.rescale), 1e-5);
  EXPECT_LT(testing::largest_difference(a.output, b.output), 1e-5);
}

TEST(TilesWalk, IsThatOfTheTracesScores) {
  PlainDevice device;
  const Preset presets[] = {
      language_model({}), language_model({"model.positions=rotary"}),
      language_model({"model.heads=4", "model.key_value_heads=2", "model.positions=alibi", "model.window=3"}),
      language_model({"model.scaled_scores=false"}), language_model({"model.positions=relative_bias"})};
  for (const Preset& preset : presets)
    for (const Index first : {0, 4}) {
      const TracePtr trace = trace_of(preset, {"mask decoder.layers.0.self_attention window 4"});
      const Index heads = preset.model.heads,
                  shared = heads / trace->at(std::string(kAttention) + ".value").shape[1];
      const TilesPlace place{kAttention, heads - 1, (heads - 1) / shared, first, 4};
      const TilesWalk made = walk_on_device(device, trace, place);
      EXPECT_EQ(made.why_not, "");
      EXPECT_EQ(made.trace, trace);
      EXPECT_EQ(made.place, place);
      expect_same(made.walk, walk_of_scores(*trace, place));
    }
  EXPECT_EQ(device.walks, 10);
}

TEST(TilesWalk, EditsBeforeAndAfterTheScoresAreIn) {
  PlainDevice device;
  const TilesPlace place{kAttention, 1, 1, 0, 4};
  for (const char* edit : {"decoder.layers.0.self_attention.query[0,1,2,3]=4",
                           "decoder.layers.0.self_attention.masked[0,1,2,1]=2",
                           "decoder.layers.0.self_attention.value[0,1,1,*]=3"}) {
    const TracePtr trace = trace_of(language_model({}), {edit});
    const TilesWalk made = walk_on_device(device, trace, place);
    EXPECT_EQ(made.why_not, "") << edit;
    expect_same(made.walk, walk_of_scores(*trace, place));
  }
}

TEST(TilesWalk, ScoresThatTheKernelWouldNotMakeAreNotWalked) {
  PlainDevice device;
  for (const char* edit : {"decoder.layers.0.self_attention.scores[0,1,2,1]=4",
                           "decoder.layers.0.self_attention.scaled[0,1,2,1]=4"})
    EXPECT_EQ(walk_on_device(device, trace_of(language_model({}), {edit}), {kAttention, 1, 1, 0, 4}).why_not,
              "An edit changed these scores, and the kernel computes them from Q and K");
  EXPECT_EQ(walk_on_device(device, trace_of(language_model({})), {"nothing", 0, 0, 0, 4}).why_not,
            "These scores are not a product QKᵀ of attention heads");
  device.fails_steps = true;
  EXPECT_EQ(walk_on_device(device, trace_of(language_model({})), {kAttention, 1, 1, 0, 4}).why_not,
            "The GPU could not compute this tile");
  EXPECT_EQ(device.walks, 0);
}

/// A device that notes which keys the newest walk's queries see.
struct SeeingDevice : PlainDevice {
  std::vector<std::pair<Index, Index>> seen;  ///< first and end of each range

  bool walk(const AttentionSpec& spec, const AttentionInputs& in, std::span<const Real> added,
            OnlineSoftmaxWalk& walk) override {
    EXPECT_FALSE(spec.mask.hides());
    seen.clear();
    for (const KeyRange& range : seen_keys(added, spec.queries)) seen.emplace_back(range.first, range.end);
    return PlainDevice::walk(spec, in, added, walk);
  }
};
using Ranges = std::vector<std::pair<Index, Index>>;

TEST(TilesWalk, TheKernelKnowsWhatNoQueryOfTheTileSees) {
  SeeingDevice device;
  const auto seen_with = [&](std::initializer_list<const char*> edits) {
    walk_on_device(device, trace_of(language_model({}), edits), {kAttention, 0, 0, 4, 2});
    return device.seen;
  };
  EXPECT_EQ(seen_with({}), (Ranges{{0, 6}})) << "causal: query 5 sees keys 0 … 5";
  EXPECT_EQ(seen_with({"mask decoder.layers.0.self_attention window 3"}), (Ranges{{2, 6}}));
  EXPECT_EQ(seen_with({"mask decoder.layers.0.self_attention sinks 2 1"}), (Ranges{{0, 1}, {3, 6}}));
  EXPECT_EQ(seen_with({"mask decoder.layers.0.self_attention 100000/100000/100000/100000/010010/010001"}),
            (Ranges{{1, 2}, {4, 6}}))
      << "painted: no window of the model";
}

TEST(TilesWalk, AnInfiniteScoreIsNotAHiddenOne) {
  SeeingDevice device;
  const TracePtr trace =
      trace_of(language_model({}), {"decoder.layers.0.self_attention.masked[0,0,1,1]=1e39"});
  ASSERT_TRUE(
      std::isinf(trace->at(std::string(kAttention) + ".masked").value[trace->input_pieces.size() + 1]));
  walk_on_device(device, trace, {kAttention, 0, 0, 1, 1});
  EXPECT_EQ(device.seen, (Ranges{{0, 2}}));
}

ShownWalk on_screen(const ViewModel& view) {
  return shown_walk(*view.analyses, view.gpu, view.trace, view.state);
}

TEST_F(LabTest, TilesAreWalkedByTheGpuWhereItComputes) {
  open();
  const auto walk = [&] { return lab->view().analyses->of<TilesWalk>(); };
  say_and_settle("view tiles");
  EXPECT_EQ(walk(), nullptr) << "the processor computes";
  say_and_settle("device gpu");
  ASSERT_TRUE(walk());
  EXPECT_EQ(walk()->trace, lab->view().trace);
  EXPECT_EQ(walk()->place, tiles_place(lab->view().state, *walk()->trace));
  EXPECT_EQ(walk()->why_not, "");
  EXPECT_EQ(on_screen(lab->view()).by_kernel, &walk()->walk);
  EXPECT_EQ(on_screen(lab->view()).why_not, "");
  say_and_settle("choose tiles.block 2");
  say("select.query 5");
  EXPECT_EQ(on_screen(lab->view()).by_kernel, nullptr) << "of another tile";
  EXPECT_EQ(on_screen(lab->view()).why_not, "") << "not known yet";
  settle();
  EXPECT_EQ(walk()->place.first_query, 4);
  EXPECT_EQ(walk()->place.block, 2);
  EXPECT_EQ(walk()->walk.queries, 2);
  say_and_settle("edit " + walk()->place.attention + ".scores[0,0,0,0]=3");
  EXPECT_EQ(walk()->trace, lab->view().trace);
  EXPECT_EQ(on_screen(lab->view()).by_kernel, nullptr);
  EXPECT_EQ(on_screen(lab->view()).why_not,
            "An edit changed these scores, and the kernel computes them from Q and K");
  say_and_settle("device cpu");
  const auto before = walk();
  say_and_settle("select.query 0");
  EXPECT_EQ(walk(), before) << "the processor computes";
}

TEST_F(LabTest, TilesAreNotWalkedWhileThePassChanges) {
  open();
  say_and_settle("view tiles");
  say_and_settle("device gpu");
  const auto walk = [&] { return lab->view().analyses->of<TilesWalk>(); };
  say_and_settle("train.step 3");
  const auto before = walk();
  say("train.play");
  TracePtr shown;
  int traces = 0;
  ASSERT_TRUE(wait_until(
      [&] {
        lab->update();
        traces += std::exchange(shown, lab->view().trace) != lab->view().trace;
        return traces >= 5;
      },
      kSlowMachine));
  ASSERT_NE(shown, before->trace);
  ASSERT_EQ(lab->view().training.state, TrainingView::State::Running);
  EXPECT_EQ(walk(), before);
  EXPECT_EQ(on_screen(lab->view()).by_kernel, nullptr);
  EXPECT_EQ(on_screen(lab->view()).why_not, "The model is training");
  say("device cpu");
  EXPECT_EQ(on_screen(lab->view()).why_not, "") << "nobody asks it";
  say("device gpu");
  say("timeline.to 0");
  EXPECT_TRUE(wait_until(
      [&] {
        lab->update();
        return walk()->trace->step() == 0;
      },
      kSlowMachine))
      << "a past step stands still";
  EXPECT_EQ(on_screen(lab->view()).by_kernel, &walk()->walk);
}

TEST_F(LabTest, WhatTheGpuLeavesToTheProcessorIsSaidAndItGoesOn) {
  open();
  say_and_settle("device gpu");
  refuse_by_gpu("the head size is 200");
  settle();
  EXPECT_EQ(ask("notice"), "the processor computes what does not fit on the GPU: the head size is 200");
  EXPECT_EQ(ask("device"), "gpu");
}

TEST_F(LabTest, AGpuThatFailsIsWalkedNoMore) {
  open();
  say_and_settle("view tiles");
  say_and_settle("device gpu");
  fail_gpu("it failed");
  settle();
  EXPECT_EQ(ask("device"), "cpu");
  const auto before = lab->view().analyses->of<TilesWalk>();
  say_and_settle("select.query 0");
  EXPECT_EQ(lab->view().analyses->of<TilesWalk>(), before);
}

}  // namespace
}  // namespace attnlab
