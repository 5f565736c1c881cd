// Handouts: prose and exercises as Markdown for paper.
#include "app/lessons/handout.h"

#include "app/lessons/catalog.h"
#include "app/lessons/exercise_kind.h"
#include "app/lessons/markdown_text.h"
#include "tests/lessons/lesson_text.h"
#include "tests/support/expect_has.h"

namespace attnlab::testing {
namespace {

std::vector<Prose> written_and_read(const std::vector<Prose>& blocks) {
  std::string text;
  for (const Prose& block : blocks) text += markdown_of(block) + "\n\n";
  return read_prose(text);
}

TEST(MarkdownText, ReadsAsItWas) {
  for (const char* text :
       {"A *slanted* and a **strong** word, `code *x*` and ``a ` b``.\n", "1\\. no list\n",
        "a\\*b\\_c \\[d\\] 1 \\< 2\n", "- one\n- two\n  - three\n    1. four\n    2. five\n", "> A quote.\n",
        "| a | b |\n|---|---|\n| `x` | **y** |\n", "```text\nlisting *x*\n```\n", "### Heading\n",
        "[address](<https://example.org/a b>)\n"}) {
    const std::vector<Prose> blocks = read_prose(text);
    EXPECT_EQ(written_and_read(blocks), blocks) << text << "\nis written\n" << markdown_of(blocks.front());
  }
}

TEST(MarkdownText, ProseOfLessonsKeepsItsWords) {
  for (const auto& lesson : builtin_lessons())
    for (const LessonStep& step : lesson->steps)
      for (const LessonBlock& block : step.blocks) {
        const auto* const prose = std::get_if<Prose>(&block);
        if (!prose || prose->spans.empty() || prose->kind == Prose::Kind::Equation) continue;
        Prose alone = *prose;
        alone.level = 1;
        const std::vector<Prose> again = read_prose(markdown_of(alone));
        ASSERT_FALSE(again.empty());
        const std::string words = prose->kind == Prose::Kind::Note ? "For the teacher: " : "";
        EXPECT_EQ(plain_text(again.front().spans), words + plain_text(prose->spans)) << lesson->id;
      }
}

TEST(MarkdownText, FormulasReadAsText) {
  EXPECT_EQ(markdown_of(read_prose("So $y = x/√D$.\n").front()), "So `y = x/√D`.");
  EXPECT_EQ(markdown_of(read_prose("$$p_i = e^s_i/Σ_j e^s_j$$\n").front()),
            "```text\np_i = e^s_i/Σ_j e^s_j\n```");
  EXPECT_EQ(markdown_of(read_prose("[show it](<do:view heads>)\n").front()), "show it");
}

const Lesson& asked() {
  static const Lesson lesson = read_lesson(
      lesson_text(
          "> teacher: Wait for them.\n\n" +
          block("choice", "id: c\nask: Which two?\n- [x] alpha\n  > Said of it.\n- [x] beta\n- [ ] gamma\n") +
          block("number",
                "id: n\nask: How much?\nanswer: 0.5 * 0.7\ntolerance: 0.005\nbecause: The half.\n") +
          block("order", "id: o\nask: Order\n- first\n- second\n- third\n") +
          block("paint", "id: m\nask: Mask\npicture: 10/11\nrows: I you\ncolumns: a b\n") +
          block("explain", "id: e\nask: Why?\nbecause: Thus.\n") +
          block("task", "id: t\nask: Do it.\nuntil: view = \"steps\"\nsolve: view steps\n")),
      "asked.md");
  return lesson;
}

Handout with_answers() {
  Handout how{.seed = 3, .answers = true};
  how.right["c"] = {.right = {"0", "1"}};
  how.right["n"] = {.right = {"0.35"}, .truth = "0.35"};
  how.right["o"] = {.right = {"0", "1", "2"}};
  how.right["m"] = {.right = {"10", "11"}};
  return how;
}

TEST(Handout, WithBlanksTellsNoAnswer) {
  const std::string text = handout(asked(), {.seed = 3});
  for (const char* has :
       {"# Tried", "## 1. First", "☐ alpha", "☐ gamma", "(More than one may be correct.)", "Answer: ____",
        "\\_\\_. second", "| I | ☐ | ☐ |", "---", "☐ done", "Name: ", "seed 3"})
    expect_has(text, has);
  for (const char* secret :
       {"☒", "Said of it", "0.35", "0.5 * 0.7", "The half", "■", "Thus", "view steps", "Wait for"})
    EXPECT_EQ(text.find(secret), std::string::npos) << secret;
}

TEST(Handout, WithAnswersTellsThem) {
  const std::string text = handout(asked(), with_answers());
  for (const char* has :
       {"☒ alpha", "> Said of it.", "☐ gamma", "**0.35** (± 0.005)", "> **Because:** The half.",
        "**2.** second", "| you | ■ | ■ |", "| I | ■ | ☐ |", "> **Because:** Thus.",
        "Done when `view = \"steps\"`", "For the teacher: Wait for them."})
    expect_has(text, has);
}

TEST(Handout, LinksAndFormulasOfAnswersReadAsText) {
  EXPECT_EQ(markdown_on_paper("Look at [the *heads*](<do:view heads>): $x/√D$."),
            "Look at the *heads*: `x/√D`.");
}

TEST(Handout, ShufflesByTheSeedAndAlikeWithAnswers) {
  const auto order = [](const std::string& text) {
    return std::vector{text.find("alpha") < text.find("beta"), text.find("beta") < text.find("gamma"),
                       text.find("alpha") < text.find("gamma")};
  };
  EXPECT_EQ(order(handout(asked(), {.seed = 3})), order(handout(asked(), with_answers())));
  bool differs = false;
  for (unsigned seed = 0; seed < 8; ++seed)
    differs = differs || order(handout(asked(), {.seed = seed})) != order(handout(asked(), {.seed = 3}));
  EXPECT_TRUE(differs);
}

TEST(Handout, NamesTheFiguresThatWereDrawn) {
  const Lesson lesson = read_lesson(
      lesson_text(block("figure", "plot: loss\ncaption: The loss.\n") + block("figure", "view: heads\n")),
      "f.md");
  Handout how;
  how.figures[7] = "tried-1.svg";
  const std::string text = handout(lesson, how);
  expect_has(text, "![The loss.](<tried-1.svg>)");
  EXPECT_EQ(text.find("heads"), std::string::npos);
}

TEST(Handout, EveryKindOfExerciseIsPrinted) {
  for (const ExerciseKind& kind : exercise_kinds()) EXPECT_NE(kind.print, nullptr) << kind.name;
}

}  // namespace
}  // namespace attnlab::testing
