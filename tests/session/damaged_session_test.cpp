// Damaged sessions: what cannot be read costs no other run, and stays on the disk as it is.
#include <gtest/gtest.h>

#include "core/io/files/file.h"
#include "tests/session/open_runs.h"
#include "tests/support/expect_has.h"
#include "tests/support/picture_files.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using testing::expect_has;

struct DamagedSessionTest : OpenRunsTest {
  fs::path session() const {
    for (const auto& entry : fs::directory_iterator(folder / "sessions"))
      if (entry.path().filename().string().starts_with("open-")) return entry.path();
    return {};
  }
  fs::path saved(Index number) const { return folder_of_run(session(), number); }
  static void damage(const fs::path& run) { testing::write_bytes(run / "model.safetensors", "damaged"); }
  static bool is_damaged(const fs::path& run) {
    std::error_code ignored;
    return fs::file_size(run / "model.safetensors", ignored) == 7;
  }
  /// Time in which the window saves several times.
  void save_a_while() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
    ASSERT_TRUE(update_until([&] { return std::chrono::steady_clock::now() > end; }));
    settle();
  }
  /// A window with runs of two presets is killed, and a run of it cannot be read.
  void kill_and_damage(Index number) {
    open();
    say_and_settle("train.step 4");
    open("copy");
    say_and_settle("train.step 2");
    kill();
    damage(saved(number));
  }
  void put_away(Index number) {
    say_and_settle("runs.budget 1");
    ASSERT_TRUE(update_until([&] { return run(number).away; }));
  }
};

TEST_F(DamagedSessionTest, ARunThatDoesNotOpenIsNotDeleted) {
  kill_and_damage(1);
  lab->open({.name = "reverse", .of_start = true});
  save_a_while();
  take_back();
  save_a_while();
  EXPECT_EQ(ask("runs"), "1");
  EXPECT_TRUE(is_damaged(saved(1)));
}

TEST_F(DamagedSessionTest, ARunThatDoesNotOpenKeepsItsNumber) {
  kill_and_damage(2);
  take_back();
  opens("preset sort");
  say_and_settle("train.step 1");
  save_a_while();
  EXPECT_EQ(ask("run"), "3");
  EXPECT_TRUE(is_damaged(saved(2)));
}

TEST_F(DamagedSessionTest, ARunThatDoesNotOpenMakesRoomForOneThatIsOpen) {
  kill_and_damage(1);
  open("sort");
  say_and_settle("train.step 1");
  save_a_while();
  ASSERT_EQ(ask("run"), "1");
  take_back();
  save_a_while();
  EXPECT_EQ(ask("runs"), "2");
  EXPECT_EQ(summarize_run(saved(1)).preset.name, "sort");
  EXPECT_EQ(summarize_run(saved(2)).preset.name, "copy");
  EXPECT_TRUE(is_damaged(saved(3)));
}

TEST_F(DamagedSessionTest, ARunThatLearntSinceItsViewStaysInMemory) {
  open();
  open("copy");
  say_and_settle("train.step 5");
  ASSERT_TRUE(update_until([&] { return is_saved(); }));
  say("train.step 30");
  say("run.show 1");
  std::this_thread::sleep_for(std::chrono::seconds(1));  // the steps end, and no picture was drawn since
  say("runs.budget 1");
  lab->autosave();
  say_and_settle("run.show 2");
  EXPECT_EQ(ask("step"), "35");
  say_and_settle("train.step 1");
  EXPECT_EQ(ask("step"), "36");
  EXPECT_TRUE(update_until([&] { return is_saved(); })) << lab->view().notice;
}

TEST_F(DamagedSessionTest, ARunWhoseFilesAreGoneIsAskedForOnce) {
  open();
  say_and_settle("runs.budget 1");
  say("sweep batch=4,8,16 steps=40");
  ASSERT_TRUE(update_until([&] { return ask("runs") == "4"; }));
  say("train.pause");
  ASSERT_TRUE(update_until([&] { return run(4).away; }));
  fs::remove_all(saved(4));
  say("train.play");
  ASSERT_TRUE(update_until([&] { return lab->view().notice.find("run 4: ") != std::string::npos; }))
      << lab->view().notice;
  settle();
  EXPECT_EQ(ask("runs"), "4");
  opens("preset copy");
}

TEST_F(DamagedSessionTest, ADeletedSessionIsSavedAgain) {
  open();
  say_and_settle("train.step 5");
  ASSERT_TRUE(update_until([&] { return is_saved(); }));
  const fs::path first = session();
  std::error_code ignored;  // a save that goes on there
  while (fs::exists(first, ignored)) fs::remove_all(first, ignored);
  EXPECT_TRUE(update_until([&] { return is_saved(); }));
}

TEST_F(DamagedSessionTest, ARunWithoutItsOptimizerSaysSo) {
  open();
  say_and_settle("train.step 3");
  open("copy");
  put_away(1);
  fs::remove(saved(1) / "optimizer.safetensors");
  say_and_settle("run.show 1");
  expect_has(lab->view().notice, "run 1: ");
  expect_has(lab->view().notice, "optimizer.safetensors");
  EXPECT_EQ(ask("run"), "2");
}

TEST_F(DamagedSessionTest, AnEditThatCannotBeReadIsLeftOut) {
  open();
  say_and_settle("train.step 3");
  say_and_settle("text.source badc");
  say_and_settle("edit zero encoder.layers.0.self_attention#0");
  ASSERT_TRUE(update_until([&] { return is_saved(); }));
  lab.reset();
  std::string text = read_file(session() / "session.json", 1 << 20);
  const std::string edit = "zero encoder";
  ASSERT_NE(text.find(edit), std::string::npos);
  text.replace(text.find(edit), edit.size(), "none encoder");
  testing::write_bytes(session() / "session.json", text);
  lab = window();
  take_back();
  EXPECT_EQ(ask("source"), "badc");
  EXPECT_TRUE(lab->view().state.edits.empty());
}

TEST_F(DamagedSessionTest, ARunWithoutChoicesBeginsWithItsOwn) {
  open();
  const std::string source = ask("source");
  say_and_settle("train.step 3");
  kill();
  fs::remove(session() / "session.json");
  lab->open({.name = "translate", .of_start = true});
  settle();
  ASSERT_NE(ask("source"), source);
  take_back();
  EXPECT_EQ(ask("preset"), "reverse");
  EXPECT_EQ(ask("source"), source);
}

}  // namespace
}  // namespace attnlab
