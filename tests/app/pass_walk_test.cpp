// The walk through a pass: every tensor once and in order, there and back, for every model of the library.
#include "app/state/walk/pass_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/state/tensor_groups.h"
#include "app/state/weight_readers.h"
#include "tests/app/traced.h"
#include "tests/trace/preset_traces.h"

namespace attnlab {
namespace {

class WalkOfPreset : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    trace = testing::first_trace(find_preset(GetParam()), 0.1);
    walk = pass_walk(*trace);
  }
  bool is_weight(const TraceTensor& tensor) const {
    return std::ranges::any_of(trace->parameters(), [&](const TraceTensor& p) { return &p == &tensor; });
  }
  std::span<const WalkStep> forward() const { return {walk.steps.data(), walk.forward}; }
  std::span<const WalkStep> backward() const { return std::span(walk.steps).subspan(walk.forward); }
  TracePtr trace;
  PassWalk walk;
};

/// How often each tensor is made: once, or once for each of its positions.
TEST_P(WalkOfPreset, MakesEveryTensorOnce) {
  std::map<const TraceTensor*, std::multiset<Index>> made;
  for (const WalkStep& step : forward())
    for (const TraceTensor* tensor : step.tensors) made[tensor].insert(step.position);
  for (const TraceTensor& tensor : trace->tensors()) {
    if (tensor.shape.rank() < 2 && tensor.name != "loss.mean") continue;
    const std::multiset<Index>& times = made[&tensor];
    ASSERT_FALSE(times.empty()) << tensor.name;
    if (*times.begin() < 0) {
      EXPECT_EQ(times.size(), 1u) << tensor.name;
      continue;
    }
    EXPECT_EQ(static_cast<Index>(times.size()), tensor.shape.last(1)) << tensor.name;
    EXPECT_EQ(std::set(times.begin(), times.end()).size(), times.size()) << tensor.name;
  }
  for (const auto& [tensor, times] : made) EXPECT_EQ(trace->find(tensor->name), tensor);
}

/// No step reads a later tensor: each step or an earlier one made the operands of its cells.
TEST_P(WalkOfPreset, ReadsOnlyWhatWasMadeBefore) {
  std::map<std::pair<std::string, Index>, std::size_t> made_at;
  for (std::size_t i = 0; i < walk.forward; ++i)
    for (const TraceTensor* tensor : walk.steps[i].tensors)
      made_at[{tensor->name, walk.steps[i].position}] = i;
  for (std::size_t i = 0; i < walk.forward; ++i) {
    const WalkStep& step = walk.steps[i];
    for (const TraceTensor* tensor : step.tensors) {
      const CellName cell = cell_at(*tensor, std::max<Index>(step.position, 0), 0);
      for (const CellName& operand : trace->explain(tensor->name, cell.index).operands()) {
        auto found = made_at.find({operand.tensor, -1});
        if (found == made_at.end()) found = made_at.find({operand.tensor, row_of(operand)});
        if (found == made_at.end()) continue;  // a weight
        EXPECT_LE(found->second, i) << tensor->name << " reads " << operand.text();
      }
    }
  }
}

TEST_P(WalkOfPreset, GoesBackTheSameWay) {
  std::vector<std::pair<const TraceTensor*, Index>> expected;
  for (const WalkStep& step : forward())
    if (!step.ids && !step.shown->gradient.empty())
      expected.insert(expected.begin(), {step.shown, step.position});
  ASSERT_FALSE(expected.empty());
  std::vector<std::pair<const TraceTensor*, Index>> values;
  for (const WalkStep& step : backward()) {
    EXPECT_EQ(step.name(), step.shown->name + ".grad");
    if (!is_weight(*step.shown)) values.emplace_back(step.shown, step.position);
  }
  EXPECT_EQ(values, expected);
  const std::string& last = walk.steps.back().shown->name;
  EXPECT_TRUE(last.find("embedding") != std::string::npos || last.starts_with("picture.") ||
              last.starts_with("source.features"))
      << last;
}

/// Every matrix of trained weights comes once, after all operands of its gradient.
TEST_P(WalkOfPreset, GradientsOfWeightsComeWhenTheyAreComplete) {
  std::map<std::string, std::size_t> last;
  for (std::size_t i = 0; i < backward().size(); ++i)
    for (const TraceTensor* tensor : backward()[i].tensors) last[tensor->name] = i;
  for (const TraceTensor& weight : trace->parameters()) {
    if (weight.shape.rank() != 2 || weight.gradient.empty()) continue;
    const auto times = std::ranges::count(backward(), &weight, &WalkStep::shown);
    EXPECT_EQ(times, 1) << weight.name;
    for (const CellName& operand :
         trace->explain(weight.name + ".grad", std::vector<Index>{0, 0}).operands()) {
      const auto found = last.find(std::string(value_name(operand.tensor)));
      if (is_gradient(operand.tensor) && found != last.end()) {
        EXPECT_LT(found->second, last[weight.name]) << weight.name << " " << operand.text();
      }
    }
  }
}

/// Walking puts each step on the stage and finds it there again.
TEST_P(WalkOfPreset, EveryStepIsFoundWhereItWasPut) {
  AppState state;
  for (std::size_t i = 0; i < walk.steps.size(); ++i) {
    go_to(state, walk.steps[i]);
    EXPECT_EQ(walk_position(walk, state), i) << walk.steps[i].name();
    EXPECT_EQ(value_name(chosen_cell(state).tensor), walk.steps[i].shown->name);
  }
}

