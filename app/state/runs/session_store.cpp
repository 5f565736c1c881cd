// Session store: folders, locks and their ages.
#include "app/state/runs/session_store.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <random>
#include <stdexcept>

#include "app/base/format.h"
#include "app/base/paths.h"
#include "core/io/checkpoint.h"
#include "core/io/files/file.h"
#include "core/io/run_summary.h"
#include "core/language/messages.h"
#include "core/platform/environment.h"
#include "core/platform/names.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOpen = "open-", kClosed = "closed-", kLock = "lock", kLeft = "left";
constexpr std::size_t kMostClosed = 3;
constexpr std::size_t kMostOthers = 1;  ///< closed sessions in which nothing was trained
constexpr const char* kTaken = tr_mark("another window has already opened these runs");

/// A new ID; IDs sort by time. The random number keeps apart the sessions that begin in the same second:
/// pages of a browser all have the same process number.
std::string new_id() {
  const std::time_t now = std::time(nullptr);
  const std::tm parts = platform::universal_time(now);
  char text[32];
  std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts);
  return std::string(text) + "-" + std::to_string(std::random_device{}());
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

/// Since the youngest file in the folder was written, but for the lock: in a browser, folders are made anew
/// with each page.
std::optional<double> seconds_since_save(const fs::path& folder) {
  std::optional<double> least;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().filename() == kLock) continue;
    const double seconds = platform::seconds_since_change(at->path());
    if (at->is_regular_file(error) && seconds >= 0) least = std::min(seconds, least.value_or(seconds));
  }
  return least;
}

/// `text` with the time since something of the session was saved last.
std::string with_age(const std::string& text, const LostSession& session) {
  std::optional<double> seconds = seconds_since_save(session.folder);
  for (const fs::path& run : session.runs)
    if (const auto since = seconds_since_save(run)) seconds = std::min(*since, seconds.value_or(*since));
  if (!seconds) return text;
  return *seconds < 1 ? tr("{1}, saved just now", text)
                      : tr("{1}, saved {2} ago", text, format_duration(*seconds));
}

bool has_saved_runs(const fs::path& folder) {
  return std::ranges::any_of(read_session(folder), [](const SessionRun& run) { return !run.folder.empty(); });
}

/// "translate, step 1,240"
std::string words_of_run(const SessionRun& run) {
  if (run.folder.empty()) return run.title;
  try {
    const RunSummary summary = summarize_run(run.folder);
    return tr("{1}, step {2}", summary.preset.name, format_count(summary.steps));
  } catch (const std::runtime_error&) {
    return tr("a run");
  }
}

LostSession session_in(const fs::path& folder) {
  LostSession session{folder, {}, read_session(folder), ""};
  if (session.open.empty()) return session;
  for (const SessionRun& run : session.open)
    if (!run.folder.empty()) session.runs.push_back(run.folder);
  auto named = std::ranges::find_if(session.open, &SessionRun::shown);
  if (named == session.open.end())
    named = std::ranges::find_if(session.open, [](const SessionRun& run) { return !run.folder.empty(); });
  session.text = words_of_run(named == session.open.end() ? session.open.front() : *named);
  if (session.open.size() > 1)
    session.text = tr("{1} and {2} more", session.text, std::to_string(session.open.size() - 1));
  session.text = with_age(session.text, session);
  return session;
}

/// Whether no window holds the lock. A folder without a lock file belongs to a window that is about to lock
/// it.
bool is_free(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / kLock, ignored) && !is_locked(folder / kLock);
}

/// A folder that is not there yet.
fs::path new_folder(const fs::path& root) {
  std::error_code error;
  const std::string base = new_id();
  std::string id = base;
  const auto taken = [&](std::string_view kind) {
    return fs::exists(root / (std::string(kind) + id), error);
  };
  for (int i = 2; taken(kOpen) || taken(kClosed); ++i) id = base + "." + std::to_string(i);
  return root / (std::string(kOpen) + id);
}

/// The folder of a session that is open again. Its name is new: two tabs of a browser, each with a copy of
/// the closed session, may both open it.
fs::path as_open(const fs::path& folder) {
  if (!folder.filename().string().starts_with(kClosed)) return folder;
  const fs::path open = new_folder(folder.parent_path());
  std::error_code error;
  fs::rename(folder, open, error);
  return error ? folder : open;
}

void remove_quietly(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

}  // namespace

SessionStore::SessionStore(fs::path root, const fs::path& own) : root_(std::move(root)) {
  std::error_code ignored;
  if (!enabled() || own.empty() || !fs::is_directory(own, ignored) || !lock(own)) return;
  folder_ = own;
  stay();
}

bool SessionStore::lock(const fs::path& folder) {
  FileLock lock = FileLock::take(folder / kLock);
  if (!lock.held()) return false;
  lock_ = std::move(lock);
  return true;
}

LostSession SessionStore::own() const { return folder_.empty() ? LostSession{} : session_in(folder_); }

