// Products of large matrices on the GPU, in each layout, cut in each way, and what follows them.
#include "core/gpu/training/matrix_product.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/ops/basic/dropout.h"
#include "core/tensor/random.h"
#include "tests/gpu/test_devices.h"

namespace attnlab {
namespace {

struct GpuMatrixProduct : ::testing::Test {
  void SetUp() override {
    if (!testing::test_device()) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  }
};

/// One product; strides are those of the stored matrices, made up by `padding` numbers that are zeros.
struct ProductCase {
  gpu::MatrixSizes sizes;
  bool left_transposed = false, right_transposed = false;
  Index padding = 0;
  gpu::ProductCut cut{};  ///< that it should have
};

struct Operands {
  explicit Operands(const ProductCase& of)
      : c(of),
        left(make(c.sizes.rows, c.left_transposed, 1)),
        right(make(c.sizes.columns, c.right_transposed, 2)) {}

  Index stride(Index rows, bool transposed) const { return (transposed ? rows : c.sizes.depth) + c.padding; }
  std::vector<float> make(Index rows, bool transposed, std::uint64_t seed) const {
    const Index width = transposed ? rows : c.sizes.depth, count = transposed ? c.sizes.depth : rows;
    RandomStream random(mix64(seed));
    std::vector<float> cells(static_cast<std::size_t>(count * (width + c.padding)), 0);
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < width; ++j)
        cells[static_cast<std::size_t>(i * (width + c.padding) + j)] = static_cast<float>(random.normal());
    return cells;
  }
  static double at(const std::vector<float>& cells, Index stride, bool transposed, Index row, Index k) {
    return static_cast<double>(
        cells[static_cast<std::size_t>(transposed ? k * stride + row : row * stride + k)]);
  }
  double sum(Index row, Index column) const {
    double total = 0;
    for (Index k = 0; k < c.sizes.depth; ++k)
      total += at(left, stride(c.sizes.rows, c.left_transposed), c.left_transposed, row, k) *
               at(right, stride(c.sizes.columns, c.right_transposed), c.right_transposed, column, k);
    return total;
  }

