// Sessions: the runs of a killed window are found and recovered; those of a closed window are not lost runs.
#include "app/state/runs/session_store.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/io/checkpoint.h"
#include "core/tensor/random.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::TempFolder;

namespace fs = std::filesystem;

void save_a_run(SessionStore& store, long number, Index steps = 3) {
  save_checkpoint(store.run_folder(number), testing::SmallRun(testing::small_preset(), steps).checkpoint());
}

TEST(SessionStore, AnOpenSessionIsNotLost) {
  const TempFolder folder;
  SessionStore mine(folder.path());
  save_a_run(mine, 1);
  EXPECT_TRUE(mine.lost().empty());
  EXPECT_TRUE(SessionStore(folder.path()).lost().empty()) << "of another window that is open";
}

/// A page makes folders anew, with the files as they were.
TEST(SessionStore, ARunIsAsOldAsItsYoungestFile) {
  const TempFolder folder;
  fs::path run;
  {
    SessionStore dead(folder.path());
    save_a_run(dead, 1, 7);
    run = dead.run_folder(1);
  }
  const auto now = fs::file_time_type::clock::now();
  for (const auto& entry : fs::directory_iterator(run))
    fs::last_write_time(entry.path(), now - std::chrono::minutes(60));
  fs::last_write_time(run / "training.json", now - std::chrono::seconds(600));
  const auto words = [&] { return SessionStore(folder.path()).lost().at(0).text; };
  EXPECT_NE(words().find(", saved 10:0"), std::string::npos) << words();
  fs::last_write_time(run / "training.json", now + std::chrono::seconds(100));
  EXPECT_NE(words().find(", saved just now"), std::string::npos) << words();
}

TEST(SessionStore, ASessionWhoseLockIsGoneIsLostWithItsRuns) {
  const TempFolder folder;
  {
    SessionStore dead(folder.path());
    save_a_run(dead, 1, 7);
    save_a_run(dead, 2);
  }
  SessionStore mine(folder.path());
  const std::vector<LostSession> lost = mine.lost();
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].runs.size(), 2u);
  EXPECT_NE(lost[0].text.find("reverse, step 7 and 1 more"), std::string::npos) << lost[0].text;
  mine.adopt(lost[0]);
  EXPECT_TRUE(SessionStore(folder.path()).lost().empty()) << "it is open again";
  EXPECT_EQ(mine.run_folder(1), lost[0].runs[0]);
  mine.remove_run(1);
  EXPECT_FALSE(fs::exists(lost[0].runs[0]));
  EXPECT_TRUE(fs::exists(lost[0].runs[1]));
}

TEST(SessionStore, ForgettingTakesItAway) {
  const TempFolder folder;
  {
    SessionStore dead(folder.path());
    save_a_run(dead, 1);
  }
  SessionStore mine(folder.path());
  SessionStore::forget(mine.lost().at(0));
  EXPECT_TRUE(mine.lost().empty());
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(SessionStore, WhatAnotherWindowTookIsNeitherTakenNorForgotten) {
  const TempFolder folder;
  {
    SessionStore dead(folder.path());
    save_a_run(dead, 1);
  }
  SessionStore first(folder.path()), second(folder.path());
  const LostSession lost = second.lost().at(0);
  save_a_run(second, 4);
  first.adopt(lost);
  EXPECT_THROW(second.adopt(lost), std::runtime_error);
  EXPECT_THROW(SessionStore::forget(lost), std::runtime_error);
  EXPECT_TRUE(fs::exists(lost.runs[0]));
  EXPECT_TRUE(SessionStore(folder.path()).lost().empty()) << "the second window's own is not given up";
}

TEST(SessionStore, WhatWasSavedBeforeTakingOverIsNoLoss) {
  const TempFolder folder;
  {
    SessionStore dead(folder.path());
    save_a_run(dead, 1);
  }
  SessionStore mine(folder.path());
  const LostSession lost = mine.lost().at(0);
  save_a_run(mine, 1);
  mine.adopt(lost);
  EXPECT_TRUE(SessionStore(folder.path()).lost().empty());
  EXPECT_EQ(mine.last_closed().runs.size(), 1u);
}

TEST(SessionStore, ClosedOnesCanBeReopenedAndOnlyTheNewestStay) {
  const TempFolder folder;
  for (Index steps = 1; steps <= 5; ++steps) {
    SessionStore store(folder.path());
    save_a_run(store, 1, steps);
    store.close();
  }
  SessionStore mine(folder.path());
  EXPECT_TRUE(mine.lost().empty());
  EXPECT_EQ(mine.last_closed().runs.size(), 1u);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 3);
}

