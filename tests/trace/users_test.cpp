// Users of a number: a cell is a user exactly if its derivation has the number.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/tensor/random.h"
#include "tests/trace/preset_traces.h"
#include "tests/trace/recompute.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

bool holds(const std::vector<CellName>& cells, const CellName& cell) {
  return std::ranges::find(cells, cell) != cells.end();
}

std::vector<CellName> operands_of(const Trace& trace, const CellName& cell) {
  return trace.explain(cell.tensor, cell.index).operands();
}

std::vector<CellName> users_of(const Trace& trace, const CellName& cell) {
  return trace.users(cell.tensor, cell.index);
}

/// Tensors of `cells` in order, each once, with the number of cells.
std::vector<std::pair<std::string, int>> counted(const std::vector<CellName>& cells) {
  std::vector<std::pair<std::string, int>> tensors;
  for (const CellName& cell : cells) {
    if (tensors.empty() || tensors.back().first != cell.tensor) tensors.push_back({cell.tensor, 0});
    ++tensors.back().second;
  }
  return tensors;
}

/// Checks both directions for every cell and gradient of a small trace.
void expect_users_are_readers(const Trace& trace) {
  std::set<std::pair<std::string, std::string>> used, read;
  for (const auto* tensors : {&trace.tensors(), &trace.parameters()}) {
    for (const TraceTensor& tensor : *tensors) {
      for (Index i = 0; i < tensor.shape.size(); ++i) {
        const CellName cell{tensor.name, index_of(tensor.shape, i)};
        for (const CellName& user : users_of(trace, cell)) used.insert({user.text(), cell.text()});
        for (const CellName& operand : operands_of(trace, cell)) read.insert({cell.text(), operand.text()});
      }
    }
  }
  EXPECT_EQ(used.size(), read.size());
  EXPECT_EQ(used, read);
}

TEST(Users, AreThoseWhoseDerivationsHoldTheCell) {
  expect_users_are_readers(*TracedPreset("characters", {"width=4", "heads=2", "layers=1", "feed_forward=6"})
                                .trace({.target = "an owl"}));
  expect_users_are_readers(*TracedPreset("translate", {"width=4", "heads=2", "layers=1", "feed_forward=6"})
                                .trace({.source = "the cat", .target = "le chat"}));
}

TEST(Users, OfAnEmbeddingAScoreAndALoss) {
  const TracePtr trace =
      TracedPreset("characters", {"width=8", "heads=2", "layers=1"}).trace({.target = "owl"});
  const std::string attention = "decoder.layers.0.self_attention.";
  const std::vector<std::pair<std::string, int>> wanted = {{attention + "scaled", 1}};
  EXPECT_EQ(counted(trace->users(attention + "scores", std::vector<Index>{0, 1, 2, 0})), wanted);
  const std::vector<std::pair<std::string, int>> query = {{attention + "scores", 3}};
  EXPECT_EQ(counted(trace->users(attention + "query", std::vector<Index>{0, 1, 2, 3})), query);
  const std::vector<std::pair<std::string, int>> bias = {{attention + "query", 3}};
  EXPECT_EQ(counted(trace->users(attention + "query.bias", std::vector<Index>{5})), bias);
  EXPECT_TRUE(trace->users("loss.mean", {}).empty());
  EXPECT_THROW(trace->users("loss.men", {}), std::invalid_argument);
  EXPECT_THROW(trace->users("loss.per_token", std::vector<Index>{0, 99}), std::out_of_range);
}

TEST(Users, OfAGradientAreTheGradientsBelowIt) {
  const TracePtr trace =
      TracedPreset("characters", {"width=8", "heads=2", "layers=1"}).trace({.target = "owl"});
  const std::string attention = "decoder.layers.0.self_attention.";
  const std::vector<CellName> users = trace->users(attention + "scores.grad", std::vector<Index>{0, 1, 2, 0});
  const std::vector<std::string> tensors = {attention + "query.grad", attention + "key.grad"};
  ASSERT_EQ(users.size(), 8u);  // four features of the query and four of the key
  for (const CellName& user : users) {
    EXPECT_TRUE(std::ranges::find(tensors, user.tensor) != tensors.end()) << user.text();
    EXPECT_TRUE(holds(operands_of(*trace, user), {attention + "scores.grad", {0, 1, 2, 0}})) << user.text();
  }
  const TracePtr forward = TracedPreset("characters", {"width=8", "heads=2", "layers=1"})
                               .trace({.target = "owl", .gradients = false});
  EXPECT_THROW(forward->users("target.input.grad", std::vector<Index>{0, 0, 0}), std::invalid_argument);
}

TEST(Users, SlopesAreDerivatives) {
  const TracePtr trace =
      TracedPreset("characters", {"width=8", "heads=2", "layers=1"}).trace({.target = "owl"});
  const std::string attention = "decoder.layers.0.self_attention.";
  const CellName query{attention + "query", {0, 1, 2, 3}}, score{attention + "scores", {0, 1, 2, 0}};
  const double key = trace->explain(attention + "key", std::vector<Index>{0, 1, 0, 3}).value;
  EXPECT_DOUBLE_EQ(trace->slope(score, query), key);
  EXPECT_DOUBLE_EQ(
      trace->slope({attention + "query.grad", query.index}, {attention + "scores.grad", score.index}), key);
}

class PresetUsers : public ::testing::TestWithParam<std::string> {};

/// Random cells and gradients of the preset's model at its full size.
TEST_P(PresetUsers, HoldTheCell) {
  const TracedPreset preset(GetParam(), {});
  const Example example = preset.experiment.task->sample_example();
  const TracePtr trace = preset.trace({example.source, example.target, example.picture});
  RandomStream random(5);
  const auto pick = [&](const std::vector<TraceTensor>& tensors) {
    const TraceTensor& tensor =
        tensors[static_cast<std::size_t>(random.below(static_cast<Index>(tensors.size())))];
    return CellName{tensor.name, index_of(tensor.shape, random.below(tensor.shape.size()))};
  };
  int seen = 0;
  for (int i = 0; i < 16; ++i) {
    CellName cell = pick(i % 3 == 0 ? trace->parameters() : trace->tensors());
    if (i % 4 == 3 && !trace->at(cell.tensor).gradient.empty()) cell = gradient_name(cell);
    const std::vector<CellName> users = users_of(*trace, cell);
    for (std::size_t at = 0; at < users.size(); at += 1 + users.size() / 8, ++seen)
      ASSERT_TRUE(holds(operands_of(*trace, users[at]), cell)) << users[at].text() << " of " << cell.text();
    for (const CellName& operand : operands_of(*trace, cell)) {
      if (is_gradient(cell.tensor) || random.below(16) > 0) continue;
      ASSERT_TRUE(holds(users_of(*trace, operand), cell)) << cell.text() << " of " << operand.text();
    }
  }
  EXPECT_GT(seen, 8);
}

INSTANTIATE_TEST_SUITE_P(Chosen, PresetUsers, ::testing::ValuesIn(chosen_presets()),
                         [](const auto& preset) { return test_name(preset.param); });
INSTANTIATE_TEST_SUITE_P(Every, PresetUsers, ::testing::ValuesIn(other_presets()),
                         [](const auto& preset) { return test_name(preset.param); });

}  // namespace
}  // namespace attnlab::testing
