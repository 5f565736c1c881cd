// A window that keeps its runs in a folder, and can be killed.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/state/runs/kept_state.h"
#include "app/state/runs/session_file.h"
#include "core/io/run_summary.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {

struct OpenRunsTest : LabTest {
  OpenRunsTest() { lab = window(); }
  /// A window that keeps its runs in the folder.
  std::unique_ptr<Lab> window() const {
    LabHost host;
    host.wake = [] {};
    host.sessions = folder / "sessions";
    host.autosave_seconds = 0.02;
    return std::make_unique<Lab>(std::move(host));
  }
  /// Opens something, and pauses what learns then.
  void opens(const std::string& line) {
    const std::size_t before = lab->view().runs->size();
    say(line);
    ASSERT_TRUE(update_until([&] { return lab->view().runs->size() > before; }))
        << line << ": " << lab->view().notice;
    settle();
    if (ask("playing") == "yes") say_and_settle("train.pause");
    EXPECT_EQ(lab->view().runs->size(), before + 1) << line;
  }
  std::string place(const char* name) const { return Command{"", {(folder / name).string()}}.text(); }
  const RunView& run(Index number) { return *std::ranges::find(*lab->view().runs, number, &RunView::number); }
  /// Whether a session's folder has what is open, as it is now.
  bool has_all(const std::filesystem::path& session) const {
    const ViewModel view = lab->view();
    const std::vector<SessionRun> saved = read_session(session);
    return std::ranges::equal(saved, *view.runs, [&](const SessionRun& there, const RunView& here) {
      const bool right = there.number == here.number && there.shown == here.shown;
      if (!right || (here.shown && there.state != state_to_json(view.state))) return false;
      if (here.training.step == 0) return true;
      return !there.folder.empty() && summarize_run(there.folder).steps == here.training.step;
    });
  }
  bool is_saved() const {
    std::error_code error;
    for (const auto& session : std::filesystem::directory_iterator(folder / "sessions", error)) try {
        if (session.path().filename().string().starts_with("open-") && has_all(session.path())) return true;
      } catch (const std::runtime_error&) {  // a save is under way
      }
    return false;
  }
  /// The window is killed: nothing more is saved; another window is there.
  void kill() {
    ASSERT_TRUE(update_until([&] { return is_saved(); })) << "all that is open is saved";
    lab.reset();
    lab = window();
  }
  void take_back() {
    ASSERT_TRUE(update_until([&] { return !lab->view().lost_session.empty(); }));
    say_and_settle("session.recover");
  }

  testing::TempFolder folder;
};

}  // namespace attnlab
