// Pass times: which lengths are timed, and what stands beside the clock. Seconds themselves are not tested.
#include "core/analysis/pass_time.h"

#include <gtest/gtest.h>

#include "core/models/cost.h"
#include "core/training/preset.h"

namespace attnlab::testing {
namespace {

struct Timed {
  explicit Timed(const std::string& preset) : config(with_vocabularies(find_preset(preset)).model) {
    model = make_model(config);
    weights.resize(static_cast<std::size_t>(model->parameters().size()));
    model->parameters().initialize(weights, 1);
  }
  std::vector<PassTime> times(const PassTiming& timing, const std::function<bool()>& go_on) const {
    return time_passes(*model, weights, nullptr, timing, go_on);
  }

  ModelConfig config;
  std::unique_ptr<const Model> model;
  std::vector<Real> weights;
};

bool always() { return true; }

TEST(PassTime, LengthsHalveDownFromTheContext) {
  ModelConfig config = find_preset("characters").model;
  config.context = 100;
  EXPECT_EQ(timed_lengths(config), (std::vector<Index>{3, 6, 12, 25, 50, 100}));
  EXPECT_EQ(timed_lengths(config, 2), (std::vector<Index>{50, 100}));
  config.context = 5;
  EXPECT_EQ(timed_lengths(config), (std::vector<Index>{1, 2, 5}));
  EXPECT_EQ(timed_lengths(find_preset("digits").model).size(), 1u) << "pictures have one size";
  EXPECT_EQ(timed_lengths(find_preset("word-vectors").model).size(), 1u);
}

TEST(PassTime, EveryKindOfModelRuns) {
  for (const char* preset : {"characters", "translate", "masked-words", "sentiment", "digits", "lstm",
                             "seq2seq-attention", "word-vectors"}) {
    const Timed timed(preset);
    const auto times = timed.times({.runs = 2, .most_seconds = 60}, always);
    ASSERT_EQ(times.size(), timed_lengths(timed.config).size()) << preset;
    for (const PassTime& time : times) {
      EXPECT_GT(time.seconds, 0) << preset;
      EXPECT_EQ(time.runs, 2) << preset;
      EXPECT_EQ(time.multiplications_a_second(), time.multiplications / time.seconds);
    }
    const ModelCost whole = count_cost(timed.config);
    EXPECT_EQ(times.back().multiplications, whole.multiplications()) << preset;
    EXPECT_EQ(times.back().positions, whole.positions) << preset;
  }
}

TEST(PassTime, StopsBetweenLengths) {
  const Timed timed("characters");
  int asked = 0;
  EXPECT_EQ(timed.times({.runs = 1}, [&] { return ++asked <= 2; }).size(), 2u);
  EXPECT_TRUE(timed.times({.runs = 1}, [] { return false; }).empty());
}

TEST(PassTime, ALongPassRunsOnce) {
  const Timed timed("lstm");
  for (const PassTime& time : timed.times({.runs = 9, .most_seconds = 0}, always)) EXPECT_EQ(time.runs, 1);
}

}  // namespace
}  // namespace attnlab::testing