  const ProductCase& c;
  std::vector<float> left, right;
};

std::vector<float> on_gpu(const ProductCase& c, const Operands& in, const gpu::AfterProduct& after) {
  gpu::Device& device = *testing::test_device();
  std::vector<float> result(static_cast<std::size_t>(c.sizes.rows * c.sizes.columns));
  device.run([&] {
    gpu::Scratch scratch(device);
    const gpu::Buffer to = device.upload(result);
    gpu::multiply(
        device, scratch, c.sizes,
        {device.upload(in.left), 0, in.stride(c.sizes.rows, c.left_transposed), c.left_transposed},
        {device.upload(in.right), 0, in.stride(c.sizes.columns, c.right_transposed), c.right_transposed},
        {to, 0, c.sizes.columns}, after);
    device.read(to, result);
  });
  return result;
}

/// Some cells, far apart, as their number in the result.
std::vector<Index> samples(const gpu::MatrixSizes& sizes) {
  std::vector<Index> cells;
  const Index all = sizes.rows * sizes.columns, step = std::max<Index>(1, all / 3001);
  for (Index i = 0; i < all; i += step) cells.push_back(i);
  cells.push_back(all - 1);
  return cells;
}

void check(const ProductCase& c) {
  const gpu::ProductCut cut = gpu::cut_of(c.sizes);
  EXPECT_EQ(cut.quads, c.cut.quads);
  EXPECT_EQ(cut.shares, c.cut.shares);
  const Operands in(c);
  const std::vector<float> result = on_gpu(c, in, {.scale = 0.5f});
  const double most = 1e-6 * std::sqrt(static_cast<double>(c.sizes.depth)) * 10;
  for (const Index i : samples(c.sizes))
    ASSERT_NEAR(static_cast<double>(result[static_cast<std::size_t>(i)]),
                0.5 * in.sum(i / c.sizes.columns, i % c.sizes.columns), most)
        << i;
}

TEST_F(GpuMatrixProduct, HasTheRightSumsInEachLayoutAndCut) {
  const gpu::ProductCut whole{1, 1, 0}, shares{1, 2, 0}, large{2, 1, 0};
  const std::pair<gpu::MatrixSizes, gpu::ProductCut> sizes[] = {
      {{1, 1, 1}, whole},     {{5, 3, 7}, whole},      {{64, 64, 32}, whole},
      {{65, 130, 36}, whole}, {{70, 12, 515}, shares}, {{1800, 1796, 20}, large}};
  for (const auto& [of, cut] : sizes) {
    for (const bool left : {false, true}) {
      for (const bool right : {false, true}) {
        if (cut.quads == 2 && left && !right) continue;  // no model has it
        SCOPED_TRACE(std::to_string(of.rows) + " x " + std::to_string(of.columns) + " x " +
                     std::to_string(of.depth) + (left ? ", left transposed" : "") +
                     (right ? ", right transposed" : ""));
        check({of, left, right, 0, cut});
      }
    }
  }
}

TEST_F(GpuMatrixProduct, ReadsRowsThatArePadded) {
  check({{9, 8, 65}, false, true, 3, {1, 1, 0}});
  check({{65, 8, 12}, true, true, 3, {1, 1, 0}});
}

TEST_F(GpuMatrixProduct, AddsBiasDropoutAndAnotherMatrixInThisOrder) {
  gpu::Device& device = *testing::test_device();
  constexpr Index kRows = 12, kColumns = 10, kPositions = 3;
  constexpr double kRate = 0.3;
  for (const Index depth : {Index(8), Index(600)}) {
    const ProductCase c{{kRows, kColumns, depth}};
    const Operands in(c);
    RandomStream random(5);
    std::vector<float> bias(kColumns), added(kRows * kColumns), keys;
    for (float& x : bias) x = static_cast<float>(random.normal());
    for (float& x : added) x = static_cast<float>(random.normal());
    // Two sequences a key.
    const std::uint64_t of_pieces[] = {random.bits(), random.bits()};
    std::vector<std::uint32_t> numbers;
    for (Index b = 0; b < kRows / kPositions; ++b)
      for (const std::uint64_t number :
           {of_pieces[b / 2] & 0xFFFFFFFFu, of_pieces[b / 2] >> 32, std::uint64_t(b % 2), std::uint64_t(0)})
        numbers.push_back(static_cast<std::uint32_t>(number));
    keys.resize(numbers.size());
    std::memcpy(keys.data(), numbers.data(), numbers.size() * sizeof(float));
    const std::vector<float> result = on_gpu(c, in,
                                             {.bias = device.upload(bias),
                                              .bias_place = 0,
                                              .added = device.upload(added),
                                              .added_place = 0,
                                              .added_stride = kColumns,
                                              .dropped = {device.upload(keys), 0, kPositions, kRate}});
    for (Index i = 0; i < kRows * kColumns; ++i) {
      const Index row = i / kColumns, b = row / kPositions;
      const Index cell = ((b % 2) * kPositions + row % kPositions) * kColumns + i % kColumns;
      const double kept = static_cast<double>(dropout_factor(of_pieces[b / 2], cell, kRate));
      const double wanted = kept * (in.sum(row, i % kColumns) +
                                    static_cast<double>(bias[static_cast<std::size_t>(i % kColumns)])) +
                            static_cast<double>(added[static_cast<std::size_t>(i)]);
      EXPECT_NEAR(static_cast<double>(result[static_cast<std::size_t>(i)]), wanted, 1e-4) << i;
    }
  }
}

TEST_F(GpuMatrixProduct, IsTimedByKindWhileSomebodyMeasures) {
  gpu::Device& device = *testing::test_device();
  const ProductCase c{{20, 30, 700}};  // in two shares
  const Operands in(c);
  device.measure_kernels(true);
  for (int i = 0; i < 3; ++i) on_gpu(c, in, {.kind = "my product"});
  const std::vector<gpu::KernelTime> times = device.take_kernel_times();
  device.measure_kernels(false);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[0].kind, "my product");
  EXPECT_EQ(times[1].kind, "sums of shares");
  for (const gpu::KernelTime& each : times) {
    EXPECT_EQ(each.dispatches, 3);
    EXPECT_GE(each.seconds, 0);
    EXPECT_GT(each.operations, 0);
  }
  on_gpu(c, in, {});
  EXPECT_TRUE(device.take_kernel_times().empty());
}

}  // namespace
}  // namespace attnlab
