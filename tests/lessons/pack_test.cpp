// Packs: what goes in comes out, and nothing hostile does.
#include "app/lessons/pack.h"

#include <nlohmann/json.hpp>

#include "app/lessons/catalog.h"
#include "app/state/commands/dispatcher.h"
#include "app/state/lab/lesson_commands.h"
#include "tests/lessons/lesson_text.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

const std::vector<PackedFile> kFiles{
    {"a.md", "# a"}, {"run/states/1.bin", std::string("\0\n\xFF", 3)}, {"b", ""}};

std::string damage_of(const std::string& bytes) {
  return error_text<std::runtime_error>([&] { read_pack(bytes, "p.lesson"); });
}

/// A pack with this list of files, as JSON.
std::string pack_of(const std::string& header, const std::string& bytes = "") {
  return "attention-lab pack 1 " + std::to_string(header.size()) + "\n" + header + bytes;
}

TEST(Pack, GivesTheFilesBack) {
  const std::vector<PackedFile> read = read_pack(pack_text(kFiles), "p.lesson");
  ASSERT_EQ(read.size(), kFiles.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].path, kFiles[i].path);
    EXPECT_EQ(read[i].bytes, kFiles[i].bytes);
  }
}

TEST(Pack, RefusesPathsThatLeadOut) {
  for (const char* path : {"", "/etc/passwd", "../x", "a/../../x", "a//b", "a/", "./a", ".ssh/id", "C:/x",
                           "c:x", "a\\b", "a\nb", "..", "\xFF", "a/."})
    EXPECT_NE(path_problem(path), "") << path;
  for (const char* path : {"a", "a/b.md", "Ä ö.txt", "a..b", "run-1/states/10.safetensors"})
    EXPECT_EQ(path_problem(path), "") << path;
  EXPECT_NE(path_problem(std::string(201, 'a')), "");
  expect_has(error_text<std::invalid_argument>([] { pack_text({{"../x", ""}}); }), "not a plain name");
}

TEST(Pack, RefusesNamesThatCollide) {
  for (const auto& names :
       {std::pair("a", "a"), std::pair("a", "A"), std::pair("a", "a/b"), std::pair("a/b", "A")})
    EXPECT_NE(error_text<std::invalid_argument>([&] {
                pack_text({{names.first, ""}, {names.second, ""}});
              }),
              "no error")
        << names.first << " " << names.second;
}

TEST(Pack, RefusesTooMuch) {
  std::vector<PackedFile> many(kMostPackFiles + 1);
  for (std::size_t i = 0; i < many.size(); ++i) many[i].path = std::to_string(i);
  expect_has(error_text<std::invalid_argument>([&] { pack_text(many); }), "1 to 500 files, not 501");
  const std::vector<PackedFile> large{{"a", std::string(kMostPackBytes, ' ')}, {"b", "x"}};
  expect_has(error_text<std::invalid_argument>([&] { pack_text(large); }),
             "with b, the pack has more than 64 MB");
}

TEST(Pack, DamageIsToldInOneLine) {
  const std::string whole = pack_text(kFiles);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string what = damage_of(whole.substr(0, size));
    EXPECT_TRUE(what.starts_with("p.lesson is ")) << size << ": " << what;
    EXPECT_EQ(what.find('\n'), std::string::npos);
  }
  expect_has(damage_of(whole + "x"), "1 byte after its files does not belong to a file");
  std::string changed = whole;
  changed[whole.find("# a")] = '!';
  expect_has(damage_of(changed), "the bytes of a.md have changed");
}

