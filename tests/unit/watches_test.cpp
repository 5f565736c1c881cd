// ProductWatch and WorkClock: what benchmarks hear of a pass.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "core/autograd/tape.h"
#include "core/ops/basic/linear.h"
#include "core/ops/basic/tanh.h"
#include "core/tensor/gemm.h"
#include "core/tensor/product_watch.h"
#include "core/tensor/thin_gemm.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {
namespace {

struct Heard final : ProductWatch {
  void begin(const ProductShape& shape) override { begun.push_back(shape); }
  void end(const ProductShape& shape) override { ended.push_back(shape); }
  std::vector<ProductShape> begun, ended;
};

TEST(ProductWatch, HearsOfTheProductsOfItsThreadWhileItLives) {
  const std::vector<Real> a = random_values(12, 1), b = random_values(20, 2);
  std::vector<Real> c(15);
  const auto multiply = [&] {
    gemm(3, 5, 4, {a.data(), 3, true}, {b.data(), 5}, c.data(), 5, WriteMode::Add);
  };
  multiply();
  {
    Heard heard;
    std::thread(multiply).join();
    EXPECT_TRUE(heard.ended.empty());
    multiply();
    thin_gemm(3, 5, 4, a.data(), 4, b.data(), 5, c.data(), 5);
    const ProductShape whole{3, 5, 4, 3, 5, 5, true, false, true, false},
        thin{3, 5, 4, 4, 5, 5, false, false, true, true};
    EXPECT_EQ(heard.ended, (std::vector{whole, thin}));
    EXPECT_EQ(heard.begun, heard.ended);
    EXPECT_EQ(whole.operations(), 120);
  }
  EXPECT_EQ(ProductWatch::ours(), nullptr);
}

struct Kinds final : WorkClock {
  void made(const Operation& operation) override { forward.emplace_back(operation.kind()); }
  void went_back(const Operation& operation) override { backward.emplace_back(operation.kind()); }
  std::vector<std::string> forward, backward;
};

TEST(WorkClock, IsToldOfEachOperationForwardAndBackward) {
  Kinds kinds;
  ParameterLayout layout;
  static constexpr Site kWeight{.name = "weight", .axes = {Axis::Row, Axis::Column}};
  const ParameterId weight = layout.add({}, kWeight, {1, 2}, Initializer::zeros());
  const std::vector<Real> values = {Real(0.5), Real(2)};
  std::vector<Real> gradients(2);
  Tape tape(Mode::Train);
  tape.use_clock(&kinds);
  tape.bind(layout, values.data(), gradients.data());
  Variable x = tape.constant({1, 2});
  x.cells().setOnes();
  tape.backward(tanh(tape, linear(tape, x, tape.parameter(weight), {})));
  EXPECT_EQ(kinds.forward, (std::vector<std::string>{"linear", "tanh"}));
  EXPECT_EQ(kinds.backward, (std::vector<std::string>{"tanh", "linear"}));
}

}  // namespace
}  // namespace attnlab::testing
