// The counted costs: against numbers computed by hand, and against the memory that calls take.
#include "core/gpu/attention_cost.h"

#include <gtest/gtest.h>

#include "core/gpu/attention_steps.h"
#include "core/ops/attention/rotary.h"
#include "tests/gpu/test_devices.h"

namespace attnlab::testing {
namespace {

gpu::Attention attention_of(Index positions) {
  gpu::Attention how;
  how.batch = 2;
  how.heads = how.key_value_heads = 3;
  how.queries = how.keys = positions;
  how.head_size = 64;
  how.divisor = 8;
  return how;
}

TEST(AttentionCost, CountsCellsOfTilesThatAreSeen) {
  gpu::Attention how = attention_of(256);
  EXPECT_EQ(gpu::attention_cells(how), 6 * 256 * 256);
  how.mask.causal = true;
  EXPECT_EQ(gpu::attention_cells(how), 6 * (1 + 2 + 3 + 4) * 64 * 64);
  how.mask.rule.window = 64;
  EXPECT_EQ(gpu::attention_cells(how), 6 * (1 + 2 + 2 + 2) * 64 * 64);
  const std::vector<Index> lengths = {128, 0};
  how.mask.key_lengths = lengths;
  EXPECT_EQ(gpu::attention_cells(how), 3 * (1 + 2 + 1 + 0) * 64 * 64);
}

TEST(AttentionCost, CountsTwoOperationsANumberOfEachProduct) {
  const gpu::Attention how = attention_of(64);
  EXPECT_EQ(gpu::tiled_forward_cost(how).operations, 6.0 * 64 * 64 * 64 * 4);
  EXPECT_EQ(gpu::tiled_backward_cost(how).operations, 6.0 * 64 * 64 * 64 * 14);
  EXPECT_EQ(gpu::stepwise_forward_cost(how).operations, 6.0 * 64 * 64 * 64 * 4);
  EXPECT_EQ(gpu::stepwise_backward_cost(how).operations, 6.0 * 64 * 64 * 64 * 8);
}

TEST(AttentionCost, GrowsWithPositionsOrWithTheirSquare) {
  EXPECT_EQ(gpu::tiled_forward_cost(attention_of(512)).memory,
            2 * gpu::tiled_forward_cost(attention_of(256)).memory);
  EXPECT_EQ(gpu::stepwise_forward_cost(attention_of(512)).memory,
            4 * gpu::stepwise_forward_cost(attention_of(256)).memory);
}

/// Most bytes alive during `work`, over those before, less what of `results` floats it returns or fills.
double own_bytes(gpu::Device& device, Index results, const std::function<void()>& work) {
  device.reset_peak_memory();
  const Index before = device.memory().alive;
  work();
  return static_cast<double>(device.memory().peak - before - results * 4);
}

TEST(AttentionCost, IsTheMemoryThatCallsTake) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  gpu::Attention how = attention_of(100);
  const RotaryTable table = rotary_table(100, RotaryTurns::whole(64));
  const Index floats = 2 * 3 * 100 * 64;
  for (const bool rotary : {false, true}) {
    if (rotary) how.rotary = table.cells.data;
    const double tables = rotary ? 100 * 64 * 4 : 0;  // angles, uploaded for each call
    const auto operand = [&] {
      return gpu::Operand::heads_apart(
          device->upload(std::vector<float>(static_cast<std::size_t>(floats), 0.5f)), 3, 100, 64);
    };
    const gpu::Operand query = operand(), key = operand(), value = operand(), context = operand(),
                       out = operand();
    const gpu::OperandGradients gradients{out, operand(), operand(), operand()};
    gpu::RowStates rows;
    EXPECT_EQ(own_bytes(*device, 0, [&] { rows = gpu::attention(*device, how, query, key, value, context); }),
              gpu::tiled_forward_cost(how).memory + tables);
    const double states = static_cast<double>(rows.size()) * 4;  // there before
    EXPECT_EQ(
        own_bytes(*device, 0,
                  [&] {
                    gpu::attention_backward(*device, how, {query, key, value, context, rows}, gradients);
                  }),
        gpu::tiled_backward_cost(how).memory - states + tables);
    gpu::AttentionSteps steps;
    EXPECT_EQ(
        own_bytes(*device, floats, [&] { steps = gpu::attention_steps(*device, how, query, key, value); }),
        gpu::stepwise_forward_cost(how).memory + tables);
    const double before = gpu::stepwise_forward_cost(how).memory;
    EXPECT_EQ(own_bytes(*device, 3 * floats,
                        [&] { gpu::attention_steps_backward(*device, how, query, key, value, steps, out); }),
              gpu::stepwise_backward_cost(how).memory - before + tables);
  }
}

}  // namespace
}  // namespace attnlab::testing
