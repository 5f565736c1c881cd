// Files: what is opened and saved, beside the screen, and which files were the last.
#pragma once

#include <functional>
#include <future>
#include <string>
#include <vector>

#include "app/state/commands/actions.h"
#include "app/state/is_ready.h"
#include "app/state/lab/notice.h"
#include "app/state/runs/run_list.h"
#include "app/state/settings.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for it. Only one thing is opened at a time, and only
/// one saved.
class Files final : public FileActions {
 public:
  /// `runs` and `notice` must outlive it; `wake` is called by the threads that open and save.
  Files(const RunList& runs, Notice& notice, std::function<void()> wake);

  /// Begins to open something. Throws std::invalid_argument while something else is being opened.
  void open(OpenRequest request);
  bool opening() const { return opening_.valid(); }
  /// It waits to be taken.
  bool opened() const { return is_ready(opening_); }
  /// What is being opened, or was last.
  const OpenRequest& request() const { return request_; }
  /// What was opened. Throws why it could not be.
  OpenModels take_opened() { return opening_.get(); }
  /// It is on screen now, and is remembered for the next time.
  void note_opened();

  bool saving() const { return saving_.valid(); }
  /// Tells how a save ended, if one did.
  void take_saved();

  void restore(const Settings& settings);
  /// Puts what is remembered into `settings`.
  void remember(Settings& settings) const;
  const std::vector<RecentFile>& recent() const { return recent_; }

  void open_preset(const std::string& name) override;
  void open_corpus(const std::string& file) override;
  void load_model(const std::string& folder) override;
  void open_recent(Index number) override;
  void forget_recent() override { recent_.clear(); }
  void retrain(const std::vector<std::string>& changes) override;
  void save_model(const std::string& folder) override;
  void save_metrics(const std::string& file) override;

 private:
  const RunList& runs_;
  Notice& notice_;
  std::function<void()> wake_;
  std::future<OpenModels> opening_;
  OpenRequest request_;
  std::string preset_ = Settings{}.preset;  ///< opened last
  std::vector<RecentFile> recent_;
  std::string save_folder_;
  std::future<std::string> saving_;
};

}  // namespace attnlab
