// Session store: folders, locks and their ages.
#include "app/state/runs/session_store.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <stdexcept>

#include "app/base/format.h"
#include "app/base/paths.h"
#include "core/io/files/file.h"
#include "core/io/run_summary.h"
#include "core/platform/environment.h"
#include "core/platform/names.h"
#include "core/platform/process.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOpen = "open-", kClosed = "closed-", kRun = "run-", kLock = "lock";
constexpr std::size_t kMostClosed = 3;
constexpr std::string_view kTaken = "another window has taken these runs already";

/// A new ID; IDs sort by time.
std::string new_id() {
  const std::time_t now = std::time(nullptr);
  const std::tm parts = platform::universal_time(now);
  char text[32];
  std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts);
  return std::string(text) + "-" + std::to_string(platform::process_number());
}

/// Folders whose names begin with `begin`, the newest first.
std::vector<fs::path> folders(const fs::path& root, std::string_view begin) {
  std::vector<fs::path> all;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root, error))
    if (entry.path().filename().string().starts_with(begin) && entry.is_directory(error))
      all.push_back(entry.path());
  std::ranges::sort(all, std::ranges::greater{},
                    [](const fs::path& path) { return path.filename().string(); });
  return all;
}

std::vector<fs::path> runs_in(const fs::path& folder) {
  std::vector<fs::path> runs;
  try {
    runs = find_runs(folder);
  } catch (const std::runtime_error&) {
  }
  std::ranges::sort(runs, {}, run_number);
  return runs;
}

/// Since the youngest file in the folder was written: in a browser, folders are made anew with each page.
std::optional<double> seconds_since_save(const fs::path& folder) {
  std::optional<double> least;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const double seconds = platform::seconds_since_change(at->path());
    if (at->is_regular_file(error) && seconds >= 0) least = std::min(seconds, least.value_or(seconds));
  }
  return least;
}

std::string age_text(const fs::path& folder) {
  const std::optional<double> seconds = seconds_since_save(folder);
  if (!seconds) return "";
  return *seconds < 1 ? ", saved just now" : ", saved " + format_duration(*seconds) + " ago";
}

LostSession session_in(const fs::path& folder) {
  LostSession session{folder, runs_in(folder), ""};
  if (session.runs.empty()) return session;
  try {
    const RunSummary run = summarize_run(session.runs.front());
    session.text = run.preset.name + ", step " + format_count(run.steps);
  } catch (const std::runtime_error&) {
    session.text = "a run";
  }
  if (session.runs.size() > 1) session.text += " and " + std::to_string(session.runs.size() - 1) + " more";
  session.text += age_text(session.runs.front());
  return session;
}

/// Whether no window holds the lock. A folder without a lock file belongs to a window that is about to lock
/// it.
bool is_free(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / kLock, ignored) && !is_locked(folder / kLock);
}

void remove_quietly(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

}  // namespace

Index run_number(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with(kRun) ? std::atol(name.c_str() + kRun.size()) : 0;
}

SessionStore::SessionStore(fs::path root) : root_(std::move(root)) {}

bool SessionStore::lock(const fs::path& folder) {
  FileLock lock = FileLock::take(folder / kLock);
  if (!lock.held()) return false;
  lock_ = std::move(lock);
  return true;
}

std::vector<LostSession> SessionStore::lost() const {
  std::vector<LostSession> all;
  if (!enabled()) return all;
  for (const fs::path& folder : folders(root_, kOpen)) {
    if (folder == folder_ || !is_free(folder)) continue;
    LostSession session = session_in(folder);
    if (session.runs.empty()) {
      remove_quietly(folder);
    } else {
      all.push_back(std::move(session));
    }
  }
  return all;
}

LostSession SessionStore::last_closed() const {
  if (enabled())
    for (const fs::path& folder : folders(root_, kClosed))
      if (LostSession session = session_in(folder); !session.runs.empty()) return session;
  return {};
}

void SessionStore::begin() {
  std::error_code error;
  const std::string base = new_id();
  std::string id = base;
  const auto taken = [&](std::string_view kind) {
    return fs::exists(root_ / (std::string(kind) + id), error);
  };
  for (int i = 2; taken(kOpen) || taken(kClosed); ++i) id = base + "." + std::to_string(i);
  const fs::path folder = root_ / (std::string(kOpen) + id);
  fs::create_directories(folder, error);
  if (error) throw std::runtime_error("cannot keep runs in " + quoted(folder) + ": " + error.message());
  if (!lock(folder)) throw std::runtime_error(std::string(kTaken));
  folder_ = folder;
}

fs::path SessionStore::run_folder(Index number) {
  std::error_code error;
  if (folder_.empty() || !fs::exists(folder_ / kLock, error)) begin();
  return folder_ / (std::string(kRun) + std::to_string(number));
}

void SessionStore::remove_run(Index number) const {
  if (!folder_.empty()) remove_quietly(folder_ / (std::string(kRun) + std::to_string(number)));
}

void SessionStore::adopt(const LostSession& lost) {
  const fs::path own = folder_;
  std::error_code error;
  if (!fs::exists(lost.folder, error) || !lock(lost.folder)) throw std::runtime_error(std::string(kTaken));
  folder_ = lost.folder;
  if (!own.empty()) close_folder(own);
}

void SessionStore::forget(const LostSession& lost) {
  if (!is_free(lost.folder)) throw std::runtime_error(std::string(kTaken));
  remove_quietly(lost.folder);
}

void SessionStore::close_folder(const fs::path& folder) const {
  std::error_code ignored;
  const std::string id = folder.filename().string().substr(kOpen.size());
  fs::rename(folder, root_ / (std::string(kClosed) + id), ignored);
}

void SessionStore::close() {
  if (folder_.empty()) return;
  close_folder(folder_);
  folder_.clear();
  lock_.release();
  const std::vector<fs::path> closed = folders(root_, kClosed);
  for (std::size_t i = kMostClosed; i < closed.size(); ++i) remove_quietly(closed[i]);
}

fs::path standard_sessions_folder() {
  const fs::path folder = user_folder("XDG_STATE_HOME", ".local/state");
  return folder.empty() ? folder : folder / "sessions";
}

}  // namespace attnlab
