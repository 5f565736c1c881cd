// Circuits against NumPy: words' circuits, copying scores and compositions of a GPT and of an
// encoder–decoder.
#include <cmath>
#include <memory>
#include <numeric>

#include "core/analysis/circuits/composition.h"
#include "core/analysis/circuits/words.h"
#include "tests/golden/case.h"

namespace attnlab::testing {
namespace {

struct CircuitCase {
  std::string name;
  ModelConfig config;
};

void PrintTo(const CircuitCase& c, std::ostream* out) { *out << c.name; }

CircuitCase gpt_case() {
  ModelConfig config;
  config.layers = 2;
  config.heads = 3;
  config.width = 12;
  config.feed_forward = 48;
  config.context = 10;
  config.target_vocabulary = 17;
  config.bias = false;
  return {"gpt", config};
}

CircuitCase encoder_decoder_case() {
  ModelConfig config;
  config.architecture = "encoder_decoder";
  config.layers = 2;
  config.heads = 2;
  config.width = 8;
  config.feed_forward = 16;
  config.context = 6;
  config.source_vocabulary = 11;
  config.target_vocabulary = 13;
  config.norm = "post";
  config.positions = "sinusoidal";
  return {"encoder_decoder", config};
}

Tokenizer numbered(Index count) {
  std::vector<std::string> entries;
  for (Index i = 0; i < count; ++i) entries.push_back("w" + std::to_string(i));
  return Tokenizer::from_vocabulary(std::move(entries), TokenLevel::Words, kNoSpecialTokens);
}

std::vector<TokenId> all_words(Index count) {
  std::vector<TokenId> words(static_cast<std::size_t>(count));
  std::iota(words.begin(), words.end(), 0);
  return words;
}

class GoldenCircuits : public ::testing::TestWithParam<CircuitCase> {
 protected:
  GoldenCircuits()
      : model_(make_model(GetParam().config)),
        weights_(static_cast<std::size_t>(model_->parameters().size())),
        heads_(circuit_heads(*model_)) {
    load_parameters(golden_file(GetParam().name), "param.", model_->parameters(), weights_);
  }

  std::string name(std::size_t head, const std::string& rest) const {
    return GetParam().name + "." + std::to_string(head) + "." + rest;
  }
  std::vector<TokenId> words(const CircuitHead& head, HeadInput input) const {
    const ModelConfig& c = GetParam().config;
    return all_words(reads_source_words(head, input) ? c.source_vocabulary : c.target_vocabulary);
  }

  GoldenFile file_ = golden_file("circuits");
  std::unique_ptr<Model> model_;
  AlignedBuffer weights_;
  std::vector<CircuitHead> heads_;
};

TEST_P(GoldenCircuits, WhoLooksAtWhom) {
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    const WordCircuit looks = looks_of(*model_, weights_, heads_[i], words(heads_[i], HeadInput::Query),
                                       words(heads_[i], HeadInput::Key));
    EXPECT_TRUE(matches(looks.cells, file_.tensor(name(i, "looks")), heads_[i].name()));
  }
}

TEST_P(GoldenCircuits, WhatIsSaid) {
  std::size_t compared = 0;
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    const bool says = why_no_says(GetParam().config, heads_[i]).empty();
    ASSERT_EQ(says, file_.has(name(i, "says"))) << heads_[i].name();
    if (!says) continue;
    const WordCircuit found = says_of(*model_, weights_, heads_[i], words(heads_[i], HeadInput::Value),
                                      all_words(GetParam().config.target_vocabulary));
    EXPECT_TRUE(matches(found.cells, file_.tensor(name(i, "says")), heads_[i].name()));
    ++compared;
  }
  EXPECT_GT(compared, 0u);
}

TEST_P(GoldenCircuits, CopyingScores) {
  const ModelConfig& config = GetParam().config;
  Vocabularies vocabularies{std::nullopt, numbered(config.target_vocabulary)};
  if (config.source_vocabulary > 0) vocabularies.source = numbered(config.source_vocabulary);
  std::size_t compared = 0;
  for (const Copying& each : copying_scores(*model_, vocabularies, weights_)) {
    const auto number = static_cast<std::size_t>(std::ranges::find(heads_, each.head) - heads_.begin());
    EXPECT_NEAR(each.score, file_.tensor(name(number, "copying")).data[0], kGoldenTolerance);
    const Tensor magnitudes = file_.tensor(name(number, "magnitudes"));
    ASSERT_EQ(each.eigenvalues.values.size(), magnitudes.data.size());
    for (std::size_t i = 0; i < magnitudes.data.size(); ++i)
      EXPECT_NEAR(std::abs(each.eigenvalues.values[i]), magnitudes.data[i], 1e-4 * each.eigenvalues.radius());
    ++compared;
  }
  std::size_t wanted = 0;
  for (std::size_t i = 0; i < heads_.size(); ++i) wanted += file_.has(name(i, "copying")) ? 1 : 0;
  EXPECT_EQ(compared, wanted);
}

TEST_P(GoldenCircuits, Compositions) {
  const Tensor wanted = file_.tensor(GetParam().name + ".compositions");
  std::vector<Real> found;
  for (const Composition& each : compositions(*model_, weights_))
    found.insert(found.end(), {static_cast<Real>(each.from), static_cast<Real>(each.into),
                               static_cast<Real>(each.by), static_cast<Real>(each.score)});
  EXPECT_TRUE(matches(found, wanted, "compositions"));
}

INSTANTIATE_TEST_SUITE_P(Models, GoldenCircuits, ::testing::Values(gpt_case(), encoder_decoder_case()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace attnlab::testing
