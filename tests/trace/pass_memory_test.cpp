// A pass within a budget: the same numbers, wherever they lie; what is said of its memory; what is resident.
#include "core/trace/pass_memory.h"

#include <gtest/gtest.h>

#include "core/autograd/tape.h"
#include "core/models/model.h"
#include "core/tensor/paged_memory.h"
#include "tests/support/expect_has.h"
#include "tests/support/file_limit.h"
#include "tests/support/resident.h"
#include "tests/trace/pass_within.h"
#include "tests/trace/same_bits.h"

namespace attnlab::testing {
namespace {

constexpr Index kMega = Index{1} << 20;

/// A pass whose arrays are of more than a page, so that all but the small ones can move.
const std::vector<std::string> kMiddle = {"width=32", "heads=4", "layers=2", "feed_forward=64"};
const std::string kText = "The way home was long, and the fox met an owl on a bridge.";

std::vector<PassCase> pass_cases() {
  const TraceRequest text{.target = kText};
  return {{"gpt", "characters", kMiddle, text},
          {"gpt_edited",
           "characters",
           kMiddle,
           {.target = kText,
            .edits = {parse_edit("zero decoder.layers.1.self_attention#1"),
                      parse_edit("decoder.layers.0.feed_forward.expand.weight[0,0]=0.5")}}},
          {"llama",
           "characters",
           {"width=32", "heads=4", "key_value_heads=2", "layers=2", "feed_forward=64", "positions=rotary",
            "norm_kind=rms", "activation=swiglu"},
           text},
          {"two_stacks",
           "translate",
           {"width=128", "heads=4", "layers=2", "feed_forward=256"},
           {.source = "the black cat sees the small dog", .target = "le chat noir voit le petit chien"}},
          {"lstm", "lstm", {"width=32", "layers=2"}, text}};
}

class PassInFile : public PassWithin {};

TEST_P(PassInFile, HasTheBitsOfOneInMemory) {
  const TracePtr all = trace(std::nullopt), few = trace(1);
  ASSERT_EQ(few->memory().obstacle, "");
  ASSERT_GT(few->memory().in_file, 0);
  ASSERT_EQ(few->tensors().size(), all->tensors().size());
  for (const auto* tensors : {&few->parameters(), &few->tensors()})
    for (const TraceTensor& tensor : *tensors) {
      const TraceTensor& other = all->at(tensor.name);
      expect_same_bits(tensor.value, other.value, tensor.name);
      ASSERT_EQ(tensor.gradient.empty(), other.gradient.empty()) << tensor.name;
      expect_same_bits(tensor.gradient, other.gradient, tensor.name + ".grad");
    }
  EXPECT_EQ(few->loss(), all->loss());
}

TEST_P(PassInFile, IsExplainedAsOneInMemory) {
  const TracePtr all = trace(std::nullopt), few = trace(1);
  for (const TraceTensor& tensor : few->tensors())
    for (const std::string& name : {tensor.name, tensor.name + ".grad"}) {
      if (name != tensor.name && tensor.gradient.empty()) continue;
      std::vector<Index> last;
      for (int axis = 0; axis < tensor.shape.rank(); ++axis) last.push_back(tensor.shape[axis] - 1);
      const Derivation in_file = few->explain(name, last), kept = all->explain(name, last);
      EXPECT_EQ(in_file.value, kept.value) << name;
      EXPECT_EQ(in_file.root.value, kept.root.value) << name;
      EXPECT_EQ(in_file.operands().size(), kept.operands().size()) << name;
    }
}

TEST_P(PassInFile, SaysWhatLiesThere) {
  const TracePtr all = trace(std::nullopt), few = trace(1);
  EXPECT_EQ(all->memory().in_file, 0);
  EXPECT_EQ(few->memory().values, all->memory().values);
  constexpr Index kPage = 4096;
  Index bytes = 0;
  for (const TraceTensor& tensor : few->tensors()) {
    const auto size = static_cast<Index>(tensor.value.size_bytes());
    EXPECT_EQ(few->lies_in_file(tensor.value.data()), size >= kPage) << tensor.name;
    EXPECT_FALSE(all->lies_in_file(all->at(tensor.name).value.data())) << tensor.name;
    bytes += size >= kPage ? size : 0;
  }
  EXPECT_GE(few->memory().in_file, bytes);
  EXPECT_LE(few->memory().in_file, few->memory().values + few->memory().gradients);
}

INSTANTIATE_TEST_SUITE_P(Models, PassInFile, ::testing::ValuesIn(pass_cases()),
                         [](const auto& test) { return std::string(test.param.name); });

/// A model whose pass over a long text takes more than 100 MB, never trained.
class LargePass : public ::testing::Test {
 protected:
  static constexpr Index kBudget = 20 * kMega;

  TracePtr trace(std::optional<Index> bytes) const {
    std::string text;
    while (text.size() < 400) text += "the fox met the owl. ";
    text.resize(400);
    return tracer_.trace(weights_, {.target = text, .kept_bytes = bytes});
  }

  Experiment experiment_ = make_experiment(TracedPreset::with_options(
      "characters", {"width=64", "heads=8", "layers=4", "feed_forward=256", "context=512"}));
  Tracer tracer_{experiment_.model, experiment_.vocabularies};
  SnapshotPtr weights_ = first_snapshot(*experiment_.model, 1);
};

TEST_F(LargePass, IsNotResidentBeyondItsBudget) {
  trace(kBudget);  // what is allocated once
  const double before = resident_megabytes();
  TracePtr pass = trace(kBudget);
  const double within = resident_megabytes() - before;
  EXPECT_EQ(pass->memory().obstacle, "");
  EXPECT_LE(pass->memory().in_memory(), kBudget);
  EXPECT_GT(pass->memory().values, 80 * kMega) << "this is no large pass";
  EXPECT_LT(within, 20 + 8);
  const Arena& arena = pass->tape().arena();
  ASSERT_TRUE(arena.paged());
  const PagedMemory& paged = *arena.paged();
  EXPECT_NEAR(static_cast<double>(arena.used() - paged.used() + paged.in_memory() + paged.in_file()),
              static_cast<double>(pass->memory().values + pass->memory().gradients), 1e6)
      << "something is kept that is neither a value nor a gradient";
  pass = trace(std::nullopt);
  EXPECT_GT(resident_megabytes() - before, 100);
}

TEST_F(LargePass, FitsIntoABudgetOfItsSize) {
  const PassMemory all = trace(std::nullopt)->memory();
  const TracePtr pass = trace(all.values + all.gradients + kMega);
  EXPECT_EQ(pass->memory().in_file, 0) << "nothing needs to leave memory";
  EXPECT_EQ(pass->memory().left_out, 0);
}

TEST_F(LargePass, StaysInMemoryWhereTheFileHasNoRoom) {
  const TracePtr all = trace(std::nullopt);
  const FileLimit limit(8 << 20);
  const TracePtr few = trace(kBudget);
  expect_has(few->memory().obstacle, ": File too large");
  EXPECT_EQ(few->memory().obstacle.find('\n'), std::string::npos);
  EXPECT_GT(few->memory().in_memory(), kBudget);
  for (const TraceTensor& tensor : few->tensors())
    expect_same_bits(tensor.value, all->at(tensor.name).value, tensor.name);
}

}  // namespace
}  // namespace attnlab::testing
