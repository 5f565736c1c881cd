// Reading lessons: what a file becomes, and what wrong files are told.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "app/lessons/catalog.h"
#include "app/lessons/exercise_kind.h"
#include "app/lessons/fault.h"
#include "tests/lessons/lesson_text.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

Lesson read(const std::string& blocks) { return read_lesson(lesson_text(blocks), "tried.md"); }
std::string reading_error(const std::string& text) {
  return error_text<std::invalid_argument>([&] { read_lesson(text, "tried.md"); });
}
std::string block_error(const std::string& blocks) { return reading_error(lesson_text(blocks)); }
const Exercise& only_exercise(const Lesson& lesson) {
  return std::get<Exercise>(lesson.steps.at(0).blocks.at(0));
}

TEST(LessonReader, ReadsTheFrontMatterTheTitleAndTheSteps) {
  const Lesson lesson = read_lesson(
      "---\nid: two-steps\nquestion: Why\n  two?\nminutes: 6\nseed: 3\nsource: A 2017\nsource: B 2018\n---\n"
      "# Two\n\n## First\n\nText.\n\n## Second\n\nMore.\n",
      "f.md");
  EXPECT_EQ(lesson.id, "two-steps");
  EXPECT_EQ(lesson.question, "Why two?");
  EXPECT_EQ(lesson.minutes, 6);
  EXPECT_EQ(lesson.seed, 3);
  EXPECT_EQ(lesson.sources, (std::vector<std::string>{"A 2017", "B 2018"}));
  ASSERT_EQ(lesson.steps.size(), 2u);
  EXPECT_EQ(lesson.steps[1].title, "Second");
  EXPECT_EQ(lesson.steps[1].line, 16);
  EXPECT_EQ(plain_text(std::get<Prose>(lesson.steps[1].blocks.at(0)).spans), "More.");
}

TEST(LessonReader, HeadingsAreReadWithoutTheirMarks) {
  const Lesson lesson = read_lesson(
      "---\nid: marks\n---\n# A *title*\n\n## Why $√d$ and `view`\n\nText.\n\n## 2. Next\n\nMore.\n", "f.md");
  EXPECT_EQ(lesson.title, "A title");
  EXPECT_EQ(lesson.steps.at(0).title, "Why √d and view");
  EXPECT_EQ(lesson.steps.at(1).title, "2. Next");
}

TEST(LessonReader, ReadsProseWithItsLooks) {
  const Lesson lesson = read(
      "A **bold** and *soft* `code` $y = x/√D$ [link](<do:select.head 2>).\n\n- one\n  - two\n\n3. three\n\n"
      "> quoted\n\n> teacher: for you\n\n$$q·k$$\n\n| a | b |\n|---|---|\n| c | d |\n\n```text\nas "
      "is\n```\n");
  const auto& blocks = lesson.steps[0].blocks;
  const auto prose = [&](std::size_t i) { return std::get<Prose>(blocks.at(i)); };
  const Spans& spans = prose(0).spans;
  EXPECT_EQ(plain_text(spans), "A bold and soft code y = x/√D link.");
  EXPECT_TRUE(spans.at(1).strong);
  EXPECT_TRUE(spans.at(3).emphasis);
  EXPECT_TRUE(spans.at(5).code);
  EXPECT_TRUE(spans.at(7).formula);
  EXPECT_EQ(spans.at(9).link, "do:select.head 2");
  EXPECT_EQ(prose(1).marker, "•");
  EXPECT_EQ(prose(2).level, 2);
  EXPECT_EQ(prose(3).marker, "3.");
  EXPECT_EQ(prose(4).kind, Prose::Kind::Quote);
  EXPECT_EQ(prose(5).kind, Prose::Kind::Note);
  EXPECT_EQ(plain_text(prose(5).spans), "for you");
  EXPECT_EQ(prose(6).kind, Prose::Kind::Equation);
  ASSERT_EQ(prose(7).rows.size(), 2u);
  EXPECT_EQ(plain_text(prose(7).rows[1][1]), "d");
  EXPECT_EQ(prose(8).text, "as is");
}

TEST(LessonReader, ReadsAChoiceWithItsFeedback) {
  const Lesson lesson =
      read(block("choice",
                 "id: q\nask: Which *one*?\n- [x] this\n  > yes,\n  > this\n- [ ] that\n"
                 "- {loss < 1} those that\n  go on\nbecause: so\n  it is\nhint: a\nhint: b\n"));
  const Exercise& exercise = only_exercise(lesson);
  EXPECT_EQ(exercise.kind->name, "choice");
  EXPECT_EQ(exercise.line, 7);
  EXPECT_EQ(plain_text(exercise.ask), "Which one?");
  ASSERT_EQ(exercise.options.size(), 3u);
  EXPECT_EQ(exercise.options[0].feedback, "yes, this");
  EXPECT_EQ(exercise.options[2].text, "those that go on");
  EXPECT_EQ(exercise.options[2].right.text(), "loss < 1");
  EXPECT_EQ(exercise.because, "so it is");
  EXPECT_EQ(exercise.hints, (std::vector<std::string>{"a", "b"}));
}

