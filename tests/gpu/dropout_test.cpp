// Dropout on the GPU drops the same weights as on the processor.
#include "core/ops/basic/dropout.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/tensor/random.h"
#include "tests/gpu/placed_tensor.h"
#include "tests/gpu/test_devices.h"

namespace attnlab::testing {
namespace {

constexpr std::uint64_t kKey = 0x0123456789abcdefu;

/// The weights [B,H,Tq,Tk] after dropout, of which each is 1/`seen` before it: queries and keys are zeros,
/// and value k is the k-th unit vector, so that contexts are weights.
std::vector<float> dropped_weights(gpu::Device& device, const gpu::Attention& how, Index seen) {
  const auto zeros = [&](Index heads, Index rows) {
    return std::vector<float>(static_cast<std::size_t>(how.batch * heads * rows * how.head_size));
  };
  const auto place = [&](const std::vector<float>& cells, Index heads, Index rows) {
    return gpu::Operand::heads_apart(device.upload(cells), heads, rows, how.head_size);
  };
  std::vector<float> values = zeros(how.key_value_heads, how.keys);
  for (Index plane = 0; plane < how.batch * how.key_value_heads; ++plane)
    for (Index k = 0; k < seen; ++k)
      values[static_cast<std::size_t>((plane * how.keys + k) * how.head_size + k)] = 1;
  const gpu::Operand context = place(zeros(how.heads, how.queries), how.heads, how.queries);
  gpu::attention(device, how, place(zeros(how.heads, how.queries), how.heads, how.queries),
                 place(zeros(how.key_value_heads, how.keys), how.key_value_heads, how.keys),
                 place(values, how.key_value_heads, how.keys), context);
  std::vector<float> weights(static_cast<std::size_t>(context.buffer.size()));
  device.read(context.buffer, weights);
  return weights;
}

/// Compares rows of `seen` weights, from row `first` of all [B·H·Tq] on; returns how many are dropped.
Index expect_dropped(std::span<const float> weights, const gpu::Attention& how, Index seen, Index first = 0) {
  Index dropped = 0, wrong = 0;
  for (Index row = first; row < how.batch * how.heads * how.queries; ++row)
    for (Index k = 0; k < seen; ++k) {
      const Real factor = dropout_factor(how.dropout_key, row * how.keys + k, how.dropout);
      dropped += factor == 0;
      wrong += weights[static_cast<std::size_t>(row * how.head_size + k)] != factor / static_cast<Real>(seen);
    }
  EXPECT_EQ(wrong, 0) << "at a rate of " << how.dropout;
  return dropped;
}

gpu::Attention attention_of(Index heads, Index queries, Index keys) {
  gpu::Attention how;
  how.heads = how.key_value_heads = heads;
  how.queries = queries;
  how.keys = how.head_size = keys;
  how.dropout_key = kKey;
  return how;
}

TEST(GpuDropout, DropsOfAMillionWeightsThoseThatTheProcessorDrops) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  for (const double rate : {1e-6, 0.1, 0.5, 0.999}) {
    gpu::Attention how = attention_of(2, 4096, 128);
    how.dropout = rate;
    const Index dropped = expect_dropped(dropped_weights(*device, how, 128), how, 128);
    const double cells = 2.0 * 4096 * 128;
    EXPECT_NEAR(static_cast<double>(dropped), rate * cells, 6 * std::sqrt(rate * (1 - rate) * cells) + 3);
  }
}

std::uint64_t bits_of(std::uint64_t key, Index cell) {
  return mix64(key ^ mix64(static_cast<std::uint64_t>(cell)));
}

/// A key that makes the bits of a cell those of its number alone: those below its 53 digits are 0.
std::uint64_t key_of_round_bits(Index cell) {
  std::uint64_t key = kKey;
  while (bits_of(key, cell) % 2048 != 0) ++key;
  return key;
}

TEST(GpuDropout, ComparesWithTheRateToTheLastBit) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  for (Index cell = 0; cell < 64; ++cell) {
    gpu::Attention how = attention_of(1, 4, 16);
    how.dropout_key = cell % 2 ? kKey : key_of_round_bits(cell);
    const double uniform = static_cast<double>(bits_of(how.dropout_key, cell) >> 11) * 0x1.0p-53;
    for (const double rate :
         {uniform, std::nextafter(uniform, 0.0), std::nextafter(uniform, 1.0), uniform + 0x1.0p-53}) {
      how.dropout = rate;
      expect_dropped(dropped_weights(*device, how, 16), how, 16);
    }
  }
}

TEST(GpuDropout, KnowsPlacesBeyondTwoToThe32) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  constexpr Index kSeen = 8, kRows = (Index(1) << 32) / gpu::Attention::kLongest;
  gpu::Attention how = attention_of(66, gpu::Attention::kLongest, gpu::Attention::kLongest);
  how.head_size = kSeen;
  how.dropout = 0.3;
  const std::vector<Index> lengths = {kSeen};
  how.mask.key_lengths = lengths;
  ASSERT_GT(how.heads * how.queries, kRows);
  expect_dropped(dropped_weights(*device, how, kSeen), how, kSeen, kRows - how.queries);
}

}  // namespace
}  // namespace attnlab::testing
