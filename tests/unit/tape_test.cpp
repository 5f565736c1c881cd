// Tape: recycling, names, observers, interventions, randomness.
#include "core/autograd/tape.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "core/autograd/cells.h"
#include "core/ops/attention/attention.h"
#include "core/ops/attention/attention_steps.h"
#include "core/ops/basic/activation.h"
#include "core/ops/basic/add.h"
#include "core/ops/basic/dropout.h"
#include "core/ops/basic/linear.h"
#include "core/ops/basic/scale.h"
#include "core/ops/norms/layer_norm.h"
#include "tests/support/error_text.h"
#include "tests/support/heard.h"
#include "tests/support/sites.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {
namespace {

/// A small residual network of plain operations, so that both kinds of tape run the same operations.
class TapeTest : public ::testing::Test {
 protected:
  TapeTest() {
    input_ = add_parameter(layout_, "input", {5, 6}, Initializer::normal(1));
    weight_ = add_parameter(layout_, "weight", {6, 6}, Initializer::normal(0.5));
    gamma_ = add_parameter(layout_, "gamma", {6}, Initializer::normal(1));
    values_.resize(static_cast<std::size_t>(layout_.size()));
    gradient_.resize(values_.size());
    layout_.initialize(values_, 4);
  }

  Variable forward(Tape& tape) const {
    Variable x = tape.parameter(input_);
    for (int i = 0; i < 3; ++i) {
      const Scope scope(tape, kLayers, i);
      const Variable normed =
          tape.name(layer_norm(tape, x, tape.parameter(gamma_), {}, Real(1e-5)), site("normed"));
      const Variable hidden =
          tape.name(gelu(tape, linear(tape, normed, tape.parameter(weight_))), site("hidden"));
      x = tape.name(add(tape, x, dropout(tape, hidden, 0.3)), site("sum"));
    }
    return x;
  }

  Variable run(Tape& tape) {
    tape.reset();
    std::fill(gradient_.begin(), gradient_.end(), Real(0));
    tape.bind(layout_, values_.data(), gradient_.data());
    const Variable output = forward(tape);
    tape.backward(weighted_sum(tape, output, ones_));
    return output;
  }

  static std::vector<std::string> names_of(const Tape& tape) {
    std::vector<std::string> names;
    for (const Named& named : tape.recorded().names()) names.push_back(named.name);
    return names;
  }

