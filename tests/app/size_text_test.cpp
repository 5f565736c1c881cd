// Size text: sums of products as people write them.
#include "app/base/size_text.h"

#include <gtest/gtest.h>

#include "core/models/model.h"
#include "core/models/sizes/known_models.h"

namespace attnlab {
namespace {

struct Written {
  explicit Written(ModelConfig of)
      : config(std::move(of)), lines(parameter_lines(config, make_model(config)->parameters())) {}
  const ParameterLine& line(const std::string& part) const {
    for (const ParameterLine& line : lines)
      if (line.part == part) return line;
    throw std::invalid_argument("no part " + part);
  }

  ModelConfig config;
  std::vector<ParameterLine> lines;
};

const Written& gpt2() {
  static const Written written(known_model("gpt2-small").config());
  return written;
}

TEST(SizeText, LettersAndNumbers) {
  const ParameterLine& attention = gpt2().line("attention");
  EXPECT_EQ(terms_text(attention.terms), "4·d² + 4·d");
  EXPECT_EQ(terms_in_numbers(attention.terms, gpt2().config), "4·768² + 4·768");
  EXPECT_EQ(line_text(attention), "12 × (4·d² + 4·d)");
  EXPECT_EQ(line_in_numbers(attention, gpt2().config), "12 × (4·768² + 4·768)");
  EXPECT_EQ(line_count(attention), "12 × 2,362,368");
}

TEST(SizeText, OneTermAndOneLayerNeedNoBrackets) {
  EXPECT_EQ(line_text(gpt2().line("norms")), "12 × 4·d");
  EXPECT_EQ(line_text(gpt2().line("embeddings")), "V·d");
  EXPECT_EQ(line_in_numbers(gpt2().line("embeddings"), gpt2().config), "50,257·768");
  EXPECT_EQ(line_count(gpt2().line("embeddings")), "38,597,376");
  EXPECT_EQ(terms_text(gpt2().line("feed-forward").terms), "2·d·F + d + F");
}

TEST(SizeText, ABlockInItsWidth) {
  const ParameterLine block = block_lines(gpt2().lines).at(0);
  EXPECT_EQ(block_text(block, gpt2().config), "12·d² + 13·d = 12·768² + 13·768 = 7,087,872");
  EXPECT_EQ(block_condition(block, gpt2().config), "F = 4·d");
  EXPECT_EQ(letters_text(gpt2().lines, gpt2().config), "V = 50,257, n = 1,024, d = 768, F = 3,072");
}

TEST(SizeText, ABlockWithAWidthOfItsOwn) {
  ModelConfig config = known_model("gpt2-small").config();
  config.feed_forward = 1000;
  const Written odd(config);
  const ParameterLine block = block_lines(odd.lines).at(0);
  EXPECT_EQ(block_text(block, config),
            "4·d² + 2·d·F + 9·d + F = 4·768² + 2·768·1,000 + 9·768 + 1,000 = 3,903,208");
  EXPECT_EQ(block_condition(block, config), "");
  config.feed_forward = config.width;
  const Written same(config);
  EXPECT_EQ(block_condition(block_lines(same.lines).at(0), config), "F = d");
}

TEST(SizeText, ANumberAloneAndALetterThrice) {
  const SizeLetter* d = gpt2().line("norms").terms[0].letters[0];
  EXPECT_EQ(terms_text({{32, {}}}), "32");
  EXPECT_EQ(terms_text({{1, {d, d, d}}}), "d·d·d");
}

}  // namespace
}  // namespace attnlab