TEST(LessonReader, ReadsSetupsTasksAndFigures) {
  const Lesson lesson =
      read(block("setup", "# a remark\nrun.of reverse\n\n  view heads\n") +
           block("task", "id: t\nask: Do\nuntil: step > 3\nsolve:\n  train.to 4\n  view steps\n") +
           block("figure", "tensor: source.input[0]\nheight: 8\ncaption: c\n"));
  EXPECT_EQ(lesson.steps[0].setup(), (std::vector<std::string>{"run.of reverse", "view heads"}));
  const auto& task = std::get<Exercise>(lesson.steps[0].blocks.at(1));
  EXPECT_TRUE(task.kind->is_task());
  EXPECT_EQ(task.solve, (std::vector<std::string>{"train.to 4", "view steps"}));
  EXPECT_EQ(std::get<LessonFigure>(lesson.steps[0].blocks.at(2)).height, 8);
  EXPECT_EQ(lesson.find("t"), &task);
  EXPECT_EQ(lesson.find("u"), nullptr);
}

TEST(LessonReader, ReadsPicturesAsFigures) {
  const Lesson lesson = read("Before.\n\n![What *it* shows](plots/loss.png)\n\nAfter.\n");
  const auto& figure = std::get<LessonFigure>(lesson.steps[0].blocks.at(1));
  EXPECT_EQ(figure.picture, "plots/loss.png");
  EXPECT_EQ(figure.words, "What it shows");
  EXPECT_EQ(figure.line, 9);
  EXPECT_EQ(std::get<Prose>(lesson.steps[0].blocks.at(2)).line, 11);
}

TEST(LessonReader, KnowsTheLinesOfItsTexts) {
  const Lesson lesson =
      read("One.\n\n- two\n- three\n\n> four\n\n| a |\n|---|\n| b |\n\n```text\nfive\n```\n");
  std::vector<int> lines;
  for (const LessonBlock& each : lesson.steps[0].blocks) lines.push_back(std::get<Prose>(each).line);
  EXPECT_EQ(lines, (std::vector<int>{7, 9, 10, 12, 14, 19}));
}

TEST(LessonReader, AWidgetMayBeOfAnotherView) {
  const Lesson lesson = read(block("task", "id: t\nask: w\nuntil: step = 1\nshow: heads.zero in heads\n") +
                             block("task", "id: u\nask: w\nuntil: step = 1\nshow: timeline\n"));
  EXPECT_EQ(lesson.find("t")->show, "heads.zero");
  EXPECT_EQ(lesson.find("t")->show_in, "heads");
  EXPECT_EQ(lesson.find("u")->show_in, "");
}

