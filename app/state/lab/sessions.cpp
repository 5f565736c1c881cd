// Lab: what is kept of the runs while the window is open, and what is taken back.
#include <stdexcept>

#include "app/state/is_ready.h"
#include "app/state/lab/lab.h"
#include "core/io/metrics_csv.h"

namespace attnlab {

void Lab::take_lost() {
  if (is_ready(looking_)) lost_ = looking_.get();
}

void Lab::autosave() {
  const std::string error = autosaver_.update(runs_);
  if (!error.empty()) set_notice(error, true);
}

void Lab::recover_session() {
  if (lost_.empty()) throw std::invalid_argument("there are no runs to take back");
  open({.kind = OpenRequest::Kind::Session,
        .name = lost_.front().folder.string(),
        .runs = lost_.front().runs});
}

void Lab::forget_session() {
  if (lost_.empty()) throw std::invalid_argument("there are no runs to let go");
  const LostSession lost = lost_.front();
  lost_.erase(lost_.begin());
  SessionStore::forget(lost);
}

void Lab::reopen_session() {
  const LostSession last = sessions_.last_closed();
  if (last.runs.empty()) throw std::invalid_argument("no window with runs was closed before");
  open({.kind = OpenRequest::Kind::Session, .name = last.folder.string(), .runs = last.runs});
}

/// What was taken back from a window that was killed is kept where it is from now on.
void Lab::take_over_session() {
  if (request_.kind != OpenRequest::Kind::Session || lost_.empty()) return;
  if (request_.name != lost_.front().folder.string()) return;
  const LostSession lost = lost_.front();
  lost_.erase(lost_.begin());
  sessions_.adopt(lost);
  autosaver_.forget();
}

void Lab::save_metrics(const std::string& file) {
  run_or_throw();
  if (file.empty()) throw std::invalid_argument("metrics.save needs a file");
  set_notice(write_metrics_files(file, runs_.shown_view()->record), false);
}

std::string Lab::close() {
  std::string error = autosaver_.finish(runs_);
  sessions_.close();
  return error;
}

}  // namespace attnlab
