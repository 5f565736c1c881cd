// The glossary: complete, short, in order; it has every term that the program uses.
#include "app/widgets/base/glossary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>

#include "app/feature/features.h"
#include "app/views/common/stage_text.h"
#include "app/views/common/tensor_words.h"
#include "tests/app/traced.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

std::string lower(std::string_view text) {
  std::string low(text);
  std::ranges::transform(low, low.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return low;
}

TEST(Glossary, HasTheTermsOfTheField) {
  EXPECT_GE(glossary().size(), 60u);
  for (const char* name :
       {"query", "key", "value", "score", "softmax", "mask", "head", "layer normalization", "residual stream",
        "logit", "temperature", "entropy", "perplexity", "gradient", "AdamW", "epoch"})
    EXPECT_NE(find_term(name), nullptr) << name;
  EXPECT_EQ(find_term("Softmax"), nullptr) << "names are exact";
}

TEST(Glossary, EachDefinitionIsOneShortSentence) {
  for (const Term& term : glossary()) {
    std::istringstream words{std::string(term.definition)};
    std::string word;
    int count = 0, sentences = 0;
    while (words >> word)
      ++count, sentences += word.ends_with('.') || word.ends_with('?') || word.ends_with('!');
    EXPECT_LE(count, 25) << term.name;
    EXPECT_GE(count, 4) << term.name;
    EXPECT_EQ(sentences, 1) << term.name;
    EXPECT_TRUE(term.definition.ends_with('.')) << term.name;
  }
}

TEST(Glossary, IsInOrderAndHoldsNothingTwice) {
  for (std::size_t i = 1; i < glossary().size(); ++i)
    EXPECT_LT(lower(glossary()[i - 1].name), lower(glossary()[i].name));
}

TEST(Glossary, FindsNamesBeforeDefinitions) {
  const auto found = search_terms("SOFTM");
  ASSERT_GE(found.size(), 2u);
  EXPECT_EQ(found[0]->name, "softmax");
  EXPECT_EQ(search_terms("").size(), glossary().size());
  EXPECT_TRUE(search_terms("zebra").empty());
}

TEST(Glossary, HasEveryTermThatStandsOnScreen) {
  for (int i = 0; i < kStageCount; ++i)
    EXPECT_NE(find_term(stage_term(static_cast<Stage>(i))), nullptr) << stage_term(static_cast<Stage>(i));
  for (const Feature* view : features()) EXPECT_NE(find_term(view->term), nullptr) << view->name;
}

TEST(Glossary, KnowsWhatTensorsAreAbout) {
  EXPECT_EQ(tensor_term(translation(), "decoder.layers.0.cross_attention.weights"), "attention weight");
  EXPECT_EQ(tensor_term(translation(), "output.logits.grad"), "gradient");
  EXPECT_EQ(tensor_term(translation(), "encoder.layers.0.attention_norm.gamma"), "layer normalization");
  EXPECT_EQ(tensor_term(*traced("modern", "", "The"), "decoder.layers.0.attention_norm.gamma"), "RMSNorm");
  EXPECT_EQ(tensor_term(translation(), "nothing.of.the.kind"), "");
}

/// Expects a term for each match in the files of `folder` with this extension; returns how many there are.
int expect_terms(const std::string& folder, const std::string& extension, const std::regex& use) {
  int uses = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(ATTNLAB_SOURCE_DIR) + folder)) {
    if (entry.path().extension() != extension) continue;
    const std::string source = testing::read_bytes(entry.path());
    for (std::sregex_iterator at(source.begin(), source.end(), use), end; at != end; ++at, ++uses)
      EXPECT_NE(find_term((*at)[1].str()), nullptr) << (*at)[1] << " in " << entry.path();
  }
  return uses;
}

/// Every tip_term("…") in the program's source, the terms of the tensors' sites, and those in tables of
/// numbers with their names.
TEST(Glossary, HasEveryTermThatTheSourceNames) {
  EXPECT_GE(expect_terms("/app", ".cpp", std::regex("tip_term\\(\"([^\"]+)\"")), 1);
  EXPECT_GE(expect_terms("/core", ".h", std::regex("\\.term = \"([^\"]+)\"")), 80);
  for (const char* name : {"training step", "loss", "token", "validation loss", "backpropagation",
                           "forward pass", "autoregressive", "Transformer"})
    EXPECT_NE(find_term(name), nullptr) << name;
}

}  // namespace
}  // namespace attnlab