/// As two tabs of a browser do, each of which has a copy of the closed session.
TEST(SessionStore, AReopenedSessionHasAFolderOfItsOwn) {
  const TempFolder folder;
  {
    SessionStore store(folder.path());
    save_a_run(store, 1, 4);
    store.close();
  }
  SessionStore one(folder.path()), two(folder.path());
  const LostSession closed = one.last_closed();
  fs::copy(closed.folder, folder / "copy", fs::copy_options::recursive);
  one.adopt(closed);
  fs::rename(folder / "copy", closed.folder);
  two.adopt(closed);
  EXPECT_NE(one.folder(), two.folder());
  for (const SessionStore* store : {&one, &two}) {
    EXPECT_TRUE(store->folder().filename().string().starts_with("open-")) << store->folder();
    EXPECT_EQ(load_checkpoint(store->saved_run(1)).state->step(), 4);
  }
  EXPECT_FALSE(fs::exists(closed.folder));
  EXPECT_THROW(SessionStore(folder.path()).adopt(closed), std::runtime_error) << "the copy is gone";
}

TEST(SessionStore, ALeftSessionIsContinuedByItsWindow) {
  const TempFolder folder;
  fs::path own;
  {
    SessionStore left(folder.path());
    save_a_run(left, 1, 7);
    own = left.folder();
    left.leave();
  }
  SessionStore back(folder.path(), own);
  EXPECT_EQ(back.folder(), own);
  EXPECT_EQ(back.own().runs.size(), 1u);
  EXPECT_TRUE(SessionStore(folder.path()).lost().empty()) << "it is open again";
  EXPECT_EQ(SessionStore(folder.path()).last_closed().runs.size(), 0u) << "and not closed";
  EXPECT_EQ(back.run_folder(1), own / "run-1");
}

TEST(SessionStore, ALeftSessionIsClosedForOtherWindows) {
  const TempFolder folder;
  for (Index steps = 1; steps <= 5; ++steps) {
    SessionStore left(folder.path());
    save_a_run(left, 1, steps);
    left.leave();
  }
  SessionStore mine(folder.path());
  EXPECT_TRUE(mine.lost().empty());
  EXPECT_EQ(mine.last_closed().runs.size(), 1u);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 3) << "the newest closed ones";
  EXPECT_FALSE(fs::exists(mine.last_closed().folder / "lock")) << "nobody's";
}

TEST(SessionStore, ASessionThatStayedIsLostIfItIsKilled) {
  const TempFolder folder;
  {
    SessionStore store(folder.path());
    save_a_run(store, 1);
    store.leave();
    store.stay();
  }
  EXPECT_EQ(SessionStore(folder.path()).lost().size(), 1u);
}

TEST(SessionStore, KeepsNothingWithoutAFolder) {
  SessionStore none("");
  EXPECT_FALSE(none.enabled());
  EXPECT_TRUE(none.lost().empty());
  EXPECT_TRUE(none.last_closed().runs.empty());
  none.close();
}

/// Whether a run is in its place.
bool has_saved_in(const fs::path& folder) {
  std::error_code error;
  for (const auto& session : fs::directory_iterator(folder, error))
    if (fs::exists(session.path() / "run-1/config.json", error)) return true;
  return false;
}

