// Probe labels: what each row says of texts whose labels are known.
#include "core/analysis/probes/probe_label.h"

#include <gtest/gtest.h>

#include "core/tasks/phrases/part_of_speech.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

/// A piece a character.
std::vector<Piece> letters(std::string_view text) {
  std::vector<Piece> pieces;
  for (const char letter : text) pieces.push_back({0, std::string(1, letter), true});
  return pieces;
}

std::vector<Piece> words(std::initializer_list<std::string_view> texts) {
  std::vector<Piece> pieces;
  for (const std::string_view text : texts) pieces.push_back({0, std::string(text), true});
  return pieces;
}

ProbedStack stack_of(std::string task, Text text, Format format = Format::Stream) {
  ProbedStack stack{.text = text, .format = format, .level = TokenLevel::Characters, .longest = 16};
  stack.task.name = std::move(task);
  return stack;
}

TokenLabels labels(std::string_view name, const ProbedStack& stack, const std::vector<Piece>& pieces,
                   std::string_view answer = "") {
  return probe_label(name).labels(stack, {pieces, answer});
}

std::vector<std::string> known_names(const ProbedStack& stack) {
  std::vector<std::string> names;
  for (const ProbeLabel* label : known_labels(stack)) names.emplace_back(label->name);
  return names;
}

TEST(ProbeLabels, AreKnownToTheirTasks) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(known_names(stack_of("brackets", Text::Source, Format::Class)),
            (Names{"depth", "answer", "position", "before"}));
  EXPECT_EQ(known_names(stack_of("brackets", Text::Source, Format::Labels)),
            (Names{"depth", "position", "before"}));
  EXPECT_EQ(known_names(stack_of("addition", Text::Target)), (Names{"carry", "position", "before"}));
  EXPECT_EQ(known_names(stack_of("translate", Text::Source, Format::Pairs)),
            (Names{"speech", "position", "before"}));
  EXPECT_EQ(known_names(stack_of("digits", Text::Source, Format::Picture)),
            (Names{"answer", "row", "column"}));
  EXPECT_EQ(known_names(stack_of("language_model", Text::Target)),
            (Names{"position", "before", "class", "word"}));
  EXPECT_NE(error_text<std::invalid_argument>([] { probe_label("dept"); }).find("depth"), std::string::npos);
}

TEST(ProbeLabels, CountOpenBrackets) {
  EXPECT_EQ(labels("depth", stack_of("brackets", Text::Source), letters("([])()")),
            (TokenLabels{"1", "2", "2", "1", "1", "1"}));
}

/// 087 + 945 = 1032: 1 is carried into the tens, hundreds and thousands.
TEST(ProbeLabels, SayWhatIsCarriedIntoTheDigitThatFollows) {
  ProbedStack stack = stack_of("addition", Text::Target);
  const std::string yes = "carry", no = "no carry";
  EXPECT_EQ(labels("carry", stack, letters("087+945=1032")),
            (TokenLabels{"", "", "", "", "", "", "", yes, yes, yes, "", ""}));
  EXPECT_EQ(labels("carry", stack, letters("120+381=0501")),
            (TokenLabels{"", "", "", "", "", "", "", no, yes, no, "", ""}));
  stack.task.reversed_answer = true;
  EXPECT_EQ(labels("carry", stack, letters("120+381=1050")),
            (TokenLabels{"", "", "", "", "", "", "", "", no, yes, no, ""}));
  EXPECT_EQ(labels("carry", stack, letters("12")), (TokenLabels{"", ""}));
}

TEST(ProbeLabels, GroupPositionsOfLongTexts) {
  ProbedStack stack = stack_of("language_model", Text::Target);
  EXPECT_EQ(labels("position", stack, letters("abc")), (TokenLabels{"0", "1", "2"}));
  stack.longest = 64;
  EXPECT_EQ(labels("position", stack, letters("abcdef")),
            (TokenLabels{"0–3", "0–3", "0–3", "0–3", "4–7", "4–7"}));
}

TEST(ProbeLabels, NameTheTokenBeforeAndTheClassOfATokenAndItsPlaceInTheWord) {
  const ProbedStack stack = stack_of("language_model", Text::Target);
  EXPECT_EQ(labels("before", stack, letters("owl")), (TokenLabels{"", "o", "w"}));
  EXPECT_EQ(labels("class", stack, letters("Ow 3.")),
            (TokenLabels{"capital", "consonant", "space", "digit", "punctuation"}));
  EXPECT_EQ(labels("class", stack, letters("a")), (TokenLabels{"vowel"}));
  EXPECT_EQ(labels("word", stack, letters("ab owl")), (TokenLabels{"", "", "0", "1", "2", "3"}));
}

TEST(ProbeLabels, OfAClassAreAlikeEverywhere) {
  const ProbedStack stack = stack_of("brackets", Text::Source, Format::Class);
  EXPECT_EQ(labels("answer", stack, letters("()"), "balanced"), (TokenLabels{"balanced", "balanced"}));
  const ProbedStack picture = stack_of("digits", Text::Source, Format::Picture);
  EXPECT_EQ(labels("row", picture, words({"0,0", "1,3"})), (TokenLabels{"0", "1"}));
  EXPECT_EQ(labels("column", picture, words({"0,0", "1,3"})), (TokenLabels{"0", "3"}));
}

TEST(ProbeLabels, NameThePartsOfSpeechInBothLanguages) {
  EXPECT_EQ(labels("speech", stack_of("translate", Text::Source, Format::Pairs),
                   words({"the", "black", "cat", "does", "not", "eat", "apples", ""})),
            (TokenLabels{"determiner", "adjective", "noun", "verb", "adverb", "verb", "noun", ""}));
  EXPECT_EQ(labels("speech", stack_of("translate", Text::Target, Format::Pairs),
                   words({"", "le", "chat", "les", "mange", "près", "de", "l'", "arbre"})),
            (TokenLabels{"", "determiner", "noun", "pronoun", "verb", "preposition", "preposition",
                         "determiner", "noun"}));
}

}  // namespace
}  // namespace attnlab::testing
