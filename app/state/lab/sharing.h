// Sharing: the present state as text, a state that is opened from text, and the recording.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/state/commands/actions.h"
#include "app/state/commands/dispatcher.h"
#include "app/state/lab/command_queue.h"
#include "app/state/lab/device_switch.h"
#include "app/state/lab/lessons.h"
#include "app/state/lab/notice.h"
#include "app/state/setup/recording.h"
#include "app/state/setup/said_run.h"
#include "app/state/setup/state_line.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Partners that sharing uses.
struct SharingPartners {
  CommandRunner& commands;
  const Dispatcher& dispatcher;  ///< state and screen
  const RunList& runs;
  const DeviceSwitch& device;
  const Lessons& lessons;
  WindowActions& window;
  Notice& notice;
};

/// A line that may be opened here. Throws as read_state_line(), and for commands that do not exist or that a
/// lesson may not use.
StateLine checked_state_line(const std::string& text);

/// Used by the screen's thread alone. The commands of a state that is opened are applied one after another,
/// each once the work of the one before has ended.
class Sharing final : public SharingActions {
 public:
  /// `with` must outlive the object.
  explicit Sharing(const SharingPartners& with) : with_(with) {}

  /// Once a frame.
  void update();
  bool idle() const { return !opening_; }

  /// The commands of the present state. Throws std::invalid_argument, in one line, where none say it.
  /// `left_out`: a seed that need not be said.
  Commands commands_of_state(std::optional<Index> left_out) const;
  /// The same as a lesson's block "setup".
  std::string setup() const;
  StateLine line() const;
  /// What is to be said of the state that was opened last: see difference_of().
  const std::string& difference() const { return difference_; }

  /// A command was applied by a person or a script.
  void note(const Command& command, const AppState& before);
  /// Null where nothing is recorded and nothing was.
  std::shared_ptr<const RecordingView> recording() const;

  void copy_setup() override;
  void copy_state() override;
  void open_state(const std::string& line) override;
  bool records() const override { return recording_.on(); }
  void record(bool on) override;
  void copy_record() override;
  void clear_record() override { recording_.clear(); }

 private:
  bool others_are_idle() const { return with_.commands.work_is_done() && with_.lessons.idle(); }
  ShownOne shown() const;
  /// This program and the weights on screen, without commands.
  StateLine here() const;
  void run_next();
  void end_opening(const std::string& error);
  void check_step(const Command& ended) const;
  CommandRecording::Place place() const;
  void note_place();

  SharingPartners with_;
  std::optional<StateLine> opening_;  ///< the state that is being opened
  CommandQueue queue_;                ///< its commands
  std::string difference_;
  CommandRecording recording_;
};

}  // namespace attnlab
