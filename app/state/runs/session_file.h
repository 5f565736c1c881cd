// Session file: what a window had open, beside the saved runs in the folder of its session.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/training/preset.h"

namespace attnlab {

/// One of the runs that a window had open.
struct SessionRun {
  Index number = 0;
  std::filesystem::path folder{};  ///< the saved run; "": there is none
  std::string title{}, name{}, origin{};
  std::shared_ptr<const Preset> preset{};  ///< that gives a run without a step again; else null
  std::shared_ptr<const Preset> recipe{};  ///< see RunFacts
  std::string opened{};    ///< the user's folder that the model was opened from; "": another way
  bool from_file = false;  ///< see ModelParts
  std::string failed{};    ///< why it stopped learning; "": it did not fail
  bool shown = false;      ///< it was on screen
  std::string state{};     ///< the choices in it, as state_to_json(); "": those at first
  friend bool operator==(const SessionRun&, const SessionRun&) = default;
};

/// Writes session.json to the folder. Throws std::runtime_error with one line.
void write_session_file(const std::filesystem::path& folder, const std::string& text);

/// The text of a session file; the folders are not in it.
std::string session_text(const std::vector<SessionRun>& runs);

/// The runs of a session's folder by number: those that its file names, and saved runs. What cannot be read
/// of the file is left out; sessions of older versions have none.
std::vector<SessionRun> read_session(const std::filesystem::path& folder);

/// The folder of run `number` in that of its session.
std::filesystem::path folder_of_run(const std::filesystem::path& session, Index number);

/// The N of a folder run-N.
Index run_number(const std::filesystem::path& folder);

}  // namespace attnlab
