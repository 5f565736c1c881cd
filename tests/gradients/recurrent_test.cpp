// Gradients of recurrent cells over sequences, fused and in steps, and of alignment in steps.
#include "core/ops/recurrent/recurrent.h"

#include <gtest/gtest.h>

#include "core/ops/basic/tanh.h"
#include "core/ops/recurrent/recurrent_alignment.h"
#include "core/ops/recurrent/recurrent_steps.h"
#include "tests/gradients/check.h"
#include "tests/support/sites.h"

namespace attnlab::testing {
namespace {

using Inputs = std::vector<Variable>;

constexpr Index kBatch = 3, kPositions = 5, kInputs = 3, kStateWidth = 4;

struct Case {
  const CellKind* kind;
  bool reverse, padded, biased, started;
};

std::string name_of(const Case& c) {
  return std::string(c.kind->name) + (c.reverse ? "Reverse" : "") + (c.padded ? "Padded" : "") +
         (c.biased ? "" : "Unbiased") + (c.started ? "Started" : "");
}

const std::vector<Index> kLengths = {5, 2, 4};

/// Shapes of x, W, U, then bias, recurrent bias and starting states as far as the case has them.
std::vector<Input> inputs_of(const Case& c) {
  const Index all = c.kind->gate_count() * kStateWidth;
  std::vector<Input> inputs = {{{kBatch, kPositions, kInputs}}, {{all, kInputs}}, {{all, kStateWidth}}};
  if (c.biased) inputs.push_back({{all}});
  if (c.biased && c.kind->resets()) inputs.push_back({{kStateWidth}});
  if (c.started) inputs.push_back({{kBatch, kStateWidth}});
  if (c.started && c.kind->has_cell) inputs.push_back({{kBatch, 1, kStateWidth}});
  return inputs;
}

struct Taken {
  CellWeights weights;
  CellState start;
};

Taken take(const Case& c, const Inputs& in) {
  std::size_t next = 3;
  Taken t{{in[1], in[2], {}, {}}, {}};
  if (c.biased) t.weights.bias = in[next++];
  if (c.biased && c.kind->resets()) t.weights.recurrent_bias = in[next++];
  if (c.started) t.start.hidden = in[next++];
  if (c.started && c.kind->has_cell) t.start.cell = in[next++];
  return t;
}

class RecurrentGradients : public ::testing::TestWithParam<Case> {};

TEST_P(RecurrentGradients, OfAllStates) {
  const Case c = GetParam();
  const std::vector<Index> lengths = c.padded ? kLengths : std::vector<Index>();
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) {
        const Taken taken = take(c, in);
        return recurrent_sequence(t, in[0], taken.weights, taken.start, {c.kind, c.reverse, lengths},
                                  LastState::Skip)
            .hidden;
      },
      inputs_of(c)));
}

TEST_P(RecurrentGradients, OfTheLastStates) {
  const Case c = GetParam();
  const std::vector<Index> lengths = c.padded ? kLengths : std::vector<Index>();
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) {
        const Taken taken = take(c, in);
        const CellState last = recurrent_sequence(t, in[0], taken.weights, taken.start,
                                                  {c.kind, c.reverse, lengths}, LastState::Make)
                                   .last;
        return last.cell ? join_columns(t, last.hidden, last.cell) : last.hidden;
      },
      inputs_of(c)));
}

TEST_P(RecurrentGradients, OfTheLastCellAlone) {
  const Case c = GetParam();
  if (!c.kind->has_cell) return;
  const std::vector<Index> lengths = c.padded ? kLengths : std::vector<Index>();
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) {
        const Taken taken = take(c, in);
        return recurrent_sequence(t, in[0], taken.weights, taken.start, {c.kind, c.reverse, lengths},
                                  LastState::Make)
            .last.cell;
      },
      inputs_of(c)));
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const CellKind& kind : cell_kinds()) {
    for (int bits = 0; bits < 16; ++bits)
      all.push_back({&kind, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, RecurrentGradients, ::testing::ValuesIn(cases()),
                         [](const auto& given) { return name_of(given.param); });

/// Steps with one gate's weights each and a context, as a decoder with attention runs them.
TEST(RecurrentStepGradients, OfACellThatReadsAContext) {
  for (const CellKind& kind : cell_kinds()) {
    const std::size_t gates = kind.gates.size();
    std::vector<Input> inputs = {{{2, 3, 2}}, {{2, 3, 3}}, {{2, kStateWidth}}, {{2, kStateWidth}}};
    for (std::size_t gate = 0; gate < gates; ++gate) {
      inputs.push_back({{kStateWidth, 2}});
      inputs.push_back({{kStateWidth, kStateWidth}});
      inputs.push_back({{kStateWidth}});
      inputs.push_back({{kStateWidth, 3}});
    }
    EXPECT_TRUE(gradients_agree(
        [&](Tape& t, const Inputs& in) {
          CellSteps::GateWeights weights;
          CellContext context{in[1], {}};
          for (std::size_t gate = 0; gate < gates; ++gate) {
            const std::size_t at = 4 + 4 * gate;
            weights[gate] = {in[at], in[at + 1], in[at + 2], {}};
            context.weights[gate] = in[at + 3];
          }
          const Reading reading{.batch = 2, .positions = 3};
          CellSteps cell(t, kind, in[0], weights, {in[2], kind.has_cell ? in[3] : Variable()}, reading,
                         context);
          for (Index step = 0; step < 3; ++step) cell.step(step);
          cell.finish();
          const CellState last = cell.last();
          return join_columns(t, last.hidden, last.cell ? last.cell : in[3]);
        },
        inputs))
        << kind.name;
  }
}

TEST(RecurrentStepGradients, OfAdditiveAttention) {
  const std::vector<Index> lengths = {4, 2};
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) {
        const Variable scores = t.begin_positions({2, 3, 4}, site("scores")).made;
        const Variable weights = t.begin_positions({2, 3, 4}, site("weights")).made;
        const Variable context = t.begin_positions({2, 3, 5}, site("context")).made;
        for (Index step = 0; step < 3; ++step) {
          score_step(t, scores, in[0], in[1], in[2], step);
          weights_step(t, weights, scores, lengths, step);
          context_step(t, context, weights, in[3], step);
        }
        return context;
      },
      {{{2, 3, 6}}, {{2, 4, 6}}, {{1, 6}}, {{2, 4, 5}}}));
}

TEST(RecurrentStepGradients, OfTanhAndJoinedColumns) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return tanh(t, in[0]); }, {{{3, 4}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return join_columns(t, in[0], in[1]); },
                              {{{2, 3, 4}}, {{2, 3, 2}}}));
}

}  // namespace
}  // namespace attnlab::testing
