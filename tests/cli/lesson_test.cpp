// attention-lab lesson: releasing, printing and packing lessons without a display.
#include "tests/cli/program.h"
#include "tests/support/picture_files.h"
#include "tests/support/xml.h"

namespace attnlab::testing {
namespace {

const std::string kLesson =
    "---\nid: small\npreset: reverse\nseed: 2\n---\n# Small\n## First\n"
    "```setup\nrun.of reverse width=16 feed_forward=16\nview steps\n```\n"
    "```figure\ntensor: encoder.layers.0.self_attention.weights[0,1]\ncaption: Weights.\n```\n"
    "```figure\nview: heads\n```\n"
    "```number\nid: n\nask: How many steps?\nanswer: step + 41\nbecause: secret\n```\n"
    "```predict\nid: p\nask: What then?\n- {step = 1} one\n- {step != 1} another\nthen: train.to 1\n```\n";

struct LessonCommand : ::testing::Test {
  TempFolder folder;
  std::string file = folder / "l/small.md";
  LessonCommand() { write_bytes(file, kLesson); }
  std::string at(const std::string& name) const { return folder / name; }

  ProcessResult run(Arguments arguments) const {
    ProcessOptions options = without_display();
    options.environment.emplace_back("XDG_CACHE_HOME", at("cache"));
    arguments.insert(arguments.begin(), "lesson");
    return run_program(arguments, options);
  }
  std::string done(const Arguments& arguments) const {
    const ProcessResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return result.output;
  }
  /// All lines that a check prints about what is wrong.
  std::string problems(const Arguments& arguments) const {
    const ProcessResult result = run(arguments);
    EXPECT_NE(result.exit_code, 0);
    return result.errors;
  }
  std::string failed(const Arguments& arguments) const {
    const ProcessResult result = run(arguments);
    EXPECT_NE(result.exit_code, 0);
    EXPECT_EQ(result.errors.find('\n'), result.errors.size() - 1) << result.errors;
    return result.errors;
  }
};

TEST_F(LessonCommand, ReleasesAFileAndAFolder) {
  const std::string printed = done({"release", file});
  EXPECT_EQ(printed.find("secret"), std::string::npos);
  expect_has(printed, "answer: ?");
  done({"release", file, "--out", at("copy.md")});
  EXPECT_EQ(read_bytes(at("copy.md")), printed);
  done({"release", at("l"), "--out", at("copies")});
  EXPECT_EQ(read_bytes(at("copies/small.md")), printed);
  expect_has(done({"check", at("copy.md")}), "no problems");
  expect_has(failed({"release", file, "--out", file}), "would replace");
  expect_has(failed({"release", at("l"), "--out", at("l")}), "would replace");
  expect_has(failed({"release"}), "lesson release needs one ID|FILE|FOLDER");
  EXPECT_EQ(read_bytes(file), kLesson);
}

TEST_F(LessonCommand, CheckNamesAllThatIsWrongInAllFiles) {
  std::string faulty = kLesson;
  faulty.replace(faulty.find("seed: 2"), 7, "seed: x");
  faulty.replace(faulty.find("view steps"), 10, "vieww steps");
  faulty += "[a](term:softmx)\n\n<b>x</b>\n";
  write_bytes(at("one.md"), faulty);
  write_bytes(at("two.md"), "no lesson\n");
  const std::string found = problems({"check", at("one.md"), at("two.md"), file});
  for (const char* fault :
       {"one.md:4: seed must be a whole number", "one.md:8: there is no command vieww; did you mean view",
        "one.md:32: the glossary does not have a term softmx; did you mean softmax",
        "one.md:34: lessons cannot contain HTML", "two.md:1: a lesson must begin with front matter",
        "5 problems in the lessons"})
    expect_has(found, fault);
  EXPECT_EQ(found.find("small.md"), std::string::npos);
}

TEST_F(LessonCommand, ALessonMayFollowTheSeeds) {
  expect_has(done({"check", "--seeds", "2,3", file}), "no problems");
}

TEST_F(LessonCommand, PrintsAHandoutWithFigures) {
  expect_has(done({"print", file, "--out", at("h")}), "2 figures");
  const std::string text = read_bytes(at("h/small.md"));
  expect_has(text, "![Weights.](<small-1.svg>)");
  expect_has(text, "Answer: ____");
  EXPECT_EQ(text.find("41"), std::string::npos);
  for (const char* figure : {"h/small-1.svg", "h/small-2.svg"})
    EXPECT_GT(named(read_xml(read_bytes(at(figure))), "path").size(), 20u) << figure;
  done({"print", file, "--answers", "--seed", "5", "--out", at("h")});
  const std::string answers = read_bytes(at("h/small-answers.md"));
  expect_has(answers, "Answer: **41**");
  expect_has(answers, "☒ one");
  expect_has(answers, "☐ another");
  expect_has(answers, "seed 5");
  expect_has(failed({"print", file}), "needs --out FOLDER");
}

TEST_F(LessonCommand, PacksWhatTheLessonReadsAndNothingElse) {
  write_bytes(at("l/tales.txt"), "some tales to read");
  write_bytes(at("l/private.txt"), "private");
  write_bytes(file, kLesson +
                        "## Second\n```setup\nrun.of reverse\n```\n[x](<do:run.of characters "
                        "corpus=file:tales.txt>)\n");
  const std::string listed = done({"pack", at("l"), "--out", at("small.lesson")});
  EXPECT_EQ(lines_of(listed).size(), 2u) << listed;
  const std::string pack = read_bytes(at("small.lesson"));
  expect_has(pack, "some tales");
  EXPECT_EQ(pack.find("private"), std::string::npos);
  done({"pack", at("l"), "--released", "--out", at("students.lesson")});
  const std::string students = read_bytes(at("students.lesson"));
  expect_has(students, "some tales");
  EXPECT_EQ(students.find("secret"), std::string::npos);
  std::filesystem::remove_all(at("l"));
  expect_has(done({"check", at("small.lesson")}), "no problems");
  EXPECT_EQ(done({"release", at("small.lesson")}).find("secret"), std::string::npos);
  write_bytes(at("cut.lesson"), pack.substr(0, pack.size() - 1));
  expect_has(failed({"check", at("cut.lesson")}), "is damaged: tales.txt is incomplete");
}

TEST_F(LessonCommand, PicturesGoIntoPacksAndHandouts) {
  const std::string png = png_bytes(plain_picture(30, 20, {250, 10, 10}));
  write_bytes(at("l/curves/loss.png"), png);
  write_bytes(file, kLesson + "## Second\n\n![The loss of two runs](curves/loss.png)\n");
  done({"pack", file, "--out", at("small.lesson")});
  expect_has(read_bytes(at("small.lesson")), png);
  expect_has(done({"check", at("small.lesson")}), "no problems");
  expect_has(done({"print", file, "--out", at("h")}), "3 figures");
  expect_has(read_bytes(at("h/small.md")), "![The loss of two runs](<small-3.png>)");
  EXPECT_EQ(read_bytes(at("h/small-3.png")), png);
  std::filesystem::remove(at("l/curves/loss.png"));
  expect_has(problems({"check", file}), "small.md:34: curves/loss.png is not in the folder of the lesson");
}

TEST_F(LessonCommand, PacksNothingThatIsNotThere) {
  write_bytes(at("l/other.md"), kLesson);
  expect_has(failed({"pack", at("l"), "--out", at("x.lesson")}), "contains 2 files that end in .md");
  write_bytes(file, kLesson + "[x](<do:run.saved file:gone>)\n");
  expect_has(failed({"pack", file, "--out", at("x.lesson")}), "gone is not in the folder of the lesson");
  write_bytes(file, kLesson + "[x](<do:run.saved file:link>)\n");
  std::filesystem::create_symlink("/etc", at("l/link"));
  expect_has(failed({"pack", file, "--out", at("x.lesson")}), "a pack cannot contain links");
  EXPECT_FALSE(std::filesystem::exists(at("x.lesson")));
}

TEST_F(LessonCommand, ALinkThatCannotBeOpenedIsTold) {
  const auto refused = [](const std::string& link) {
    const ProcessResult result = run_program({"--lesson", link});
    EXPECT_NE(result.exit_code, 0);
    return result.errors;
  };
  expect_has(refused("attention-lab:lesson/nowhere?step=1"), "there is no lesson nowhere");
  expect_has(refused("attention-lab:lesson/tour?step=x"), "cannot be read");
}

}  // namespace
}  // namespace attnlab::testing
