// Parameters written out: the sums of their terms are the parameters of every model.
#include "core/models/sizes/parameter_lines.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/layers/attention_sites.h"
#include "core/models/cost.h"
#include "core/models/model.h"
#include "core/models/sizes/known_models.h"
#include "core/training/preset.h"

namespace attnlab::testing {
namespace {

std::vector<ParameterLine> lines_of(const ModelConfig& config) {
  return parameter_lines(config, make_model(config)->parameters());
}

/// "4·d·d + 4·d": a sum as text, for comparing.
std::string text_of(const SizeTerms& terms) {
  std::string text;
  for (const SizeTerm& term : terms) {
    text += (text.empty() ? "" : " + ") + std::to_string(term.count);
    for (const SizeLetter* letter : term.letters) text += "·" + std::string(letter->letter);
  }
  return text;
}

std::string part_of(const std::vector<ParameterLine>& lines, const std::string& part) {
  std::string text;
  for (const ParameterLine& line : lines)
    if (line.part == part) text += std::to_string(line.times) + " × (" + text_of(line.terms) + ") ";
  return text;
}

void expect_whole(const ModelConfig& config, const std::string& name) {
  const ModelCost cost = count_cost(config);
  Index sum = 0;
  for (const ParameterLine& line : lines_of(config)) {
    EXPECT_EQ(line.each, value_of(line.terms, config)) << name << " " << line.part;
    EXPECT_TRUE(std::ranges::any_of(cost.parts, [&](const PartCost& p) { return p.name == line.part; }))
        << name << " " << line.part;
    sum += line.total();
  }
  EXPECT_EQ(sum, cost.parameters) << name;
}

TEST(ParameterLines, AddUpForEveryPresetAndKnownModel) {
  for (const Preset& preset : builtin_presets())
    if (preset.task.name != "picture_folder") expect_whole(with_vocabularies(preset).model, preset.name);
  for (const KnownModel& model : known_models()) expect_whole(model.config(), std::string(model.name));
}

TEST(ParameterLines, AddUpForEveryKindOfPart) {
  const auto with = [](const char* preset, std::initializer_list<const char*> options) {
    Preset made = find_preset(preset);
    for (const char* option : options) set_option(made, option);
    made.model.target_vocabulary = 30;
    if (has_source(format_of(made.model))) made.model.source_vocabulary = 20;
    return made.model;
  };
  expect_whole(with("characters", {"model.positions=relative_bias"}), "buckets");
  expect_whole(with("characters", {"model.experts=3", "model.activation=swiglu"}), "gated experts");
  expect_whole(with("characters", {"model.key_value_heads=2", "model.bias=false"}), "groups");
  expect_whole(with("digits", {"model.pooling=cls"}), "class vector");
  for (const char* alignment : {"none", "additive", "dot", "general", "concat"})
    expect_whole(
        with("seq2seq", {"model.bidirectional=false", (std::string("model.alignment=") + alignment).c_str()}),
        alignment);
  for (const char* alignment : {"additive", "general", "concat"})
    expect_whole(
        with("seq2seq", {"model.bidirectional=true", (std::string("model.alignment=") + alignment).c_str()}),
        alignment);
}

TEST(ParameterLines, OfAGptAreThoseOfTheTextbook) {
  const ModelConfig config = known_model("gpt2-small").config();
  const auto lines = lines_of(config);
  EXPECT_EQ(part_of(lines, "embeddings"), "1 × (1·V·d) ");
  EXPECT_EQ(part_of(lines, "positions"), "1 × (1·n·d) ");
  EXPECT_EQ(part_of(lines, "attention"), "12 × (4·d·d + 4·d) ");
  EXPECT_EQ(part_of(lines, "norms"), "12 × (4·d) 1 × (2·d) ");
  EXPECT_EQ(part_of(lines, "feed-forward"), "12 × (2·d·F + 1·d + 1·F) ");
  const auto blocks = block_lines(lines);
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].stack, "decoder");
  EXPECT_EQ(blocks[0].times, 12);
  EXPECT_EQ(text_of(in_widths(blocks[0].terms, config)), "12·d·d + 13·d");
  EXPECT_EQ(blocks[0].each, 7'087'872);
}

TEST(ParameterLines, WidthsBecomeOneOnlyWhereTheyAreMultiples) {
  ModelConfig config = known_model("gpt2-small").config();
  config.feed_forward = 3000;
  EXPECT_EQ(text_of(in_widths(block_lines(lines_of(config))[0].terms, config)), "4·d·d + 2·d·F + 9·d + 1·F");
}

TEST(ParameterLines, GroupedKeysHaveAWidthOfTheirOwn) {
  ModelConfig config = known_model("gpt2-small").config();
  config.key_value_heads = 4;
  EXPECT_EQ(part_of(lines_of(config), "attention"), "12 × (2·d·d + 2·d·G + 2·d + 2·G) ");
}

TEST(ParameterLines, TwoStacksHaveTheirOwnBlocks) {
  const ModelConfig config = known_model("transformer-base").config();
  const auto blocks = block_lines(lines_of(config));
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].stack, "encoder");
  EXPECT_EQ(text_of(in_widths(blocks[0].terms, config)), "12·d·d + 13·d");
  EXPECT_EQ(blocks[1].stack, "decoder");
  EXPECT_EQ(text_of(in_widths(blocks[1].terms, config)), "16·d·d + 19·d");
}

/// The second layer of a network in both directions reads both of the first.
TEST(ParameterLines, LayersThatDifferAreApart) {
  ModelConfig config;
  config.architecture = "recurrent";
  config.output = "labels";
  config.bidirectional = true;
  config.tied_output = false;
  config.layers = 3;
  config.width = 8;
  config.source_vocabulary = 9;
  config.target_vocabulary = 5;
  EXPECT_EQ(part_of(lines_of(config), "recurrent cells"), "1 × (16·d·d + 8·d) 2 × (24·d·d + 8·d) ");
  EXPECT_TRUE(block_lines(lines_of(config)).empty()) << "no block stands for all";
  EXPECT_EQ(part_of(lines_of(config), "embeddings"), "1 × (1·S·d) ");
}

TEST(SizeTerms, AParameterThatIsNoMultipleIsAFault) {
  const ModelConfig config = known_model("gpt2-small").config();
  Parameter odd{
      .name = "odd", .shape = {768, 767}, .initializer = {}, .site = &attention_sites::kQueryWeight};
  EXPECT_THROW(cells_of(odd, config), std::logic_error);
  static constexpr Site kUnknown{.name = "unknown"};
  odd.site = &kUnknown;
  EXPECT_THROW(cells_of(odd, config), std::logic_error);
}

}  // namespace
}  // namespace attnlab::testing