TEST(Pack, AHostileListIsDamage) {
  const std::string sum = read_pack(pack_text({{"a", ""}}), "p").empty() ? "" : "\"checksum\": \"0\"";
  for (const std::string& header :
       {std::string("{}"), std::string("[]"), std::string("{\"files\": []}"), std::string("{\"files\": [1]}"),
        std::string("{\"files\": [{}]}"), std::string("{\"files\": {\"path\": \"a\"}}"),
        "{\"files\": [{\"path\": 1, \"bytes\": 0, " + sum + "}]}",
        "{\"files\": [{\"path\": \"a\", \"bytes\": -1, " + sum + "}]}",
        "{\"files\": [{\"path\": \"a\", \"bytes\": 18446744073709551615, " + sum + "}]}",
        "{\"files\": [{\"path\": \"../a\", \"bytes\": 0, " + sum + "}]}", std::string(100000, '[')})
    expect_has(damage_of(pack_of(header)), "is damaged");
  expect_has(damage_of("attention-lab pack 1 999999999999999\n"), "is damaged");
  expect_has(damage_of("attention-lab pack 1 -4\n"), "is damaged");
  expect_has(damage_of("attention-lab pack 2 4\n{}"), "not a lesson pack of this version");
}

/// A cache of the test's own.
struct OwnCache {
  TempFolder folder;
  OwnCache() { setenv("XDG_CACHE_HOME", (folder / "cache").c_str(), 1); }
  ~OwnCache() { unsetenv("XDG_CACHE_HOME"); }
  OwnCache(const OwnCache&) = delete;
  OwnCache& operator=(const OwnCache&) = delete;
};

struct OwnFilesTest : OwnCache, LabTest {
  std::string refused_setup(const std::string& line) {
    write_bytes(folder / "l/mine.md", lesson_text(block("setup", line + "\n")));
    write_bytes(folder / "l/tales.txt", std::string(3000, 'a') + "bcd ");
    write_bytes(folder / "outside.txt", "private");
    return error_text<std::invalid_argument>([&] { check_commands(load_lesson(folder / "l/mine.md")); });
  }
};

TEST(OwnFiles, ACommandForLessonsThatNamesFilesSaysWhichArgumentsDo) {
  for (const CommandInfo& info : Dispatcher::commands()) {
    if (info.sender != Sender::Lessons) continue;
    const auto takes = [&](std::string_view word) {
      return info.arguments.find(word) != std::string_view::npos;
    };
    EXPECT_EQ(info.reads.first, info.arguments.starts_with("FILE") || info.arguments.starts_with("FOLDER"))
        << info.verb;
    const bool options = takes("OPTION=VALUE") && info.verb != "branch";  // which takes training's alone
    EXPECT_EQ(info.reads.of_tasks, options || takes("corpus=")) << info.verb;
  }
}

TEST_F(OwnFilesTest, ALessonReadsNoOtherFiles) {
  EXPECT_EQ(refused_setup("run.of characters corpus=file:tales.txt"), "no error");
  EXPECT_EQ(refused_setup("run.of characters corpus=village"), "no error");
  for (const char* line :
       {"run.of characters corpus=tales.txt", "run.of characters task.corpus=/etc/passwd", "run.saved l",
        "run.saved file:tales.txt task.corpus=/etc/passwd", "run.of shapes folder=/home",
        "sweep corpus=/etc/passwd,village", "picture.open /etc/x.png"})
    expect_has(refused_setup(line), "mine.md:7: a lesson may read only its own files");
  for (const char* line : {"run.saved file:../outside.txt", "run.of characters corpus=file:/etc/passwd",
                           "run.of characters corpus=file:"})
    expect_has(refused_setup(line), "not a plain name");
  expect_has(refused_setup("run.saved file:nowhere"), "nowhere is not in the folder of the lesson");
  const Lesson homeless = read_lesson(lesson_text(block("setup", "run.saved file:a\n")), "h.md");
  EXPECT_NE(error_text<std::invalid_argument>([&] { check_commands(homeless); }), "no error");
}

