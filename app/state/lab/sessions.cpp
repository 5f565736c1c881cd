// Sessions: saves while the window is open, recovers, forgets.
#include "app/state/lab/sessions.h"

#include <algorithm>
#include <stdexcept>

#include "app/state/runs/kept_state.h"
#include "core/language/messages.h"

namespace attnlab {

Sessions::Sessions(RunList& runs, Files& files, Notice& notice, const Place& place,
                   const std::function<void()>& wake)
    : runs_(runs),
      files_(files),
      notice_(notice),
      store_(place.folder, place.own),
      autosaver_(store_, place.autosave_seconds, wake),
      looking_(in_background([folder = place.folder] { return look_for(folder); })) {}

Sessions::OtherWindows Sessions::look_for(const std::filesystem::path& folder) {
  const SessionStore store(folder);
  return {store.lost(), store.last_closed().text};
}

void Sessions::take_lost() {
  if (!looking_.ready()) return;
  OtherWindows found = looking_.get();
  lost_ = std::move(found.lost);
  // Its lock does not hide this window's own session where the system has no locks, as in a browser.
  std::erase_if(lost_, [this](const LostSession& lost) { return lost.folder == store_.folder(); });
  if (lost_.empty()) last_text_ = std::move(found.last);
}

namespace {

/// What the session's file says of a run, without its choices.
SessionRun session_run(const RunView& run, const OpenModel& model) {
  SessionRun said{.number = run.number,
                  .title = model.title,
                  .name = model.name,
                  .origin = model.origin,
                  .recipe = model.recipe,
                  .opened = model.weights_changed ? "" : model.folder,
                  .from_file = model.from_file,
                  .shown = run.shown};
  if (run.training.state == TrainingView::State::Failed)
    said.failed = run.training.message.empty() ? tr("training failed") : run.training.message;
  return said;
}

/// The preset that gives the run again, of one that has made no step from the weights of its seed.
std::shared_ptr<const Preset> preset_at_start(const RunView& run, const OpenModel& model) {
  const Preset& preset = model.experiment.preset;
  const bool begun = !run.record.timeline || !run.record.steps.empty() || preset.opened;
  if (begun || model.from_file) return nullptr;
  auto now = std::make_shared<Preset>(preset);
  now->training.seed = run.training.settings.config.seed;
  return now;
}

}  // namespace

/// The text is made anew only where something is other than before: it may be long.
void Sessions::note_open(const StatesOfRuns& states) {
  Noted now{{}, states.shown};
  bool any = false;
  for (const RunView& run : runs_.views()) {
    const auto model = runs_.share(run.number);
    now.runs.push_back(session_run(run, *model));
    any = any || !model->of_start;
  }
  if (!any || noted_ == now) return;
  std::vector<SessionRun> runs = now.runs;
  for (SessionRun& run : runs) {
    const auto model = runs_.share(run.number);
    const auto view = std::ranges::find(runs_.views(), run.number, &RunView::number);
    run.preset = preset_at_start(*view, *model);
    const auto left = states.left.find(run.number);
    if (run.number == states.number)
      run.state = state_to_json(states.shown);
    else if (left != states.left.end())
      run.state = state_to_json(left->second);
  }
  noted_ = std::move(now);
  autosaver_.note_open(session_text(runs));
}

/// Moves idle runs out of memory. False where they hold too much and cannot be saved.
bool Sessions::keep_within(std::size_t most_bytes) {
  if (autosaver_.busy()) return !told_stuck_;
  std::size_t bytes = runs_.bytes();
  if (bytes <= most_bytes) return true;
  for (const Index number : runs_.idle()) {
    if (bytes <= most_bytes) break;
    const auto model = runs_.share(number);
    bytes -= std::min(bytes, model->bytes());
    if (autosaver_.has_all_of(number, *model)) {
      if (runs_.put_away(number, store_.saved_run(number))) autosaver_.let_go(number);
    } else {
      autosaver_.want(number);
    }
  }
  return autosaver_.saves();
}

bool Sessions::autosave(const StatesOfRuns& states, std::size_t most_bytes) {
  most_bytes_ = most_bytes;
  if (!autosaver_.enabled()) return false;
  note_open(states);
  std::string error = autosaver_.update(runs_);
  const bool stuck = !keep_within(most_bytes);
  if (stuck && !std::exchange(told_stuck_, stuck))
    error +=
        (error.empty() ? "" : "; ") + std::string(tr("idle runs that would move to disk stay in memory"));
  told_stuck_ = stuck;
  if (!error.empty()) notice_.set(failure_ = error, NoticeKind::Error);
  if (!stuck && autosaver_.saves()) notice_.take_back(std::exchange(failure_, ""));
  return !error.empty();
}

void Sessions::open(const LostSession& session) {
  files_.open({.kind = OpenRequest::Kind::Session,
               .name = session.folder.string(),
               .runs = session.open,
               .runs_bytes = most_bytes_});
  opened_ = session;
}

bool Sessions::resume(std::size_t most_bytes) {
  const LostSession own = store_.own();
  if (own.open.empty()) return false;
  most_bytes_ = most_bytes;
  open(own);
  return true;
}

void Sessions::recover() {
  if (lost_.empty()) throw std::invalid_argument(tr("there are no runs to recover"));
  open(lost_.front());
}

void Sessions::forget() {
  if (lost_.empty()) throw std::invalid_argument(tr("there are no runs to discard"));
  const LostSession lost = lost_.front();
  lost_.erase(lost_.begin());
  SessionStore::forget(lost);
}

void Sessions::reopen() {
  const LostSession last = store_.last_closed();
  if (last.open.empty())
    throw std::invalid_argument(tr("there is no closed window whose runs could be reopened"));
  open(last);
}

void Sessions::take_over(const OpenRequest& request, OpenModels& opened) {
  if (request.kind != OpenRequest::Kind::Session || !opened_) return;
  const LostSession session = *std::exchange(opened_, std::nullopt);
  std::erase_if(lost_, [&](const LostSession& lost) { return lost.folder == session.folder; });
  Index next = runs_.free_number();
  for (const SessionRun& run : session.open) next = std::max(next, run.number + 1);
  std::vector<Renumbered> renumbered;
  for (const SessionRun& run : session.open) {
    if (!runs_.has(run.number) || runs_.share(run.number)->of_start) continue;
    renumbered.push_back({run.number, next++});
    const auto model = std::ranges::find(opened, run.number, &OpenModel::number);
    if (model != opened.end()) (*model)->number = renumbered.back().to;
  }
  if (session.folder != store_.folder()) store_.adopt(session, renumbered);
  runs_.take_numbers_until(next - 1);
  autosaver_.forget();
  noted_.reset();
}

void Sessions::place_away() {
  runs_.place_away([this](Index number) { return store_.saved_run(number); });
}

std::string Sessions::save(const StatesOfRuns& states, Deadline deadline) {
  store_.stay();
  if (autosaver_.enabled()) note_open(states);
  return autosaver_.finish(runs_, deadline);
}

std::string Sessions::leave(const StatesOfRuns& states, Deadline deadline) {
  std::string error = save(states, deadline);
  store_.leave();
  return error;
}

std::string Sessions::close(const StatesOfRuns& states, Deadline deadline) {
  runs_.forget_closed();
  std::string error = save(states, deadline);
  store_.close();
  return error;
}

}  // namespace attnlab
