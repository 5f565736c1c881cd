// Lab: what was opened comes on screen, and with which choices.
#include <algorithm>

#include "app/state/lab/lab.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

ChoicesOf choices_after(const OpenRequest& request) {
  if (request.kind == OpenRequest::Kind::Session) return ChoicesOf::OtherWindow;
  return request.kind == OpenRequest::Kind::Return && request.as_left ? ChoicesOf::Left : ChoicesOf::First;
}

}  // namespace

void Lab::take_opened() {
  if (!files_.opened()) return;
  const OpenRequest request = files_.request();
  // Recovered runs bring their own folders, with the same numbers as those being written.
  if (request.kind == OpenRequest::Kind::Session && sessions_.saving()) return;
  OpenRuns::Taken taken;
  try {
    OpenModels opened = files_.take_opened();
    sessions_.take_over(request, opened);
    leave_run();
    keep_left_states(opened);
    taken = open_runs_.take(std::move(opened), request);
    if (request.shows) looked_at_run_ = 0;
    sessions_.place_away();
    files_.note_opened();
  } catch (const std::exception& error) {
    open_runs_.stay_away(request);
    const bool returns = request.kind == OpenRequest::Kind::Return;
    notice_.set(returns ? request.name + ": " + error.what() : error.what(),
                files_.stopped() ? NoticeKind::Message : NoticeKind::Error);
    outcome_.end(CommandOutcome::Wait::Opening, error.what());
    return;
  }
  outcome_.end(CommandOutcome::Wait::Opening, "");
  if (!request.shows) return;
  choose_first_pace(taken.relation);
  look_at_shown_run(taken.relation, choices_after(request));
  notice_.set(words_after(taken), NoticeKind::Message);
}

/// The notice once something is on screen: its own remark, or the state of the previous run.
std::string Lab::words_after(const OpenRuns::Taken& taken) const {
  if (!runs_.shown()->remark.empty() || taken.paused == 0) return runs_.shown()->remark;
  return tr("run {1} is paused; it stays in the list of runs in the view Training",
            std::to_string(taken.paused));
}

void Lab::leave_run() {
  if (looked_at_run_ > 0) left_.insert_or_assign(looked_at_run_, dispatcher_.state());
  std::erase_if(left_, [&](const auto& left) { return !runs_.has(left.first); });
}

/// What was chosen in runs of another window.
void Lab::keep_left_states(const OpenModels& opened) {
  for (const auto& model : opened) {
    left_.erase(model->number);  // of a run that had the number before
    if (model->left) left_.emplace(model->number, *model->left);
  }
}

void Lab::look_at_shown_run(Relation relation, ChoicesOf choices) {
  if (looked_at_run_ != runs_.number()) leave_run();
  tracing_.forget();
  AppState state = dispatcher_.state();
  if (relation == Relation::SameModel) {
    state.rewound.reset();
  } else {
    state = start_state(relation == Relation::SameTask, choices);
  }
  looked_at_run_ = runs_.number();
  dispatcher_.start(std::move(state));
}

/// The state of another model with the choices that also hold for it.
AppState Lab::start_state(bool same_task, ChoicesOf choices) const {
  const AppState& now = dispatcher_.state();
  const auto left = choices == ChoicesOf::First ? left_.end() : left_.find(runs_.number());
  const bool was_left = left != left_.end();
  AppState start = was_left ? left->second : runs_.shown()->start;
  if (!was_left || choices == ChoicesOf::Left) {
    start.view = now.view;
    start.beside = now.beside;
  }
  start.choices = now.choices;
  if (same_task) {
    start.source = now.source;
    start.target = now.target;
    start.question = now.question;
    start.generate_target = now.generate_target;
    start.answered = now.answered;
    start.picture = now.picture;
    start.own = now.own;
  }
  forget_model(start.choices);
  return was_left ? start : first_choices(start);
}

}  // namespace attnlab
