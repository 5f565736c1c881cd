// The recorded walk of the tiled kernel against the one on the processor.
#include "core/gpu/attention_walk.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/gpu/placed_tensor.h"
#include "tests/gpu/test_devices.h"

namespace attnlab::testing {
namespace {

struct Walks {
  OnlineSoftmaxWalk gpu, cpu;
};

/// Of head h of sequence b; the processor's from the reference's masked scores.
Walks walks_of(gpu::Device& device, const AttentionCase& c, Index b, Index h, Index block_queries,
               Index block_keys) {
  gpu::Attention how = gpu_attention_of(device, c);
  how.block_queries = block_queries;
  how.block_keys = block_keys;
  const AttentionValues<double> truth = reference(c);
  const auto first = truth.masked.begin() + (b * c.heads + h) * c.queries * c.keys;
  const std::vector<float> masked(first, first + c.queries * c.keys);
  const Index key_plane = b * c.key_heads + h / (c.heads / c.key_heads);
  const std::span values = std::span(c.value).subspan(static_cast<std::size_t>(key_plane * c.keys * c.size),
                                                      static_cast<std::size_t>(c.keys * c.size));
  return {gpu::attention_walk(device, how, place(device, c, c.query, c.heads, c.queries).operand,
                              place(device, c, c.key, c.key_heads, c.keys).operand,
                              place(device, c, c.value, c.key_heads, c.keys).operand, b, h),
          online_softmax(masked, values, c.queries, block_queries, block_keys)};
}

void expect_near(const std::vector<float>& a, const std::vector<float>& b, double scale, const char* what) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;  // −∞, too
    ASSERT_NEAR(static_cast<double>(a[i]), static_cast<double>(b[i]), 1e-5 * scale) << what << ' ' << i;
  }
}

double largest(const std::vector<float>& x) {
  double most = 0;
  for (float value : x)
    if (std::isfinite(value)) most = std::max(most, static_cast<double>(std::abs(value)));
  return most;
}

class WalkedCases : public ::testing::TestWithParam<RandomCases> {};

TEST_P(WalkedCases, EqualTheProcessors) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  constexpr Index kBlocks[][2] = {{2, 2}, {3, 5}, {4, 4}, {16, 32}, {64, 64}, {1, 1}};
  const auto [first, end] = GetParam();
  for (std::uint64_t seed = first; seed < end; ++seed) {
    const AttentionCase c = random_case(seed);
    SCOPED_TRACE(c.text());
    const auto [block_queries, block_keys] = kBlocks[seed % std::size(kBlocks)];
    const auto [gpu, cpu] = walks_of(*device, c, c.batch - 1, c.heads - 1, block_queries, block_keys);
    expect_near(gpu.maximum, cpu.maximum, 1 + largest(cpu.maximum), "m");
    expect_near(gpu.sum, cpu.sum, largest(cpu.sum), "l");
    expect_near(gpu.rescale, cpu.rescale, 1, "rescale");
    expect_near(gpu.output, cpu.output, largest(cpu.output), "o");
    if (c.painted == AttentionCase::Painted::None) {
      EXPECT_EQ(gpu.skipped, cpu.skipped);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Chosen, WalkedCases, ::testing::Values(RandomCases{0, 30}));
INSTANTIATE_TEST_SUITE_P(Every, WalkedCases, ::testing::Values(RandomCases{30, 60}));

TEST(AttentionWalk, IsTheSameInPieces) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  gpu::Device by_groups(gpu::make_egl_context(), 1);
  for (const std::uint64_t seed : {3u, 7u}) {
    const AttentionCase c = random_case(seed);
    SCOPED_TRACE(c.text());
    const auto walk_on = [&](gpu::Device& on, Index& pieces) {
      pieces = -on.pieces();
      const OnlineSoftmaxWalk walk = walks_of(on, c, c.batch - 1, c.heads - 1, 4, 8).gpu;
      pieces += on.pieces();
      return walk;
    };
    Index pieces_of_whole = 0, pieces = 0;
    const OnlineSoftmaxWalk whole = walk_on(*device, pieces_of_whole), walk = walk_on(by_groups, pieces);
    EXPECT_GE(pieces - pieces_of_whole, whole.tiles() - 1);
    EXPECT_GT(whole.tiles(), 2);
    EXPECT_EQ(walk.maximum, whole.maximum);
    EXPECT_EQ(walk.sum, whole.sum);
    EXPECT_EQ(walk.rescale, whole.rescale);
    EXPECT_EQ(walk.output, whole.output);
    EXPECT_EQ(walk.skipped, whole.skipped);
  }
}