TEST(LessonReader, NamesFileLineAndFault) {
  EXPECT_EQ(reading_error(""),
            "tried.md:1: a lesson must begin with front matter: a line ---, fields, a line ---");
  expect_has(reading_error("---\nid: a\n"), "tried.md:1: the front matter must end with");
  expect_has(reading_error("---\nidd: a\n---\n"),
             "tried.md:2: the front matter does not have a field idd; did you mean id");
  expect_has(reading_error("---\nid: a\n---\n# T\n"), "needs a step");
  expect_has(reading_error("---\nid: a b\n---\n# T\n## S\n"), "lowercase letters, digits and hyphens");
  expect_has(reading_error("---\nid: a\n---\n## S\n"), "needs a title");
  expect_has(reading_error("---\nid: a\n---\ntext\n# T\n## S\n"),
             "tried.md:4: this is before the first step");
  expect_has(reading_error("---\nminutes: soon\n---\n"),
             "tried.md:2: minutes must be a whole number from 1 to 240");
  expect_has(block_error("```choice\nid: q\n"), "tried.md:7: this block must end with");
  expect_has(block_error(block("choise", "id: q\n")),
             "tried.md:7: there is no block choise; did you mean choice");
  expect_has(block_error(block("choice", "id: q\nask: w\n- [x] a\n")),
             "q: a choice needs at least two options");
  expect_has(block_error(block("choice", "id: q\nask: w\n- [ ] a\n- [ ] b\n")),
             "none of the options is correct");
  expect_has(block_error(block("choice", "id: q\nask: w\n- a\n- [x] b\n")), "mark the option \"a\"");
  expect_has(block_error(block("choice", "ask: w\n- [x] a\n- [ ] b\n")), "choice needs the field id");
  expect_has(block_error(block("choice", "id: q\n- [x] a\n- [ ] b\n")), "choice needs the field ask");
  expect_has(block_error(block("choice", "id: q\nask: w\ntolerance: 1\n- [x] a\n- [ ] b\n")),
             "tried.md:10: choice does not have a field tolerance");
  expect_has(block_error(block("number", "id: q\nask: w\n")), "number needs the field answer");
  expect_has(block_error(block("number", "id: q\nask: w\nanswer: loss <\n")),
             "tried.md:10: the condition \"loss <\"");
  expect_has(block_error(block("number", "id: q\nask: w\nanswer: 1\ntolerance: -1\n")),
             "must not be negative");
  expect_has(block_error(block("predict", "id: q\nask: w\nanswer: 1\n")), "predict needs the field then");
  expect_has(block_error(block("predict", "id: q\nask: w\nthen: step\n")), "options or an answer");
  expect_has(block_error(block("paint", "id: q\nask: w\npicture: 10/1\n")),
             "rows of 0 and 1 of equal length");
  expect_has(block_error(block("paint", "id: q\nask: w\npicture: 10/11\nrows: a\n")), "as many words");
  expect_has(block_error(block("paint", "id: q\nask: w\npicture: 10/11\nanswer: loss\n")),
             "tolerance between 0 and 1");
  expect_has(block_error(block("order", "id: q\nask: w\n- a\n- {loss} b\n")), "either all items or no items");
  expect_has(block_error(block("task", "id: q\nask: w\n")), "task needs the field until");
  expect_has(block_error(block("figure", "tensor: a\nview: b\n")),
             "one of the fields view, tensor, and plot");
  expect_has(block_error(block("figure", "tensor: a[0,x]\n")), "must be NAME or NAME[0,HEAD]");
  expect_has(block_error(block("figure", "tensor: a[0\n")), "must be NAME or NAME[0,HEAD]");
  expect_has(block_error(block("figure", "plot: lost\n")), "there is no plot lost");
  expect_has(block_error(block("setup", "") + block("task", "id: q\nno field\n")),
             "tried.md:11: \"no field\" is not a field");
  const std::string twice = block("explain", "id: q\nask: w\nbecause: b\n");
  expect_has(block_error(twice + twice), "the id q is used twice");
  expect_has(block_error("[x](do:view heads)\n"), "in < >: [text](<do:");
  expect_has(block_error("Words ![x](y.png)\n"), "tried.md:7: an image must be a paragraph of its own");
  expect_has(block_error("![x](y.png) words\n"), "an image must be a paragraph of its own");
  expect_has(block_error("\n![x](../y.png)\n"), "tried.md:8: '../y.png' is not a plain name");
  expect_has(block_error(block("explain", "id: q\nask: ![x](y.png)\nbecause: b\n")),
             "an image can only be in the text of a step");
  expect_has(block_error(block("task", "id: q\nask: w\nuntil: step = 1\nshow: a b\n")),
             "show must be NAME, or NAME in VIEW");
  expect_has(block_error("<b>x</b>\n"), "lessons cannot contain HTML");
}

TEST(LessonReader, FindsAllThatIsWrongWithAFile) {
  const LessonReading reading = read_lesson_text(
      "---\nidd: a\nminutes: soon\nid: many\n---\n# Many\n## First\n"
      "<b>x</b>\n\nFine.\n\n[x](do:view heads)\n\n" +
          block("choise", "id: q\n") +
          block("choice", "id: q\ntolerance: 1\nno field\n- [x] a\n- {loss <} b\n- [ ]\n") +
          block("predict", "id: p\nask: w\nanswer: 1\n") + block("figure", "plott: loss\nheight: high\n") +
          "```setup\nview heads\n" + block("explain", "id: q\nask: w\nbecause: b\n") + "# Again\n",
      "tried.md");
  std::vector<std::string> found;
  for (const LessonFault& fault : reading.faults) found.push_back(fault_text("tried.md", fault));
  const std::vector<std::string> begins = {"tried.md:2: the front matter does not have a field idd",
                                           "tried.md:3: minutes must be",
                                           "tried.md:8: lessons cannot contain HTML",
                                           "tried.md:12: write an address that has spaces",
                                           "tried.md:14: there is no block choise",
                                           "tried.md:20: \"no field\" is not a field",
                                           "tried.md:19: choice does not have a field tolerance",
                                           "tried.md:22: the condition \"loss <\"",
                                           "tried.md:23: an option needs a text",
                                           "tried.md:17: choice needs the field ask",
                                           "tried.md:25: predict needs the field then",
                                           "tried.md:31: figure does not have a field plott",
                                           "tried.md:32: height must be a number",
                                           "tried.md:34: this block must end with",
                                           "tried.md:41: a lesson can have only one title",
                                           "tried.md:36: the id q is used twice"};
  ASSERT_EQ(found.size(), begins.size()) << found.back();
  for (std::size_t i = 0; i < begins.size(); ++i) EXPECT_TRUE(found[i].starts_with(begins[i])) << found[i];
  EXPECT_EQ(reading.lesson.id, "many") << "what can be read is read";
  EXPECT_EQ(reading.lesson.steps.at(0).setup(), std::vector<std::string>{"view heads"});
}

