// Tiled attention on the GPU against plain loops in double precision and the CPU's operations.
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "core/gpu/attention_call.h"
#include "tests/gpu/placed_tensor.h"
#include "tests/gpu/test_devices.h"

namespace attnlab::testing {
namespace {

constexpr double kTolerance = 1e-5;

/// Forward and backward of one case.
AttentionValues<float> on_gpu(gpu::Device& device, const AttentionCase& c) {
  const gpu::Attention how = gpu_attention_of(device, c);
  const PlacedTensor context = place_nothing(device, c, c.heads, c.queries),
                     context_gradient = place(device, c, c.context_gradient, c.heads, c.queries),
                     query_gradient = place_nothing(device, c, c.heads, c.queries),
                     key_gradient = place_nothing(device, c, c.key_heads, c.keys),
                     value_gradient = place_nothing(device, c, c.key_heads, c.keys);
  gpu::ForwardValues values{place(device, c, c.query, c.heads, c.queries).operand,
                            place(device, c, c.key, c.key_heads, c.keys).operand,
                            place(device, c, c.value, c.key_heads, c.keys).operand,
                            context.operand,
                            {}};
  values.rows = gpu::attention(device, how, values.query, values.key, values.value, values.context);
  gpu::attention_backward(
      device, how, values,
      {context_gradient.operand, query_gradient.operand, key_gradient.operand, value_gradient.operand});
  return {context.read(device), query_gradient.read(device), key_gradient.read(device),
          value_gradient.read(device)};
}

/// Errors are relative to the largest true number of each head (of each head of keys); of a gradient of
/// queries or keys also to a sixteenth of the largest sum of the magnitudes that it is made of, as it is
/// often a small difference of large terms.
void expect_equal(const AttentionValues<float>& got, const AttentionValues<double>& truth,
                  const AttentionCase& c) {
  const Index planes = c.batch * c.heads, key_planes = c.batch * c.key_heads;
  EXPECT_LT(relative_error(got.context, truth.context, planes), kTolerance) << "context";
  EXPECT_LT(relative_error(got.query_gradient, truth.query_gradient, planes, truth.query_gradient_terms),
            kTolerance)
      << "gradient of the queries";
  EXPECT_LT(relative_error(got.key_gradient, truth.key_gradient, key_planes, truth.key_gradient_terms),
            kTolerance)
      << "gradient of the keys";
  EXPECT_LT(relative_error(got.value_gradient, truth.value_gradient, key_planes), kTolerance)
      << "gradient of the values";
}

void check_both_sides(gpu::Device& device, const AttentionCase& c) {
  const AttentionValues<double> truth = reference(c);
  {
    SCOPED_TRACE("on the GPU, " + c.text());
    expect_equal(on_gpu(device, c), truth, c);
  }
  SCOPED_TRACE("on the CPU, " + c.text());
  expect_equal(on_cpu(c), truth, c);
}

class TiledCases : public ::testing::TestWithParam<RandomCases> {};

TEST_P(TiledCases, EqualTheReference) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const auto [first, end] = GetParam();
  for (std::uint64_t seed = first; seed < end; ++seed)
    check_both_sides(*device, with_dropout(random_case(seed), seed));
}

INSTANTIATE_TEST_SUITE_P(Chosen, TiledCases, ::testing::Values(RandomCases{0, 14}));
INSTANTIATE_TEST_SUITE_P(Every, TiledCases, ::testing::Values(RandomCases{14, 375}));

class TiledCasesOfLargeScores : public TiledCases {};

TEST_P(TiledCasesOfLargeScores, EqualTheReference) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const auto [first, end] = GetParam();
  for (std::uint64_t seed = first; seed < end; ++seed)
    check_both_sides(*device, with_dropout(random_case_of_large_scores(seed, seed % 2 == 0), seed / 2));
}

INSTANTIATE_TEST_SUITE_P(Chosen, TiledCasesOfLargeScores, ::testing::Values(RandomCases{0, 15}));
INSTANTIATE_TEST_SUITE_P(Every, TiledCasesOfLargeScores, ::testing::Values(RandomCases{15, 125}));

TEST(TiledAttention, GivesZerosWhereAQuerySeesNothing) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  AttentionCase c = random_case(1);
  c.lengths.assign(static_cast<std::size_t>(c.batch), 0);
  const AttentionValues<float> got = on_gpu(*device, c);
  for (const auto* values : {&got.context, &got.query_gradient, &got.key_gradient, &got.value_gradient})
    for (float value : *values) ASSERT_EQ(value, 0);
}