TEST_F(OwnFilesTest, AreNamedOnceInTheirOrder) {
  write_bytes(folder / "b.txt", "b");
  write_bytes(folder / "a.txt", "a");
  write_bytes(folder / "l.md", lesson_text(block("setup", "run.of characters corpus=file:b.txt\n") +
                                           "[x](<do:run.of characters corpus=file:a.txt>) " +
                                           "[y](<do:run.of characters corpus=file:b.txt>)\n"));
  EXPECT_EQ(own_files(load_lesson(folder / "l.md")), (std::vector<std::string>{"b.txt", "a.txt"}));
  write_bytes(folder / "p.png", png_bytes(plain_picture(4, 4, {1, 2, 3})));
  write_bytes(folder / "l.md", lesson_text("![p](p.png)\n\n![again](p.png)\n"));
  EXPECT_EQ(own_files(load_lesson(folder / "l.md")), std::vector<std::string>{"p.png"});
}

TEST_F(OwnFilesTest, APackedLessonFindsItsCorpusAndItsSavedRun) {
  open("reverse");
  say_and_settle("train.step 2");
  say_and_settle("model.save " + (folder / "l/saved").string());
  const std::string weight = lab->evaluate("value source.embedding 0,0,0");
  std::string tales;
  for (int i = 0; i < 400; ++i) tales += "the cat saw the dog and the dog saw the cat. ";
  std::vector<PackedFile> files{
      {"mine.md", lesson_text(block("setup", "run.saved file:saved\n") + "## Second\n" +
                              block("setup", "run.of characters corpus=file:tales.txt\n"))},
      {"tales.txt", tales}};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "l"))
    if (entry.is_regular_file() && !entry.path().filename().string().starts_with('.'))
      files.push_back(
          {std::filesystem::relative(entry.path(), folder / "l").generic_string(), read_bytes(entry.path())});
  write_bytes(folder / "mine.lesson", pack_text(files));
  std::filesystem::remove_all(folder / "l");
  for (int again = 0; again < 2; ++again) {
    say_and_settle("lesson.open " + (folder / "mine.lesson").string());
    EXPECT_EQ(lab->view().lesson->error, "");
    EXPECT_EQ(lab->evaluate("step"), "2");
    EXPECT_EQ(lab->evaluate("value source.embedding 0,0,0"), weight);
    EXPECT_EQ(lab->evaluate("runs"), again ? "3" : "2") << "a saved run is opened once";
    say_and_settle("lesson.next");
    EXPECT_EQ(lab->view().lesson->error, "");
    EXPECT_EQ(lab->evaluate("preset"), "characters");
    EXPECT_EQ(lab->evaluate("runs"), "3");
  }
  say_and_settle("lesson.previous");
  EXPECT_EQ(lab->evaluate("preset"), "reverse");
  EXPECT_EQ(lab->evaluate("runs"), "3");
}

TEST_F(OwnFilesTest, APackedLessonFindsItsPictures) {
  const std::string text = lesson_text("![p](p.png)\n"), png = png_bytes(plain_picture(4, 6, {1, 2, 3}));
  write_bytes(folder / "p.lesson", pack_text({{"a.md", text}, {"p.png", png}}));
  EXPECT_EQ(load_packed_lesson(folder / "p.lesson").pictures.at("p.png")->height, 6);
  write_bytes(folder / "q.lesson", pack_text({{"a.md", text}}));
  expect_has(error_text<std::invalid_argument>([&] { load_packed_lesson(folder / "q.lesson"); }),
             "a.md:7: p.png is not in the folder of the lesson");
}

TEST_F(OwnFilesTest, WhatIsInTheCacheIsNotTrusted) {
  write_bytes(folder / "p.lesson", pack_text({{"a.md", lesson_text("Text.\n")}, {"x.txt", "good"}}));
  const std::string place = load_packed_lesson(folder / "p.lesson").folder;
  EXPECT_EQ(read_bytes(std::filesystem::path(place) / "x.txt"), "good");
  write_bytes(std::filesystem::path(place) / "x.txt", "evil");
  EXPECT_EQ(load_packed_lesson(folder / "p.lesson").folder, place);
  EXPECT_EQ(read_bytes(std::filesystem::path(place) / "x.txt"), "good");
}

}  // namespace
}  // namespace attnlab::testing
