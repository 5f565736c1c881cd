// Files: opens and saves models in the background, and remembers recent files.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/command.h"
#include "app/state/commands/actions.h"
#include "app/state/lab/notice.h"
#include "app/state/opening_view.h"
#include "app/state/runs/run_list.h"
#include "app/state/settings/settings.h"
#include "core/config/background.h"
#include "core/io/files/read_progress.h"
#include "core/tasks/base/task_kind.h"

namespace attnlab {

/// Used by the screen's thread alone, which never waits for a file. Opens one thing at a time, and saves one
/// at a time.
class Files final : public FileActions {
 public:
  /// `runs` and `notice` must outlive it; `host` is handed to the runs, and its `on_change` is called by the
  /// threads that open and save, too.
  Files(const RunList& runs, Notice& notice, RunHost host);
  ~Files() override;

  /// Begins to open something. Throws std::invalid_argument while something else is being opened.
  void open(OpenRequest request);
  bool opening() const { return opening_.valid(); }
  /// What is being opened, in words and as far as it is; only while opening().
  OpeningView opening_view() const;
  /// Whether the user has stopped the opening.
  bool stopped() const { return progress_ && progress_->stopped(); }
  /// Whether take_opened() has a result.
  bool opened() const { return opening_.ready(); }
  /// The request being opened, or the last one.
  const OpenRequest& request() const { return request_; }
  /// The opened models. Throws the error of opening, also where it was stopped.
  OpenModels take_opened();
  /// Remembers the opened request, which is on screen now, for the next start.
  void note_opened();

  bool reading() const { return reading_.valid(); }
  /// Whether a picture is read whose command has not come again.
  bool picture_is_read() const { return reading_.ready(); }
  /// That command.
  Command command_of_read() const { return {"picture.open", {read_file_}, 0}; }

  bool saving() const { return saving_.valid(); }
  /// Shows in the notice how a save ended, once, and returns the error, or ""; nothing where none ended.
  std::optional<std::string> take_saved();
  /// The last step of a run that is in a folder of the user's; −1: none is.
  Index stored_step(Index run) const;

  void restore(const Settings& settings);
  /// Puts the last preset and the recent files into `settings`.
  void remember(Settings& settings) const;
  const std::vector<RecentFile>& recent() const { return recent_; }

  void open_preset(const std::string& name) override;
  void open_text(const std::string& file) override;
  void open_pictures(const std::string& folder) override;
  std::optional<ReadPicture> read_picture(const std::string& file, Index size, Index channels) override;
  void train_on(const std::string& path) override;
  void train_further(const std::string& file, const std::string& names) override;
  void load_model(const std::string& folder) override;
  void stop_opening() override;
  void open_recent(Index number) override;
  void forget_recent() override { recent_.clear(); }
  void retrain(const std::vector<std::string>& changes) override;
  void save_model(const std::string& folder) override;
  void save_metrics(const std::string& file) override;

 private:
  /// What the model on screen is made by; null where nothing is.
  const Preset* shown_preset() const;
  void open_own(OwnData data, const std::string& path);
  /// Whether the model on screen, which nothing trains, is to go on with a text.
  bool learns_further() const;

  const RunList& runs_;
  Notice& notice_;
  RunHost host_;
  std::shared_ptr<ReadProgress> progress_;  ///< of the opening
  std::chrono::steady_clock::time_point began_{};
  Background<OpenModels> opening_;
  OpenRequest request_;
  std::string preset_ = Settings{}.preset;  ///< opened last
  std::vector<RecentFile> recent_;
  Background<ReadPicture> reading_;
  std::string read_file_;  ///< the picture that is being read
  std::string save_folder_;
  Index save_number_ = 0;
  Background<Index> saving_;       ///< the step that is saved
  std::map<Index, Index> stored_;  ///< last saved step of each run, by number
};

}  // namespace attnlab
