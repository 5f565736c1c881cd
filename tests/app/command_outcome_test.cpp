// The outcome of one command, beside errors of others; the question before the program ends.
#include <gtest/gtest.h>

#include "app/base/paths.h"
#include "app/state/command.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

class Outcome : public LabTest {
 protected:
  Outcome() { open(); }

  /// Sends a command as a dialog does, and waits for its end.
  CommandOutcome of(const std::string& verb, const std::string& argument) {
    Command command{verb, {argument}};
    command.ticket = ++last_;
    lab->apply(command);
    EXPECT_EQ(lab->view().outcome.ticket, last_);
    settle();
    EXPECT_FALSE(lab->view().outcome.pending());
    return lab->view().outcome;
  }
  std::string folder(const char* name) const { return folder_ / name; }

  testing::TempFolder folder_;

 private:
  std::uint64_t last_ = 0;
};

TEST_F(Outcome, OfASaveIsItsOwnAfterAnotherError) {
  EXPECT_FALSE(lab->apply({"session.reopen", {}}));
  EXPECT_TRUE(lab->view().notice_is_error);
  EXPECT_EQ(of("model.save", folder("m")).error, "");
  testing::write_bytes(folder_ / "file", "text");
  testing::expect_has(of("model.save", folder("file")).error, "it is a file");
  EXPECT_EQ(of("metrics.save", folder("m.csv")).error, "");
}

TEST_F(Outcome, OfOpeningIsThereWhenThatIsOver) {
  of("model.save", folder("m"));
  Command load{"model.load", {folder("none")}};
  load.ticket = 100;
  EXPECT_TRUE(lab->apply(load));
  EXPECT_TRUE(lab->view().outcome.pending());
  settle();
  testing::expect_has(lab->view().outcome.error, "the folder does not exist");
  EXPECT_EQ(of("model.load", folder("m")).error, "");
}

TEST_F(Outcome, IsNotOfCommandsWithoutATicket) {
  of("model.save", folder("m"));
  EXPECT_FALSE(lab->apply({"fly", {}}));
  settle();
  EXPECT_EQ(lab->view().outcome.ticket, 1u);
  EXPECT_EQ(lab->view().outcome.error, "");
}

TEST_F(Outcome, NoticesSayWhereAFileIs) {
  of("model.save", folder("m"));
  EXPECT_EQ(lab->view().notice, "saved " + shown_path(folder("m")));
}

TEST_F(Outcome, QuittingAsksNothingWithoutUnsavedSteps) {
  lab->apply({"quit", {}});
  EXPECT_TRUE(lab->wants_to_quit()) << "nothing was learnt";
}

TEST_F(Outcome, QuittingAsksOnceAndTakesTheAnswer) {
  say_and_settle("train.step 3");
  lab->apply({"quit", {}});
  EXPECT_FALSE(lab->wants_to_quit());
  EXPECT_EQ(lab->view().unsaved, "reverse, step 3");
  lab->apply({"quit", {"stay"}});
  EXPECT_EQ(lab->view().unsaved, "");
  EXPECT_EQ(of("model.save", folder("m")).error, "");
  lab->apply({"quit", {}});
  EXPECT_TRUE(lab->wants_to_quit()) << "all of it is in a folder";
}

TEST_F(Outcome, QuittingNowAsksNothing) {
  say_and_settle("train.step 3");
  lab->apply({"quit", {"now"}});
  EXPECT_TRUE(lab->wants_to_quit());
}

struct SessionOutcome : LabTest {
  SessionOutcome() : LabTest(folder().path() / "sessions") {}
  ~SessionOutcome() override { lab.reset(); }
  static testing::TempFolder& folder() {
    static testing::TempFolder kept;
    return kept;
  }
};

TEST_F(SessionOutcome, ClosedWindowIsOfferedByTheNext) {
  open();
  say_and_settle("train.step 3");
  lab->apply({"quit", {}});
  EXPECT_TRUE(lab->wants_to_quit()) << "the session keeps it";
  EXPECT_EQ(lab->close(), "");
  LabHost host;
  host.wake = [] {};
  host.sessions = folder().path() / "sessions";
  lab = std::make_unique<Lab>(std::move(host));
  open("copy");
  for (int i = 0; i < 5000 && lab->view().notice.empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lab->update();
  }
  testing::expect_has(lab->view().notice, "Reopen the last closed window restores reverse, step 3");
  EXPECT_FALSE(lab->view().notice_is_error);
}

}  // namespace
}  // namespace attnlab