/// One head without a mask, its inputs drawn from `seed`.
AttentionCase plain_case(Index positions, Index size, std::uint64_t seed) {
  AttentionCase c;
  c.queries = c.keys = positions;
  c.size = size;
  c.divisor = std::sqrt(static_cast<float>(size));
  RandomStream random(mix64(seed));
  for (auto* x : {&c.query, &c.key, &c.value, &c.context_gradient}) {
    x->resize(static_cast<std::size_t>(positions * size));
    for (float& value : *x) value = static_cast<float>(random.normal());
  }
  return c;
}

TEST(TiledAttention, PassesOnWhatIsNotANumber) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  for (const float odd : {static_cast<float>(NAN), static_cast<float>(INFINITY)}) {
    AttentionCase c = plain_case(20, 8, 2);
    c.query[8] = odd;
    const AttentionValues<float> got = on_gpu(*device, c);
    EXPECT_FALSE(std::isnan(got.context[0]));
    for (std::size_t d = 8; d < 16; ++d) EXPECT_TRUE(std::isnan(got.context[d])) << odd;
    EXPECT_TRUE(std::isnan(got.key_gradient[0])) << odd;
  }
}

/// NaN and infinities in all padding, and in one row of keys, values, queries and gradients each.
AttentionCase poisoned(AttentionCase c, RandomStream& random) {
  constexpr float kOdd[] = {NAN, INFINITY, -INFINITY};
  const auto spoil = [&](std::vector<float>& x, Index row) {
    for (Index d = 0; d < c.size; ++d) x[static_cast<std::size_t>(row * c.size + d)] = kOdd[random.below(3)];
  };
  for (Index row = 0; row < c.batch * c.key_heads * c.keys; ++row) {
    const auto b = static_cast<std::size_t>(row / (c.key_heads * c.keys));
    if (c.lengths.empty() || row % c.keys < c.lengths[b]) continue;
    spoil(c.key, row);
    spoil(c.value, row);
  }
  for (auto* x : {&c.key, &c.value, &c.query, &c.context_gradient})
    if (random.below(3) == 0) spoil(*x, random.below(static_cast<Index>(x->size()) / c.size));
  return c;
}

/// `got` where the processor's number is finite: there it must be finite too, and the same.
void expect_as_finite(const char* what, std::vector<float> got, std::span<const float> cpu, Index planes,
                      std::span<const double> terms, Index& finite, Index& odd) {
  std::vector<double> truth(cpu.begin(), cpu.end());
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const bool counts = std::isfinite(cpu[i]);
    ++(counts ? finite : odd);
    if (!counts) truth[i] = got[i] = 0;
  }
  EXPECT_LT(relative_error(got, truth, planes, terms), 3 * kTolerance) << what;
}

class PoisonedCases : public TiledCases {};

TEST_P(PoisonedCases, TakeNothingFromWhatIsHidden) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  Index finite = 0, odd = 0;
  const auto [first, end] = GetParam();
  for (std::uint64_t seed = first; seed < end; ++seed) {
    AttentionCase clean = with_dropout(random_case(seed), seed);
    clean.painted = AttentionCase::Painted::None;
    RandomStream random(mix64(seed));
    const AttentionCase c = poisoned(clean, random);
    SCOPED_TRACE(std::to_string(seed) + ": " + c.text());
    const AttentionValues<float> got = on_gpu(*device, c), cpu = on_cpu(c);
    const AttentionValues<double> truth = reference(clean);
    const Index planes = c.batch * c.heads, key_planes = c.batch * c.key_heads;
    expect_as_finite("context", got.context, cpu.context, planes, {}, finite, odd);
    expect_as_finite("gradient of the queries", got.query_gradient, cpu.query_gradient, planes,
                     truth.query_gradient_terms, finite, odd);
    expect_as_finite("gradient of the keys", got.key_gradient, cpu.key_gradient, key_planes,
                     truth.key_gradient_terms, finite, odd);
    expect_as_finite("gradient of the values", got.value_gradient, cpu.value_gradient, key_planes, {}, finite,
                     odd);
  }
  EXPECT_GT(finite, odd / 2);
  EXPECT_GT(odd, 1000);
}

INSTANTIATE_TEST_SUITE_P(Chosen, PoisonedCases, ::testing::Values(RandomCases{0, 14}));
INSTANTIATE_TEST_SUITE_P(Every, PoisonedCases, ::testing::Values(RandomCases{0, 100}));