TEST(AttentionWalk, EndsInTheContext) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const AttentionCase c = random_case(11);
  const OnlineSoftmaxWalk walk = walks_of(*device, c, 0, 0, 4, 4).gpu;
  const std::vector<double> context = reference(c).context;
  double most = 0;
  for (Index i = 0; i < c.queries * c.size; ++i)
    most = std::max(most, std::abs(context[static_cast<std::size_t>(i)]));
  for (Index q = 0; q < c.queries; ++q) {
    const double l = static_cast<double>(walk.sum_at(walk.blocks() - 1, q));
    for (Index d = 0; d < c.size; ++d)
      EXPECT_NEAR(l > 0 ? static_cast<double>(walk.output_at(walk.blocks() - 1, q, d)) / l : 0,
                  context[static_cast<std::size_t>(q * c.size + d)], 1e-5 * most);
  }
}

TEST(AttentionWalk, KeepsWhatIsNotANumberAsTheProcessorDoes) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  AttentionCase c;
  c.queries = 3, c.keys = 8, c.size = 2;
  c.query.assign(6, 1), c.key.assign(16, 0.5f), c.value.assign(16, 1);
  c.context_gradient.assign(6, 0);
  c.painted = AttentionCase::Painted::Plane;
  c.painted_cells.assign(24, 0);
  c.painted_cells[8 + 5] = NAN;  // of query 1 in the second block
  const auto [gpu, cpu] = walks_of(*device, c, 0, 0, 4, 4);
  for (Index q = 0; q < 3; ++q)
    for (Index block = 0; block < 2; ++block) {
      const bool nan = q == 1 && block == 1;
      EXPECT_EQ(std::isnan(cpu.maximum_at(block, q)), nan);
      EXPECT_EQ(std::isnan(gpu.maximum_at(block, q)), nan) << q << ' ' << block;
      EXPECT_EQ(std::isnan(gpu.sum_at(block, q)), nan);
      EXPECT_EQ(std::isnan(gpu.rescale_at(block, q)), nan);
      EXPECT_EQ(std::isnan(gpu.output_at(block, q, 1)), nan);
    }
}

/// One query that sees keys 0, 2 and 6 of a painted mask: two ranges, of which the first has the hidden
/// key 1.
TEST(AttentionWalk, SkipsBlocksOutsideOfTheSeenRangesOfAPaintedMask) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  AttentionCase c;
  c.queries = 1, c.keys = 8, c.size = 2;
  c.query.assign(2, 1), c.key.assign(16, 0.5f), c.value.assign(16, 1);
  c.context_gradient.assign(2, 0);
  c.painted = AttentionCase::Painted::Plane;
  c.painted_cells = {0, -INFINITY, 0, -INFINITY, -INFINITY, -INFINITY, 0, -INFINITY};
  gpu::Attention how = gpu_attention_of(*device, c);
  how.block_queries = how.block_keys = 1;
  const auto walk = [&](std::span<const KeyRanges> seen) {
    return gpu::attention_walk(*device, how, place(*device, c, c.query, c.heads, c.queries).operand,
                               place(*device, c, c.key, c.key_heads, c.keys).operand,
                               place(*device, c, c.value, c.key_heads, c.keys).operand, 0, 0, seen);
  };
  const KeyRanges seen = seen_keys(c.painted_cells, 1);
  const OnlineSoftmaxWalk narrow = walk({&seen, 1}), whole = walk({});
  EXPECT_EQ(narrow.skipped, (std::vector<std::uint8_t>{0, 0, 0, 1, 1, 1, 0, 1}));
  EXPECT_EQ(whole.skipped, std::vector<std::uint8_t>(8, 0));
  EXPECT_EQ(narrow.maximum, whole.maximum);
  EXPECT_EQ(narrow.sum, whole.sum);
  EXPECT_EQ(narrow.output, whole.output);
  const KeyRanges too_many[] = {seen, seen};
  EXPECT_THROW(walk(too_many), std::invalid_argument);
  how.mask.causal = true;
  EXPECT_THROW(walk({&seen, 1}), std::invalid_argument);
}

TEST(AttentionWalk, RefusesAHeadThatIsNotThere) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const AttentionCase c = random_case(4);
  const gpu::Attention how = gpu_attention_of(*device, c);
  const gpu::Operand query = place(*device, c, c.query, c.heads, c.queries).operand,
                     key = place(*device, c, c.key, c.key_heads, c.keys).operand,
                     value = place(*device, c, c.value, c.key_heads, c.keys).operand;
  EXPECT_THROW(gpu::attention_walk(*device, how, query, key, value, 0, c.heads), std::invalid_argument);
  EXPECT_THROW(gpu::attention_walk(*device, how, query, key, value, -1, 0), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab::testing
