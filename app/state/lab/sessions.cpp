// Sessions: saves while the window is open, recovers, forgets.
#include "app/state/lab/sessions.h"

#include <stdexcept>

namespace attnlab {

Sessions::Sessions(const RunList& runs, Files& files, Notice& notice, const std::filesystem::path& folder,
                   double autosave_seconds, const std::function<void()>& wake)
    : runs_(runs),
      files_(files),
      notice_(notice),
      store_(folder),
      autosaver_(store_, autosave_seconds, wake),
      looking_(in_background([folder] { return look_for(folder); })) {}

Sessions::OtherWindows Sessions::look_for(const std::filesystem::path& folder) {
  const SessionStore store(folder);
  return {store.lost(), store.last_closed().text};
}

void Sessions::take_lost() {
  if (!looking_.ready()) return;
  OtherWindows found = looking_.get();
  lost_ = std::move(found.lost);
  if (lost_.empty()) last_text_ = std::move(found.last);
}

bool Sessions::autosave() {
  const std::string error = autosaver_.update(runs_);
  if (!error.empty()) notice_.set(error, NoticeKind::Error);
  return !error.empty();
}

void Sessions::recover() {
  if (lost_.empty()) throw std::invalid_argument("there are no runs to take back");
  files_.open({.kind = OpenRequest::Kind::Session,
               .name = lost_.front().folder.string(),
               .runs = lost_.front().runs});
}

void Sessions::forget() {
  if (lost_.empty()) throw std::invalid_argument("there are no runs to let go");
  const LostSession lost = lost_.front();
  lost_.erase(lost_.begin());
  SessionStore::forget(lost);
}

void Sessions::reopen() {
  const LostSession last = store_.last_closed();
  if (last.runs.empty()) throw std::invalid_argument("no window with runs was closed before");
  files_.open({.kind = OpenRequest::Kind::Session, .name = last.folder.string(), .runs = last.runs});
}

void Sessions::take_over(const OpenRequest& opened) {
  if (opened.kind != OpenRequest::Kind::Session || lost_.empty()) return;
  if (opened.name != lost_.front().folder.string()) return;
  const LostSession lost = lost_.front();
  lost_.erase(lost_.begin());
  store_.adopt(lost);
  autosaver_.forget();
}

std::string Sessions::close() {
  std::string error = autosaver_.finish(runs_);
  store_.close();
  return error;
}

}  // namespace attnlab
