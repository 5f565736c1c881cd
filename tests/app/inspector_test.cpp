// The inspector's gradients and users, and its copies.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/views/common/tensor_words.h"
#include "app/views/inspector/derivation_view.h"
#include "app/views/inspector/frame.h"
#include "app/widgets/formula/formula_text.h"
#include "tests/app/traced.h"

namespace attnlab {
namespace {

TEST(Inspector, GradientsAreNamedAfterTheirTensors) {
  EXPECT_EQ(cell_title(translation(), kCross + "query.grad"), "Query, gradient");
  EXPECT_EQ(cell_title(translation(), "loss.per_token.grad"), "Loss of a token, gradient");
  EXPECT_EQ(tensor_title(translation(), kCross + "query.grad"), "Queries, gradient");
  EXPECT_EQ(tensor_role(translation(), kCross + "query.grad"), Role::Gradient);
  EXPECT_EQ(tensor_place(translation(), kCross + "query.grad"),
            tensor_place(translation(), kCross + "query"));
  const CellName cell{kCross + "scores", {0, 3, 1, 2}};
  EXPECT_EQ(index_words(translation(), gradient_name(cell)), index_words(translation(), cell));
  EXPECT_NE(index_words(translation(), cell), "");
}

TEST(Inspector, UsersAreGroupedByTensor) {
  const std::vector<UserGroup> groups =
      grouped(translation().users("target.input", std::vector<Index>{0, 1, 5}));
  std::vector<std::string> names;
  std::size_t cells = 0;
  for (const UserGroup& group : groups) names.push_back(group.tensor), cells += group.cells.size();
  const std::string layer = "decoder.layers.0.";
  const std::vector<std::string> wanted = {layer + "self_attention.query", layer + "self_attention.key",
                                           layer + "self_attention.value", layer + "attention_residual"};
  EXPECT_EQ(names, wanted);
  EXPECT_EQ(cells, 3u * 64 + 1);
  EXPECT_TRUE(grouped({}).empty());
}

TEST(Inspector, ChainRulesAreTypeset) {
  const FormulaText rule = formula_from_text("∂L/∂query[q,d] = Σ_k ∂L/∂scores[q,k]·key[k,d]");
  EXPECT_TRUE(rule.formula);
  EXPECT_EQ(rule.words, "");
}

TEST(Inspector, LongSumsListTheLargestTermsAndTheRestInOneLine) {
  const Derivation d = translation().explain(kCross + "query", std::vector<Index>{0, 2, 1, 3});
  const std::vector<DerivationLine> lines = derivation_lines(d.root, 4);
  ASSERT_EQ(lines.size(), 1u + 4 * 3 + 1);  // the sum, four products of two, the rest
  EXPECT_EQ(lines.back().part, nullptr);
  EXPECT_EQ(lines.back().words, "+ 61 terms");
  EXPECT_EQ(lines.back().depth, 1);
  double sum = lines.back().value, before = 1e9;
  for (const DerivationLine& line : lines) {
    if (line.depth != 1 || !line.part) continue;
    sum += line.value;
    EXPECT_LE(std::abs(line.value), before);
    before = std::abs(line.value);
  }
  EXPECT_NEAR(sum, d.value, 1e-5);
  EXPECT_EQ(derivation_lines(d.root).size(), 1u + 64 * 3 + 1);
}

TEST(Inspector, CopiesTextLatexCsvAndJson) {
  const Derivation d = translation().explain(kCross + "scores", std::vector<Index>{0, 2, 1, 3});
  const std::string text = copied(d, CopyFormat::Text, 3);
  EXPECT_TRUE(text.starts_with(kCross + "scores[0,2,1,3]\n" + d.formula + "\n")) << text;
  EXPECT_EQ(text.find("terms"), std::string::npos) << "all terms are copied";
  const std::string with_words = copied(d, CopyFormat::Text, 3, "for “mill”");
  EXPECT_TRUE(with_words.starts_with(kCross + "scores[0,2,1,3]  for “mill”\n")) << with_words;
  EXPECT_TRUE(copied(d, CopyFormat::Latex, 3).starts_with("\\begin{aligned}"));
  EXPECT_NE(copied(d, CopyFormat::Latex, 3).find("8\\ \\mathrm{terms}"), std::string::npos);
  EXPECT_TRUE(copied(d, CopyFormat::Csv, 3).starts_with("tensor,index,value\n" + kCross + "query,0 2 1 0,"));
  EXPECT_EQ(nlohmann::json::parse(copied(d, CopyFormat::Json, 3))["cell"], kCross + "scores[0,2,1,3]");
  const Derivation leaf = translation().explain(kCross + "query.weight", std::vector<Index>{3, 4});
  EXPECT_TRUE(copied(leaf, CopyFormat::Text, 3).starts_with(kCross + "query.weight[3,4] = "));
}

}  // namespace
}  // namespace attnlab