TEST_P(WalkOfPreset, EveryWeightStandsBesideTheFirstStepThatReadsIt) {
  for (const TraceTensor& weight : trace->parameters()) {
    AppState state;
    state.chosen.shown = cell_at(weight, 0, 0);
    const auto step = step_beside(walk, *trace, state);
    ASSERT_TRUE(step) << weight.name;
    EXPECT_LT(*step, walk.forward) << weight.name;
    const std::string part = weight.name.substr(0, weight.name.rfind('.'));
    const auto is_this = [&](const TraceTensor& w) { return &w == &weight; };
    for (const auto& [read, reader] : weight_readers(*trace, is_this))
      if (const auto other = find_step(walk, reader->name)) {
        EXPECT_LE(*step, *other) << weight.name;
      }
    if (weight.name.ends_with("gamma")) {
      EXPECT_EQ(walk.steps[*step].name(), part + ".output");
    }
  }
}

TEST_P(WalkOfPreset, BeginsWithItsInputAndEndsWithTheLoss) {
  EXPECT_TRUE(walk.steps[0].ids || walk.steps[0].shown->name == "picture.pixels" ||
              walk.steps[0].shown->name == "source.numbers")
      << walk.steps[0].name();
  EXPECT_EQ(walk.steps[walk.forward - 1].shown->name, "loss.per_token");
  EXPECT_EQ(walk.steps[walk.forward].name(), "loss.per_token.grad");
}

INSTANTIATE_TEST_SUITE_P(Chosen, WalkOfPreset, ::testing::ValuesIn(testing::chosen_presets()),
                         [](const auto& preset) { return testing::test_name(preset.param); });
INSTANTIATE_TEST_SUITE_P(Every, WalkOfPreset, ::testing::ValuesIn(testing::other_presets()),
                         [](const auto& preset) { return testing::test_name(preset.param); });

std::vector<std::string> names(std::span<const WalkStep> steps) {
  std::vector<std::string> all;
  for (const WalkStep& step : steps)
    all.push_back(step.name() + (step.ids ? " ids" : "") +
                  (step.position < 0 ? "" : " " + std::to_string(step.position)));
  return all;
}

TEST(PassWalk, ACellIsOneStepAfterTheOther) {
  const TracePtr trace = traced("lstm", "", "The");
  const PassWalk walk = pass_walk(*trace);
  const auto all = names(walk.steps);
  EXPECT_EQ(std::vector(all.begin(), all.begin() + 4),
            (std::vector<std::string>{"target.embedding ids", "target.embedding",
                                      "recurrent.layers.0.hidden 0", "recurrent.layers.0.hidden 1"}));
  std::vector<std::string> made;
  for (const TraceTensor* tensor : walk.steps[2].tensors) made.push_back(tensor->name.substr(19));
  EXPECT_EQ(made, (std::vector<std::string>{"input_gate", "forget_gate", "candidate", "output_gate", "cell",
                                            "hidden"}));
  EXPECT_EQ(names(walk.steps).back(), "target.embedding.weight.grad");
}

TEST(PassWalk, ADecoderAlignsBeforeEachOfItsCells) {
  const TracePtr trace = traced("seq2seq-attention", "the black cat", "le chat");
  const PassWalk walk = pass_walk(*trace);
  const auto aligned = find_step(walk, "alignment.weights");
  ASSERT_TRUE(aligned);
  std::vector<std::string> parts;
  for (std::size_t i = *aligned; i < *aligned + 4; ++i)
    parts.push_back(walk.steps[i].place.name() + " " + std::to_string(walk.steps[i].position));
  EXPECT_EQ(parts, (std::vector<std::string>{"alignment 0", "decoder.layers.0 0", "alignment 1",
                                             "decoder.layers.0 1"}));
}

TEST(PassWalk, AnAttentionHasItsNineOperations) {
  const PassWalk walk = pass_walk(translation());
  const auto query = find_step(walk, "decoder.layers.1.cross_attention.query");
  ASSERT_TRUE(query);
  const auto [first, end] = walk.part_of(*query);
  EXPECT_EQ(first, *query);
  ASSERT_EQ(end - first, static_cast<std::size_t>(kStageCount));
  for (int i = 0; i < kStageCount; ++i)
    EXPECT_EQ(walk.steps[first + static_cast<std::size_t>(i)].stage, static_cast<Stage>(i));
  EXPECT_EQ(names({walk.steps.data(), 4}),
            (std::vector<std::string>{"source.embedding ids", "source.embedding", "source.positions",
                                      "source.input"}));
}

TEST(PassWalk, KeepsTheTokenThatIsLookedAt) {
  const PassWalk walk = pass_walk(translation());
  AppState state;
  state.selection.head = 2;
  go_to(state, walk.steps[*find_step(walk, "decoder.layers.0.feed_forward.hidden")]);
  state.chosen.shown->index = {0, 3, 5};
  go_to(state, walk.steps[*find_step(walk, "decoder.layers.1.self_attention.query")]);
  EXPECT_EQ(chosen_cell(state).text(), "decoder.layers.1.self_attention.query[0,2,3,0]");
  go_to(state, walk.steps[*find_step(walk, "decoder.layers.1.self_attention.query.grad")]);
  EXPECT_EQ(chosen_cell(state).text(), "decoder.layers.1.self_attention.query.grad[0,2,3,0]");
}

}  // namespace
}  // namespace attnlab