/// A window that saves until it is killed. It writes a byte to `ready` after the first save.
[[noreturn]] void learn_for_ever(const fs::path& folder, int ready) {
  LabHost host;
  host.wake = [] {};
  host.sessions = folder;
  host.autosave_seconds = 0.01;
  Lab lab(std::move(host));
  lab.open({.name = "reverse"});
  bool signalled = false;
  while (true) {
    lab.update();
    lab.autosave();
    if (!signalled && has_saved_in(folder)) signalled = ::write(ready, "r", 1) == 1;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

/// Step at which the killed window had last saved; −1: nothing was found.
Index kill_one(const fs::path& folder, std::chrono::microseconds delay) {
  int ends[2];
  if (::pipe(ends) != 0) return -1;
  const pid_t child = ::fork();
  if (child == 0) learn_for_ever(folder, ends[1]);
  char byte = 0;
  const bool saved = ::read(ends[0], &byte, 1) == 1;
  std::this_thread::sleep_for(delay);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  SessionStore store(folder);
  const std::vector<LostSession> lost = store.lost();
  if (!saved || lost.size() != 1 || lost[0].runs.size() != 1) return -1;
  const Checkpoint run = load_checkpoint(lost[0].runs[0]);
  EXPECT_TRUE(run.remarks.empty()) << run.remarks.front();
  EXPECT_EQ(static_cast<Index>(run.record->steps.size()), run.state->step()) << "of one moment";
  const Continuation goes_on = continue_training(run, 1);
  EXPECT_TRUE(std::isfinite(goes_on.trainer->step().loss));
  SessionStore::forget(lost[0]);
  return run.state->step();
}

/// ATTNLAB_KILLS: number of kills; the default is few, for speed.
TEST(SessionStore, AWindowKilledAtAnyMomentLeavesItsRun) {
  const char* set = std::getenv("ATTNLAB_KILLS");
  const int kills = set ? std::atoi(set) : 25;
  const TempFolder folder;
  RandomStream random(5);
  for (int i = 0; i < kills; ++i) {
    const Index step = kill_one(folder.path(), std::chrono::microseconds(random.below(60000)));
    ASSERT_GE(step, 1) << "kill " << i;
  }
}

struct Autosave : LabTest {
  Autosave() : LabTest(folder().path(), 0.02) {}
  static const TempFolder& folder() {
    static const TempFolder made;
    return made;
  }
  void TearDown() override {
    lab.reset();
    for (const auto& entry : fs::directory_iterator(folder().path())) {
      fs::permissions(entry.path(), fs::perms::owner_all);
      fs::remove_all(entry.path());
    }
  }
  bool has_saved() const { return has_saved_in(folder().path()); }
};

TEST_F(Autosave, SavesWhatLearntAndClosesCleanly) {
  open();
  EXPECT_FALSE(has_saved()) << "nothing was learnt";
  say_and_settle("train.step 12");
  ASSERT_TRUE(update_until([&] { return has_saved(); }));
  say_and_settle("train.step 5");
  EXPECT_EQ(lab->close(), "");
  SessionStore after(folder().path());
  EXPECT_TRUE(after.lost().empty());
  ASSERT_EQ(after.last_closed().runs.size(), 1u);
  EXPECT_EQ(load_checkpoint(after.last_closed().runs[0]).state->step(), 17) << "what is new at the end too";
}

TEST_F(Autosave, ARunTakenBackIsWhereItWas) {
  {
    SessionStore dead(folder().path());
    save_a_run(dead, 1, 9);
  }
  LabHost host;
  host.wake = [] {};
  host.sessions = folder().path();
  host.autosave_seconds = 0.02;
  lab = std::make_unique<Lab>(std::move(host));
  open("copy");
  ASSERT_TRUE(update_until([&] { return !lab->view().lost_session.empty(); }));
  say("session.recover");
  settle();
  EXPECT_EQ(ask("preset"), "reverse");
  EXPECT_EQ(ask("step"), "9");
  EXPECT_EQ(ask("playing"), "no");
  EXPECT_EQ(lab->view().lost_session, "");
  EXPECT_NE(refusal("session.recover"), "");
}

/// A page that is loaded again within the first minute.
TEST_F(Autosave, AWindowThatWasLeftComesBackToItsRuns) {
  const auto window = [&](const fs::path& own) {
    LabHost host;
    host.wake = [] {};
    host.sessions = folder().path();
    host.own_session = own;
    return std::make_unique<Lab>(std::move(host));
  };
  lab = window("");
  EXPECT_FALSE(lab->resume());
  open();
  say_and_settle("train.step 12");
  EXPECT_EQ(lab->save(false), "");
  EXPECT_TRUE(has_saved());
  say_and_settle("train.step 5");
  EXPECT_EQ(lab->save(true), "");
  const fs::path own = lab->own_session();
  lab.reset();
  lab = window(own);
  ASSERT_TRUE(lab->resume());
  settle();
  EXPECT_EQ(ask("preset"), "reverse");
  EXPECT_EQ(ask("step"), "17");
  EXPECT_EQ(lab->view().lost_session, "");
  EXPECT_EQ(lab->own_session(), own);
  EXPECT_EQ(lab->close(), "");
}

TEST_F(Autosave, AFailedSaveIsReportedOnceAndTrainingGoesOn) {
  testing::write_bytes(folder() / "file", "x");
  LabHost host;
  host.wake = [] {};
  host.sessions = folder() / "file";  // a file where a folder should be
  host.autosave_seconds = 0.01;
  lab = std::make_unique<Lab>(std::move(host));
  open();
  say_and_settle("train.step 3");
  ASSERT_TRUE(
      update_until([&] { return lab->view().notice.find("could not be saved") != std::string::npos; }));
  const std::uint64_t before = lab->view().notice_count;
  say_and_settle("train.step 30");
  for (int i = 0; i < 50; ++i) {
    lab->update();
    lab->autosave();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_EQ(lab->view().notice_count, before) << "once is enough";
  EXPECT_EQ(ask("step"), "33");
  EXPECT_NE(lab->close(), "");
}

TEST_F(Autosave, AFolderThatWasRemovedIsMadeAgain) {
  open();
  say_and_settle("train.step 4");
  ASSERT_TRUE(update_until([&] { return has_saved(); }));
  std::error_code error;  // a save that is under way may take a file away first
  for (const auto& entry : fs::directory_iterator(folder().path()))
    while (fs::exists(entry.path(), error)) fs::remove_all(entry.path(), error);
  say_and_settle("train.step 4");
  EXPECT_TRUE(update_until([&] { return has_saved(); }));
}

}  // namespace
}  // namespace attnlab