class LongTexts : public ::testing::TestWithParam<Index> {};

TEST_P(LongTexts, NeedNothingOfTheSizeOfTheScores) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  constexpr Index kSize = 8, kEvery = 128;
  AttentionCase c = plain_case(GetParam(), kSize, 5);
  c.lengths = {GetParam() - 92};
  // Every 128th query has a gradient; the reference is of these alone, as queries are independent.
  AttentionCase some = c;
  some.queries = c.queries / kEvery;
  const auto thinned = [](std::vector<float>& x) {
    std::vector<float> rows;
    for (std::size_t i = 0; i < x.size(); i += kEvery * kSize)
      rows.insert(rows.end(), x.begin() + static_cast<std::ptrdiff_t>(i),
                  x.begin() + static_cast<std::ptrdiff_t>(i + kSize));
    return rows;
  };
  some.query = thinned(c.query);
  some.context_gradient = thinned(c.context_gradient);
  for (std::size_t i = 0; i < c.context_gradient.size(); ++i)
    if (i % (kEvery * kSize) >= kSize) c.context_gradient[i] = 0;
  device->reset_peak_memory();
  const Index before = device->memory().alive;
  AttentionValues<float> got = on_gpu(*device, c);
  EXPECT_LT(device->memory().peak - before, Index(4) << 20) << "nothing of size T·T";
  got.context = thinned(got.context);
  got.query_gradient = thinned(got.query_gradient);
  expect_equal(got, reference(some), some);
}

INSTANTIATE_TEST_SUITE_P(Chosen, LongTexts, ::testing::Values(gpu::Attention::kLongest / 2));
INSTANTIATE_TEST_SUITE_P(Every, LongTexts, ::testing::Values(gpu::Attention::kLongest));

TEST(TiledAttention, GivesZerosWithoutKeysAndNothingWithoutQueries) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  AttentionCase c = plain_case(10, 4, 7);
  c.keys = 0;
  c.key.clear();
  c.value.clear();
  const AttentionValues<float> without_keys = on_gpu(*device, c);
  EXPECT_EQ(without_keys.context, std::vector<float>(40));
  EXPECT_EQ(without_keys.query_gradient, std::vector<float>(40));
  c = plain_case(10, 4, 7);
  c.queries = 0;
  c.query.clear();
  c.context_gradient.clear();
  EXPECT_EQ(on_gpu(*device, c).value_gradient, std::vector<float>(40));
}

void expect_equal_bits(const AttentionValues<float>& a, const AttentionValues<float>& b) {
  EXPECT_EQ(a.context, b.context);
  EXPECT_EQ(a.query_gradient, b.query_gradient);
  EXPECT_EQ(a.key_gradient, b.key_gradient);
  EXPECT_EQ(a.value_gradient, b.value_gradient);
}

TEST(TiledAttention, GivesEqualBitsForEqualInputs) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const AttentionCase c = random_case(12);
  expect_equal_bits(on_gpu(*device, c), on_gpu(*device, c));
}

TEST(RelativeError, IsInfiniteWhereOnlyOneOfTwoIsANumber) {
  const double nan = std::nan(""), infinity = INFINITY;
  const std::vector<float> got = {1, 2}, got_nan = {static_cast<float>(nan), 2};
  EXPECT_EQ(relative_error(got, std::vector<double>{nan, 2}, 1), infinity);
  EXPECT_EQ(relative_error(got, std::vector<double>{infinity, 2}, 1), infinity);
  EXPECT_EQ(relative_error(got_nan, std::vector<double>{1, 2}, 1), infinity);
  EXPECT_EQ(relative_error(got, std::vector<double>{1, 2}, 1, std::vector<double>{infinity, nan}), 0);
  EXPECT_EQ(relative_error(got, std::vector<double>{nan, 2}, 1, std::vector<double>{infinity, 1}), infinity);
}