std::vector<LostSession> SessionStore::lost() const {
  std::vector<LostSession> all;
  if (!enabled()) return all;
  for (const fs::path& folder : folders(root_, kOpen)) {
    if (folder == folder_ || !is_free(folder)) continue;
    LostSession session = session_in(folder);
    std::error_code ignored;
    if (session.open.empty()) {
      remove_quietly(folder);
    } else if (fs::exists(folder / kLeft, ignored)) {
      close_folder(folder);
      forget_oldest_closed();
    } else {
      all.push_back(std::move(session));
    }
  }
  return all;
}

LostSession SessionStore::last_closed() const {
  if (enabled())
    for (const fs::path& folder : folders(root_, kClosed))
      if (LostSession session = session_in(folder); !session.open.empty()) return session;
  return {};
}

void SessionStore::begin() {
  std::error_code error;
  const fs::path folder = new_folder(root_);
  fs::create_directories(folder, error);
  if (error) throw std::runtime_error(tr("cannot store runs in {1}: {2}", quoted(folder), error.message()));
  if (!lock(folder)) throw std::runtime_error(tr(kTaken));
  folder_ = folder;
}

bool SessionStore::is_gone() const {
  std::error_code ignored;
  return !folder_.empty() && !fs::exists(folder_ / kLock, ignored);
}

void SessionStore::begin_if_new() {
  if (folder_.empty() || is_gone()) begin();
}

fs::path SessionStore::run_folder(Index number) {
  begin_if_new();
  return folder_of_run(folder_, number);
}

fs::path SessionStore::saved_run(Index number) const {
  if (folder_.empty()) return {};
  const fs::path folder = folder_of_run(folder_, number);
  return is_checkpoint(folder) ? folder : fs::path();
}

void SessionStore::write_open(const std::string& text) const { write_session_file(folder_, text); }

void SessionStore::remove_run(Index number) const {
  if (!folder_.empty()) remove_quietly(folder_of_run(folder_, number));
}

void SessionStore::adopt(const LostSession& session, std::span<const Renumbered> renumbered) {
  const fs::path own = folder_;
  std::error_code error;
  if (!fs::exists(session.folder, error)) throw std::runtime_error(tr(kTaken));
  const fs::path folder = as_open(session.folder);
  FileLock lock = FileLock::take(folder / kLock);
  if (!lock.held()) throw std::runtime_error(tr(kTaken));
  renumber(folder, renumbered);
  lock_ = std::move(lock);
  folder_ = folder;
  if (!own.empty()) move_runs_from(own);
}

/// All or, where one cannot be renamed, none: what is in a folder then is still what its number says.
void SessionStore::renumber(const fs::path& folder, std::span<const Renumbered> renumbered) {
  std::error_code error;
  for (std::size_t i = 0; i < renumbered.size(); ++i) {
    const fs::path from = folder_of_run(folder, renumbered[i].from);
    if (!fs::exists(from, error)) continue;
    fs::rename(from, folder_of_run(folder, renumbered[i].to), error);
    if (!error) continue;
    std::error_code ignored;
    while (i-- > 0)
      fs::rename(folder_of_run(folder, renumbered[i].to), folder_of_run(folder, renumbered[i].from), ignored);
    throw std::runtime_error(tr("cannot rename {1}: {2}", quoted(from), error.message()));
  }
}

/// What is in nobody's way moves; a session of which something is left is closed.
void SessionStore::move_runs_from(const fs::path& own) const {
  std::error_code error;
  bool left = false;
  for (const SessionRun& run : read_session(own)) {
    if (run.folder.empty()) continue;
    const fs::path to = folder_of_run(folder_, run.number);
    const bool taken = fs::exists(to, error);
    if (!taken) fs::rename(run.folder, to, error);
    left = left || taken || error;
  }
  left ? close_folder(own) : remove_quietly(own);
}

void SessionStore::forget(const LostSession& lost) {
  if (!is_free(lost.folder)) throw std::runtime_error(tr(kTaken));
  remove_quietly(lost.folder);
}

void SessionStore::close_folder(const fs::path& folder) const {
  std::error_code ignored;
  const std::string id = folder.filename().string().substr(kOpen.size());
  const fs::path closed = root_ / (std::string(kClosed) + id);
  fs::rename(folder, closed, ignored);
  for (const std::string_view sign : {kLock, kLeft}) fs::remove(closed / sign, ignored);
}

void SessionStore::forget_oldest_closed() const {
  std::size_t saved = 0, others = 0;
  for (const fs::path& closed : folders(root_, kClosed)) {
    const bool stays = has_saved_runs(closed) ? ++saved <= kMostClosed : ++others <= kMostOthers;
    if (!stays) remove_quietly(closed);
  }
}

void SessionStore::close() {
  if (folder_.empty()) return;
  close_folder(folder_);
  folder_.clear();
  lock_.release();
  forget_oldest_closed();
}

void SessionStore::leave() const {
  std::error_code ignored;
  if (!fs::exists(folder_ / kLock, ignored)) return;
  try {
    OutputFile(folder_ / kLeft).close();
  } catch (const std::runtime_error&) {  // then the session counts as lost, and is offered as such
  }
}

void SessionStore::stay() const {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove(folder_ / kLeft, ignored);
}

fs::path standard_sessions_folder() {
  const fs::path folder = user_folder("XDG_STATE_HOME", ".local/state");
  return folder.empty() ? folder : folder / "sessions";
}

}  // namespace attnlab
