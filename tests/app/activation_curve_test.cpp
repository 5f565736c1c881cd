// The curve beside an activation is the curve of the library's operation.
#include <gtest/gtest.h>

#include "app/views/stage/op_curve.h"
#include "core/ops/basic/activation.h"
#include "core/ops/basic/swiglu.h"
#include "core/ops/basic/tanh.h"
#include "core/ops/loss/binary_cross_entropy.h"

namespace attnlab {
namespace {

TEST(ActivationCurve, IsWhatTheLibraryComputes) {
  using Activation = Variable (*)(Tape&, Variable);
  const std::pair<const char*, Activation> kinds[] = {{"relu", relu},           {"gelu", gelu},
                                                      {"gelu_tanh", gelu_tanh}, {"tanh", tanh},
                                                      {"silu", silu},           {"sigmoid", sigmoid}};
  for (const auto& [kind, activation] : kinds) {
    Tape tape(Mode::Record);
    const Variable x = tape.constant({9});
    for (Index i = 0; i < 9; ++i) x.data()[i] = static_cast<Real>(i) - 4;
    const Variable y = activation(tape, x);
    EXPECT_TRUE(y.node()->producer->is_cell_function());
    for (Index i = 0; i < 9; ++i)
      EXPECT_NEAR(function_at(*y.node()->producer, static_cast<double>(i) - 4),
                  static_cast<double>(y.data()[i]), 1e-6)
          << kind;
  }
  for (const ActivationKind& kind : activation_kinds()) {
    Tape tape(Mode::Record);
    const Variable y = kind.apply(tape, tape.constant({1}));
    EXPECT_TRUE(y.node()->producer->is_cell_function()) << kind.name;
  }
}

}  // namespace
}  // namespace attnlab