TEST(PlaneGroups, AreCutIntoPlanesAndWhereOneIsTooMuchIntoGroups) {
  gpu::Limits limits;
  limits.groups = 100;
  limits.operations = 1000;
  const auto portion = [&](Index groups, Index planes, double operations) {
    const gpu::PlaneGroups part = gpu::PlaneGroups{groups, planes, operations}.portion(limits);
    return std::pair(part.groups, part.planes);
  };
  EXPECT_EQ(portion(4, 7, 0), std::pair(Index(4), Index(7)));
  EXPECT_EQ(portion(4, 7, 100), std::pair(Index(4), Index(2)));
  EXPECT_EQ(portion(10, 7, 100), std::pair(Index(10), Index(1)));
  EXPECT_EQ(portion(11, 7, 100), std::pair(Index(6), Index(1)));
  EXPECT_EQ(portion(11, 7, 5000), std::pair(Index(1), Index(1)));
  EXPECT_EQ(portion(250, 7, 0), std::pair(Index(84), Index(1)));
  EXPECT_EQ(portion(4, 101, 0), std::pair(Index(4), Index(51)));
  EXPECT_EQ(portion(0, 7, 0).first, 0);
}

TEST(TiledAttention, GivesEqualBitsInPieces) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  gpu::Device by_groups(gpu::make_egl_context(), 1), by_planes(gpu::make_egl_context(), 2e6);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const AttentionCase c = with_dropout(seed < 4 ? random_case(seed) : plain_case(300, 8, seed), seed);
    SCOPED_TRACE(c.text());
    const AttentionValues<float> whole = on_gpu(*device, c);
    expect_equal_bits(on_gpu(by_groups, c), whole);
    expect_equal_bits(on_gpu(by_planes, c), whole);
  }
}

TEST(TiledAttention, IsHandedOverInPiecesAndIsOneWhereItIsSmall) {
  if (!test_device()) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  AttentionCase c = plain_case(300, 8, 3);
  const auto pieces_of_forward = [&](double operations) {
    gpu::Device device(gpu::make_egl_context(), operations);
    const gpu::Operand x = place(device, c, c.query, 1, 300).operand,
                       context = place_nothing(device, c, 1, 300).operand;
    const Index before = device.pieces();
    gpu::attention(device, gpu_attention_of(device, c), x, x, x, context);
    return device.pieces() - before;
  };
  EXPECT_EQ(pieces_of_forward(gpu::kOperationsAtOnce), 1);
  EXPECT_EQ(pieces_of_forward(1), 5);  // blocks of 64 queries
}

TEST(TiledAttention, RefusesSizesThatDoNotFit) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const gpu::Operand small = gpu::Operand::heads_apart(device->buffer(10), 1, 1, 10);
  const auto refused = [&](const std::function<void(gpu::Attention&)>& change) {
    gpu::Attention how;
    how.head_size = 10;
    change(how);
    EXPECT_THROW(gpu::attention(*device, how, small, small, small, small), std::invalid_argument);
  };
  const auto too_large = [&](const std::function<void(gpu::Attention&)>& change) {
    gpu::Attention how;
    how.head_size = 10;
    change(how);
    EXPECT_THROW(gpu::attention(*device, how, small, small, small, small), gpu::TooLarge);
  };
  const std::vector<float> slopes(2);
  too_large([](gpu::Attention& how) { how.head_size = 129; });
  too_large([](gpu::Attention& how) { how.queries = gpu::Attention::kLongest + 1; });
  too_large([](gpu::Attention& how) { how.heads = how.key_value_heads = 65536; });
  refused([](gpu::Attention& how) { how.head_size = 0; });
  refused([](gpu::Attention& how) { how.heads = 3, how.key_value_heads = 2, how.head_size = 2; });
  refused([](gpu::Attention& how) { how.head_size = 11; });
  refused([&](gpu::Attention& how) { how.slopes = slopes; });
  for (const double rate : {-0.1, 1.0, std::nan("")})
    refused([&](gpu::Attention& how) { how.dropout = rate; });
  EXPECT_FALSE(device->lost());
}

TEST(TiledAttention, RunsOnOneDeviceFromTwoThreads) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const auto work = [&](std::uint64_t first) {
    for (std::uint64_t seed = first; seed < first + 2; ++seed) {
      const AttentionCase c = random_case(seed);
      const AttentionValues<double> truth = reference(c);
      for (int i = 0; i < 5; ++i) expect_equal(on_gpu(*device, c), truth, c);
    }
  };
  std::thread other(work, 2001);
  work(2003);
  other.join();
}

TEST(TiledAttention, ReusesItsMemory) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const AttentionCase c = plain_case(70, 16, 3);
  on_gpu(*device, c);
  const gpu::Memory before = device->memory();
  for (int i = 0; i < 100; ++i) on_gpu(*device, c);
  EXPECT_EQ(device->memory().alive, before.alive);
  EXPECT_EQ(device->memory().kept, before.kept);
}

}  // namespace
}  // namespace attnlab::testing
