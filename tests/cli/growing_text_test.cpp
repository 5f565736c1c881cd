// Texts that grow token by token end before a stop string, and show nothing of it.
#include "app/cli/growing_text.h"

#include <gtest/gtest.h>

namespace attnlab::testing {
namespace {

const Tokenizer& letters() {
  static const Tokenizer tokenizer =
      Tokenizer::from_corpus("abcd .\n", TokenLevel::Characters, kNoSpecialTokens);
  return tokenizer;
}

struct Grown {
  std::string text, shown;
  bool stopped = false;
  std::size_t longest_before_end = 0;  ///< bytes shown before finish()
};

Grown grow(const std::string& added, const std::vector<std::string>& stops) {
  Grown grown;
  GrowingText text(letters(), letters().encode("ab"), stops,
                   [&](std::string_view piece) { grown.shown += piece; });
  for (const TokenId token : letters().encode(added))
    if (!text.add(token)) break;
  grown.longest_before_end = grown.shown.size();
  text.finish();
  grown.text = text.text();
  grown.stopped = text.stopped();
  return grown;
}

TEST(GrowingText, EndsBeforeTheFirstStopString) {
  const Grown grown = grow("a b. c.d", {"c.", ". "});
  EXPECT_EQ(grown.text, "a b");
  EXPECT_EQ(grown.shown, "a b");
  EXPECT_TRUE(grown.stopped);
}

TEST(GrowingText, WhatMayBeginAStopStringIsHeldBack) {
  const Grown grown = grow("dddaa", {"aab"});
  EXPECT_EQ(grown.longest_before_end, 3u);
  EXPECT_EQ(grown.shown, "dddaa");
  EXPECT_FALSE(grown.stopped);
}

TEST(GrowingText, WithoutStopStringsAllIsShownAtOnce) {
  for (const std::vector<std::string>& stops : {std::vector<std::string>{}, std::vector<std::string>{""}}) {
    const Grown grown = grow("abcd.", stops);
    EXPECT_EQ(grown.longest_before_end, 5u);
    EXPECT_EQ(grown.text, "abcd.");
  }
}

/// The prompt is "ab": a stop string that begins in it is not the model's.
TEST(GrowingText, ThePromptIsNotLookedAt) { EXPECT_EQ(grow("cab", {"bc", "ab"}).text, "c"); }

}  // namespace
}  // namespace attnlab::testing