  ParameterLayout layout_;
  ParameterId input_, weight_, gamma_;
  std::vector<Real> values_, gradient_;
  std::vector<Real> ones_ = std::vector<Real>(30, Real(1));
};

const std::vector<std::string> kNames = {"layers.0.normed", "layers.0.hidden", "layers.0.sum",
                                         "layers.1.normed", "layers.1.hidden", "layers.1.sum",
                                         "layers.2.normed", "layers.2.hidden", "layers.2.sum"};

TEST_F(TapeTest, OverwritesGradientsAtTheFirstWriteAlone) {
  const ParameterId unread = add_parameter(layout_, "unread", {3}, Initializer::normal(1));
  values_.resize(static_cast<std::size_t>(layout_.size()));
  gradient_.resize(values_.size());
  Tape tape(Mode::Train);
  run(tape);
  const std::vector<Real> expected = gradient_;
  for (WriteMode mode : {WriteMode::Overwrite, WriteMode::Add}) {
    std::fill(gradient_.begin(), gradient_.end(), Real(7));
    tape.reset();
    tape.bind(layout_, values_.data(), gradient_.data(), nullptr, mode);
    tape.backward(weighted_sum(tape, forward(tape), ones_));
    const Real before = mode == WriteMode::Add ? Real(7) : Real(0);
    for (std::size_t i = 0; i < gradient_.size(); ++i)
      ASSERT_NEAR(static_cast<double>(gradient_[i]), static_cast<double>(expected[i] + before), 1e-5) << i;
    EXPECT_EQ(gradient_[static_cast<std::size_t>(layout_[unread].offset)], before);
  }
}

/// Two parameters that are read as one, and one of them alone as well, in either order.
TEST(OverwrittenGradients, OfParametersThatAreReadAsOne) {
  ParameterLayout layout;
  const ParameterId first = add_parameter(layout, "first", {2, 3}, Initializer::zeros());
  const ParameterId second = add_parameter(layout, "second", {1, 3}, Initializer::zeros());
  const std::vector<Real> values(9, Real(1)), nine(9, Real(1)), three(3, Real(1));
  for (bool alone_first : {false, true}) {
    std::vector<Real> gradient(9, Real(7));
    Tape tape(Mode::Train);
    tape.bind(layout, values.data(), gradient.data(), nullptr, WriteMode::Overwrite);
    const auto both = [&] { return weighted_sum(tape, tape.joined_parameters(first, second), nine); };
    const auto alone = [&] { return weighted_sum(tape, tape.parameter(second), three); };
    const Variable a = alone_first ? alone() : both(), b = alone_first ? both() : alone();
    tape.backward(add(tape, a, b));
    EXPECT_EQ(gradient, (std::vector<Real>{1, 1, 1, 1, 1, 1, 2, 2, 2})) << alone_first;
  }
}

TEST_F(TapeTest, RecyclingGivesTheSameGradients) {
  Tape record(Mode::Record), train(Mode::Train);
  run(record);
  const std::vector<Real> kept = gradient_;
  for (int pass = 0; pass < 3; ++pass) {
    run(train);
    EXPECT_EQ(gradient_, kept) << "to the last bit, pass " << pass;
  }
  EXPECT_LT(train.arena().used(), record.arena().used()) << "nothing was recycled";
}

TEST_F(TapeTest, ASecondPassTakesNoMoreMemory) {
  Tape tape(Mode::Train);
  run(tape);
  run(tape);
  const std::size_t used = tape.arena().used(), capacity = tape.arena().capacity();
  for (int pass = 0; pass < 5; ++pass) run(tape);
  EXPECT_EQ(tape.arena().used(), used);
  EXPECT_EQ(tape.arena().capacity(), capacity);
}

TEST_F(TapeTest, RecordingKeepsEveryGradient) {
  Tape tape(Mode::Record);
  run(tape);
  for (const Named& named : tape.recorded().names()) EXPECT_NE(named.node->gradient, nullptr) << named.name;
}

TEST_F(TapeTest, BackwardAddsToTheCallersGradient) {
  Tape tape(Mode::Train);
  run(tape);
  const std::vector<Real> once = gradient_;
  tape.reset();
  tape.backward(weighted_sum(tape, forward(tape), ones_));
  for (std::size_t i = 0; i < once.size(); ++i)
    EXPECT_NEAR(gradient_[i], 2 * once[i], 1e-5 * (1 + std::abs(once[i])));
}

TEST_F(TapeTest, NamesOnlyWhenRecording) {
  Tape record(Mode::Record), train(Mode::Train);
  const Variable output = run(record);
  run(train);
  EXPECT_EQ(names_of(record), kNames);
  EXPECT_THROW(train.recorded(), std::logic_error);
  EXPECT_EQ(record.recorded().name_of(output.node()), "layers.2.sum");
  std::vector<std::string> parameters;
  for (const Named& named : record.recorded().used_parameters()) {
    parameters.push_back(named.name);
    EXPECT_EQ(record.recorded().name_of(named.node), named.name);
  }
  EXPECT_EQ(parameters, (std::vector<std::string>{"input", "gamma", "weight"}));
  run(record);
  EXPECT_EQ(names_of(record), kNames) << "names do not pile up";
}

TEST_F(TapeTest, ObserversGetEveryNameInOrder) {
  Tape tape(Mode::Record);
  Heard first, second;
  tape.recorded().attach(&first);
  tape.recorded().attach(&second);
  const Variable output = run(tape);
  EXPECT_EQ(first.names(), kNames);
  EXPECT_EQ(second.names(), kNames);
  EXPECT_EQ(first.tensors.back().value[0], output.data()[0]);
}

TEST_F(TapeTest, AnInterventionChangesATensorBeforeAnythingReadsIt) {
  Tape plain(Mode::Record), tape(Mode::Record);
  const Variable untouched = run(plain);
  Heard listener;
  tape.recorded().attach(&listener);
  tape.recorded().attach(Intervention{"layers.1.hidden", [](const Shape& shape, std::span<Real> cells) {
                                        EXPECT_EQ(shape, (Shape{5, 6}));
                                        std::fill(cells.begin(), cells.end(), Real(0));
                                      }});
  run(tape);
  EXPECT_NO_THROW(tape.recorded().check_hooks());
  const auto value = [](const Tape& t, std::size_t i) { return t.recorded().names()[i].node->value; };
  std::vector<std::string> names = kNames;
  names.insert(names.begin() + 4, "layers.1.hidden.computed");
  EXPECT_EQ(listener.names(), names);
  EXPECT_EQ(listener.tensors[4].value[0], plain.recorded().names()[4].node->value[0])
      << "what was computed stays";
  EXPECT_EQ(listener.tensors[5].value[0], Real(0)) << "observers see the changed tensor";
  EXPECT_EQ(tape.recorded().names()[5].node->computed, tape.recorded().names()[4].node);
  EXPECT_EQ(tape.recorded().names()[1].node->computed, nullptr);
  EXPECT_TRUE(std::equal(value(tape, 2), value(tape, 2) + 30, value(plain, 2)))
      << "what came before is as it was";
  EXPECT_TRUE(std::equal(value(tape, 6), value(tape, 6) + 30, value(tape, 2))) << "the branch adds nothing";
  EXPECT_NE(value(tape, 9)[0], untouched.data()[0]);
}

TEST_F(TapeTest, OneWildcardStandsForAnyText) {
  Tape tape(Mode::Record);
  std::vector<std::string> heard;
  struct Picky final : Observer {
    explicit Picky(std::vector<std::string>& out) : heard(out) {}
    std::string pattern() const override { return "layers.*.hidden"; }
    void on_tensor(const NamedTensor& tensor) override { heard.emplace_back(tensor.name); }
    std::vector<std::string>& heard;
  } picky(heard);
  tape.recorded().attach(&picky);
  int changed = 0;
  tape.recorded().attach(Intervention{"*.sum", [&](const Shape&, std::span<Real>) { ++changed; }});
  run(tape);
  EXPECT_NO_THROW(tape.recorded().check_hooks());
  EXPECT_EQ(heard, (std::vector<std::string>{"layers.0.hidden", "layers.1.hidden", "layers.2.hidden"}));
  EXPECT_EQ(changed, 3);
}

TEST_F(TapeTest, AnObserverOfNothingIsAnErrorToo) {
  Tape tape(Mode::Record);
  struct Lost final : Observer {
    std::string pattern() const override { return "layers.*.sums"; }
    void on_tensor(const NamedTensor&) override {}
  } lost;
  tape.recorded().attach(&lost);
  run(tape);
  EXPECT_EQ(error_text<std::invalid_argument>([&] { tape.recorded().check_hooks(); }),
            "unknown tensor layers.*.sums; did you mean layers.0.sum, layers.1.sum or layers.2.sum?");
}

TEST_F(TapeTest, TwoWildcardsAreRefused) {
  Tape tape(Mode::Record);
  EXPECT_EQ(error_text<std::invalid_argument>([&] {
              tape.recorded().attach(Intervention{"*.hid*", [](const Shape&, std::span<Real>) {}});
            }),
            "\"*.hid*\" contains more than one *, but a name may contain only one");
}

TEST_F(TapeTest, AnInterventionOnNothingIsAnErrorThatListsNearNames) {
  Tape tape(Mode::Record);
  tape.recorded().attach(Intervention{"layers.1.hiden", [](const Shape&, std::span<Real>) {}});
  run(tape);
  EXPECT_EQ(
      error_text<std::invalid_argument>([&] { tape.recorded().check_hooks(); }),
      "unknown tensor layers.1.hiden; did you mean layers.1.hidden, layers.0.hidden or layers.2.hidden?");
}

TEST_F(TapeTest, InferenceRecordsNothing) {
  Tape infer(Mode::Infer), train(Mode::Train);
  infer.bind(layout_, values_.data(), nullptr);
  const Variable output = forward(infer);
  EXPECT_EQ(output.node()->producer, nullptr);
  const Variable trained = run(train);
  EXPECT_TRUE(std::equal(output.data(), output.data() + 30, trained.data()));
}

TEST_F(TapeTest, BackwardWithoutParametersIsAnError) {
  Tape tape(Mode::Train);
  const Variable x = tape.constant({30});
  x.cells().setZero();
  const Variable loss = weighted_sum(tape, x, ones_);
  EXPECT_EQ(error_text<std::invalid_argument>([&] { tape.backward(loss); }),
            "backward: the loss does not depend on any parameter that needs a gradient");
}

TEST_F(TapeTest, EqualRandomKeysGiveEqualChoices) {
  Tape tape(Mode::Train);
  const auto output_with = [&](std::uint64_t key) {
    tape.set_random_key(key);
    const Variable y = run(tape);
    return std::vector<Real>(y.data(), y.data() + y.size());
  };
  const std::vector<Real> first = output_with(1), again = output_with(1), other = output_with(2);
  EXPECT_EQ(first, again);
  EXPECT_NE(first, other);
}

TEST_F(TapeTest, DropoutKeepsTheRightShareAndScale) {
  Tape tape(Mode::Train);
  tape.set_random_key(3);
  const Variable x = tape.constant({20000});
  x.cells().setConstant(Real(2));
  const Variable y = dropout(tape, x, 0.25);
  Index dropped = 0;
  for (Index i = 0; i < y.size(); ++i) {
    ASSERT_TRUE(y.data()[i] == Real(0) || std::abs(y.data()[i] - Real(2) / Real(0.75)) < Real(1e-6));
    dropped += y.data()[i] == Real(0);
  }
  EXPECT_NEAR(static_cast<double>(dropped), 5000, 250);
}

TEST_F(TapeTest, JoinedParametersAreOneMatrix) {
  ParameterLayout layout;
  const ParameterId first = add_parameter(layout, "a", {2, 3}, Initializer::zeros());
  add_parameter(layout, "b", {1, 3}, Initializer::zeros());
  const ParameterId last = add_parameter(layout, "c", {2, 3}, Initializer::zeros());
  const std::vector<Real> values = random_values(layout.size(), 1);
  Tape tape(Mode::Infer);
  tape.bind(layout, values.data(), nullptr);
  const Variable joined = tape.joined_parameters(first, last);
  EXPECT_EQ(joined.shape(), (Shape{5, 3}));
  EXPECT_EQ(joined.data(), values.data());
}

TEST(OperationErrors, OfAttention) {
  Tape tape(Mode::Infer);
  const Variable one = tape.constant({1, 3, 4}), two = tape.constant({2, 3, 4}),
                 longer = tape.constant({1, 5, 4});
  const std::vector<Index> lengths = {3, 3};
  const auto error = [&](Variable query, Variable key, Variable value, const AttentionMask& mask) {
    return error_text<std::invalid_argument>([&] {
      attention(tape, {query, 0}, {key, 0}, {value, 0},
                {.heads = 2, .key_value_heads = 2, .head_size = 2, .mask = mask});
    });
  };
  EXPECT_EQ(error(one, one, longer, {}),
            "attention: positions of the key is 3, but positions of the value is 5");
  EXPECT_EQ(error(two, one, one, {}),
            "attention: sequences of the key is 1, but sequences of the query is 2");
  EXPECT_EQ(error(one, one, one, {false, lengths}),
            "attention: number of key lengths is 2, but sequences is 1");
  const Variable query = tape.constant({2, 2, 3, 4}), key = tape.constant({1, 2, 3, 4});
  EXPECT_EQ(error_text<std::invalid_argument>([&] { attention_scores(tape, query, key); }),
            "attention: sequences of the queries is 2, but sequences of the keys is 1");
  const Variable three = tape.constant({2, 3, 3, 4});
  EXPECT_EQ(error_text<std::invalid_argument>([&] { attention_scores(tape, three, query); }),
            "attention: the remainder of query heads divided by key heads is 1, but the required value is 0");
}

TEST(OperationErrors, NameBothSizes) {
  Tape tape(Mode::Infer);
  const Variable x = tape.constant({2, 3}), weight = tape.constant({4, 5});
  EXPECT_EQ(error_text<std::invalid_argument>([&] { linear(tape, x, weight); }),
            "linear: width of the input is 3, but number of the weight's columns is 5");
  EXPECT_EQ(error_text<std::invalid_argument>([&] { add(tape, x, weight); }),
            "add: the remainder of the sizes is 6, but the required value is 0");
  EXPECT_EQ(error_text<std::invalid_argument>([&] { layer_norm(tape, x, weight, {}, Real(1e-5)); }),
            "layer norm: width of the input is 3, but size of γ is 20");
}

}  // namespace
}  // namespace attnlab::testing
