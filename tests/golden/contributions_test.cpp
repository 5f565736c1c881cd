// Contributions against NumPy: each part, what leaving it out takes, and the tokens that heads read.
#include "core/analysis/contributions/contributions.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/models/model.h"
#include "core/trace/tracer.h"
#include "tests/golden/case.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

constexpr double kContributionsWithin = 2e-5;

ModelConfig golden_gpt() {
  ModelConfig config;
  config.heads = 3;
  config.width = 12;
  config.feed_forward = 48;
  config.context = 10;
  config.target_vocabulary = 17;
  config.bias = false;
  return config;
}

ModelConfig golden_encoder_decoder() {
  ModelConfig config;
  config.architecture = "encoder_decoder";
  config.heads = 2;
  config.width = 8;
  config.feed_forward = 16;
  config.context = 6;
  config.source_vocabulary = 11;
  config.target_vocabulary = 13;
  config.norm = "post";
  config.activation = "relu";
  config.positions = "sinusoidal";
  return config;
}

std::string word_of(Index id) { return "w" + std::to_string(id); }

/// Words "w4", "w5", … up to the size of a vocabulary.
Tokenizer golden_words(Index size, SpecialTokens special) {
  std::vector<std::string> words;
  for (Index id = special.framing ? 4 : 0; id < size; ++id) words.push_back(word_of(id));
  return Tokenizer::from_vocabulary(std::move(words), TokenLevel::Words, special);
}

std::string text_of_ids(const std::vector<Index>& ids) {
  std::string text;
  for (const Index id : ids) text += (text.empty() ? "" : " ") + word_of(id);
  return text;
}

TracePtr golden_trace(const std::string& name, const ModelConfig& config, const Vocabularies& words,
                      const TraceRequest& request) {
  const std::shared_ptr<const Model> model = make_model(config);
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->weights.resize(static_cast<std::size_t>(model->parameters().size()));
  load_parameters(golden_file(name), "param.", model->parameters(), snapshot->weights);
  return Tracer(model, std::make_shared<const Vocabularies>(words)).trace(snapshot, request);
}

void expect_contributions(const Trace& trace, const nlohmann::json& golden) {
  const Contributions all =
      split_logit(trace, {golden["position"], golden["word"], golden["against"].get<TokenId>()});
  EXPECT_NEAR(all.logit, golden["logit"].get<double>(), kContributionsWithin);
  ASSERT_EQ(all.parts.size(), golden["parts"].size());
  for (std::size_t i = 0; i < all.parts.size(); ++i) {
    const ContributionPart& part = all.parts[i];
    const nlohmann::json& wanted = golden["parts"][i];
    SCOPED_TRACE(part_title(part) + ", " + wanted["part"].get<std::string>());
    EXPECT_NEAR(part.value, wanted["value"].get<double>(), kContributionsWithin);
    EXPECT_NEAR(part.left_out, wanted["left_out"].get<double>(), kContributionsWithin);
    EXPECT_NEAR(part.divisor, wanted["divisor"].get<double>(), kContributionsWithin);
    ASSERT_EQ(part.sources.size(), wanted.contains("sources") ? wanted["sources"].size() : 0);
    for (std::size_t k = 0; k < part.sources.size(); ++k) {
      EXPECT_NEAR(part.sources[k].value, wanted["sources"][k].get<double>(), kContributionsWithin) << k;
      EXPECT_NEAR(part.sources[k].weight, wanted["weights"][k].get<double>(), kContributionsWithin) << k;
    }
  }
}

nlohmann::json golden_contributions(const char* model) {
  return nlohmann::json::parse(read_bytes(ATTNLAB_SOURCE_DIR "/tests/golden/contributions.json"))[model];
}

TEST(ContributionsGolden, OfAGpt) {
  const nlohmann::json golden = golden_contributions("gpt");
  const TracePtr trace = golden_trace("gpt", golden_gpt(), {{}, golden_words(17, kNoSpecialTokens)},
                                      {.target = text_of_ids(golden["ids"])});
  expect_contributions(*trace, golden);
}

/// With norms after the sums, each of which is frozen, and cross-attention.
TEST(ContributionsGolden, OfAnEncoderDecoder) {
  const nlohmann::json golden = golden_contributions("encoder_decoder");
  std::vector<Index> source = golden["source"], target = golden["input"];
  source.pop_back();
  target.erase(target.begin());
  const TracePtr trace = golden_trace("encoder_decoder", golden_encoder_decoder(),
                                      {golden_words(11, kFramingTokens), golden_words(13, kFramingTokens)},
                                      {.source = text_of_ids(source), .target = text_of_ids(target)});
  expect_contributions(*trace, golden);
}

}  // namespace
}  // namespace attnlab::testing