TEST(LessonReader, OfWhatCannotBeALessonSaysOneFault) {
  for (const char* text : {"", "no front matter\n<b>\n", "---\nid: a\n<b>\n## S\n"})
    EXPECT_EQ(read_lesson_text(text, "tried.md").faults.size(), 1u) << text;
}

/// Bytes of a lesson lost, doubled, swapped or replaced, by a sequence that is the same everywhere.
std::string damaged(std::string text, std::minstd_rand& random) {
  static const std::string kSigns = "`-#:>{}[]x$*_<|\n \"/01";
  for (auto changes = 1 + random() % 8; changes > 0 && !text.empty(); --changes) {
    const std::size_t at = random() % text.size();
    const std::size_t length = std::min<std::size_t>(1 + random() % 20, text.size() - at);
    switch (random() % 4) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, std::string(text.substr(at, length))); break;
      case 2: text[at] = static_cast<char>(random() % 256); break;
      default: text.insert(at, 1, kSigns[random() % kSigns.size()]); break;
    }
  }
  return text;
}

TEST(LessonReader, OfADamagedLessonIsALessonOrOneLine) {
  std::minstd_rand random(7);
  int refused = 0, taken = 0;
  for (const auto& lesson : builtin_lessons()) {
    const std::string text = read_bytes(std::string(ATTNLAB_SOURCE_DIR) + "/assets/lessons/" + lesson->file);
    for (int i = 0; i < 300; ++i) try {
        read_lesson(damaged(text, random), "damaged.md");
        ++taken;
      } catch (const std::invalid_argument& error) {
        ++refused;
        const std::string what = error.what();
        EXPECT_TRUE(what.starts_with("damaged.md:")) << what;
      }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(taken, 100);
}

TEST(LessonReader, RefusesFilesThatCannotBeRead) {
  const TempFolder folder;
  expect_has(error_text<std::runtime_error>([&] { load_lesson(folder / "none.md"); }), "cannot be opened");
  write_bytes(folder / "long.md", std::string((1 << 20) + 1, 'x'));
  expect_has(error_text<std::runtime_error>([&] { load_lesson(folder / "long.md"); }), "larger than 1 MB");
  expect_has(error_text<std::invalid_argument>([] { open_lesson("one-wait"); }), "did you mean");
}

TEST(LessonReader, PicturesStandBesideTheLesson) {
  const TempFolder folder;
  const auto load = [&] { return load_lesson(folder / "l.md"); };
  const auto refused = [&] { return error_text<std::invalid_argument>([&] { load(); }); };
  write_bytes(folder / "l.md", lesson_text("![a](p/one.png)\n\n![b](p/one.png)\n"));
  expect_has(refused(), "l.md:7: p/one.png is not in the folder of the lesson");
  write_bytes(folder / "p/one.png", "no picture");
  expect_has(refused(), "l.md:7: p/one.png is not a PNG file");
  const std::string png = png_bytes(plain_picture(12, 8, {200, 100, 50}));
  write_bytes(folder / "p/one.png", png.substr(0, png.size() / 2));
  expect_has(refused(), "l.md:7: p/one.png ");
  write_bytes(folder / "p/one.png", png);
  const Lesson lesson = load();
  ASSERT_EQ(lesson.pictures.size(), 1u);
  EXPECT_EQ(lesson.pictures.at("p/one.png")->width, 12);
  EXPECT_EQ(lesson.pictures.at("p/one.png")->pixels.size(), 96u);
}

TEST(LessonCatalog, HasLessonsOfTheirOwnIds) {
  std::set<std::string> ids;
  for (const auto& lesson : builtin_lessons()) {
    EXPECT_TRUE(ids.insert(lesson->id).second) << lesson->id;
    EXPECT_EQ(open_lesson(lesson->id), lesson);
    EXPECT_TRUE(is_builtin(*lesson));
  }
  EXPECT_FALSE(ids.empty());
  EXPECT_FALSE(is_builtin(read("")));
}

}  // namespace
}  // namespace attnlab::testing
