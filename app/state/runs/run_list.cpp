// RunList: opening, closing and taking turns.
#include "app/state/runs/run_list.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/no_such_kind.h"

namespace attnlab {
namespace {

TrainingView::State view_state(RunStatus::State state) {
  switch (state) {
    case RunStatus::State::Running: return TrainingView::State::Running;
    case RunStatus::State::Finished: return TrainingView::State::Finished;
    case RunStatus::State::Failed: return TrainingView::State::Failed;
    case RunStatus::State::Paused: return TrainingView::State::Paused;
  }
  no_such_kind("state of a run");
}

/// What a step takes, with the wait where the pace is slower than the machine; 0 before any.
double seconds_between_steps(const RunStatus& status) {
  if (status.seconds_per_step <= 0 || status.steps_per_second <= 0) return status.seconds_per_step;
  return std::max(status.seconds_per_step, 1 / status.steps_per_second);
}

TrainingView training_view(const RunStatus& status, const Record& record) {
  TrainingView view;
  view.state = view_state(status.state);
  view.pending = status.pending;
  view.step = status.step;
  view.steps = status.steps;
  view.loss = record.steps.empty() ? 0 : record.steps.back().loss;
  view.mean_loss = status.mean_loss;
  view.wanted_loss = status.wanted_loss;
  view.pace = status.steps_per_second;
  const auto left = static_cast<double>(std::max<Index>(status.steps - status.step, 0));
  const double seconds = seconds_between_steps(status);
  view.seconds_left = seconds * left;
  if (seconds > 0) {
    view.steps_per_second = 1 / seconds;
    view.tokens_per_second = status.tokens_per_second * status.seconds_per_step / seconds;
  }
  view.learning_rate = status.learning_rate;
  view.settings = status.settings;
  view.message = status.message;
  view.step_device = status.step_device;
  view.fault = status.fault;
  return view;
}

}  // namespace

std::size_t RunList::find(Index number) const {
  const auto found = std::ranges::find(entries_, number, &Entry::number);
  if (found == entries_.end())
    throw std::invalid_argument("there is no run " + std::to_string(number) +
                                (entries_.empty() ? "" : ": the newest is " + std::to_string(last_number_)));
  return static_cast<std::size_t>(found - entries_.begin());
}

TrainingRun& RunList::shown_run() const {
  if (const OpenModel* model = shown(); model && model->run) return *model->run;
  throw std::invalid_argument("there is nothing to train: open a preset or a text file");
}

std::shared_ptr<const OpenModel> RunList::share(Index number) const { return entries_[find(number)].model; }

void RunList::take(OpenModels models, Learns learns) {
  shown_ = entries_.size();
  for (auto& model : models) {
    last_number_ = std::max(model->number, last_number_ + 1);
    if (model->run) model->run->set_pace(pace_);
    if (model->run && model->plays) model->run->play();
    entries_.push_back({last_number_, std::move(model), learns == Learns::InTurn, false});
  }
  share_budget();
  update();
}

void RunList::replace(OpenModels models) {
  pause_all();  // a save may hold a run for a while
  views_.clear();
  entries_.clear();
  last_number_ = 0;
  take(std::move(models), Learns::AtOnce);
}

void RunList::add(OpenModels models, Learns learns) { take(std::move(models), learns); }

void RunList::show(Index number) {
  shown_ = find(number);
  update();
}

void RunList::close(Index number) {
  const std::size_t at = find(number);
  if (entries_.size() == 1) throw std::invalid_argument("the only run cannot be closed");
  views_.clear();
  if (entries_[at].model->run) entries_[at].model->run->pause();
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(at));
  if (shown_ > at || shown_ == entries_.size()) --shown_;
  share_budget();
  update();
}

void RunList::set_budget(std::size_t bytes) {
  if (bytes == budget_) return;
  budget_ = bytes;
  share_budget();
}

void RunList::share_budget() {
  for (const Entry& entry : entries_)
    if (entry.model->run) entry.model->run->recorder().set_budget(budget_ / entries_.size());
}

void RunList::set_pace(double steps_per_second) {
  pace_ = steps_per_second;
  for (const Entry& entry : entries_)
    if (entry.model->run) entry.model->run->set_pace(pace_);
}

void RunList::pause_all() {
  for (Entry& entry : entries_) {
    entry.waits = entry.queued = false;
    if (entry.model->run) entry.model->run->pause();
  }
}

void RunList::stop(std::span<const Index> numbers) {
  for (const Index number : numbers) {
    Entry& entry = entries_[find(number)];
    entry.waits = entry.queued = false;
    if (entry.model->run) entry.model->run->pause();
  }
}

void RunList::queue(std::span<const Index> numbers) {
  for (const Index number : numbers) {
    Entry& entry = entries_[find(number)];
    if (entry.model->run && entry.model->run->status().state == RunStatus::State::Paused)
      entry.waits = true, entry.queued = false;
  }
}

bool RunList::waiting() const { return std::ranges::any_of(entries_, &Entry::waits); }

void RunList::start_waiting() {
  Index playing = 0;
  for (Entry& entry : entries_) {
    // The user played the run out of its turn.
    if (entry.waits && entry.model->run->status().state == RunStatus::State::Running)
      entry.waits = false, entry.queued = true;
    if (!entry.queued) continue;
    const RunStatus::State state = entry.model->run->status().state;
    entry.queued = state != RunStatus::State::Finished && state != RunStatus::State::Failed;
    playing += entry.queued;
  }
  for (Entry& entry : entries_) {
    if (!entry.waits || playing >= side_by_side_) continue;
    entry.waits = false;
    entry.queued = true;
    entry.model->run->play();
    ++playing;
  }
}

RunView RunList::view_of(const Entry& entry) const {
  RunView view;
  view.number = entry.number;
  view.name = entry.model->name;
  view.origin = entry.model->origin;
  view.waits = entry.waits;
  view.sweep = entry.model->sweep;
  view.shown = entry.number == number();
  view.preset = &entry.model->experiment.preset;
  if (!entry.model->run) {
    view.training.step = entry.model->stored->step;
    return view;
  }
  // The run records a step before it publishes the step: no curve is ahead of the number of steps.
  const RunStatus status = entry.model->run->status();
  view.record = with_rows_until(entry.model->run->record(), status.step);
  view.training = training_view(status, view.record);
  return view;
}

std::string RunList::take_device_failure() {
  for (const Entry& entry : entries_)
    if (entry.model->run)
      if (std::string why = entry.model->run->take_device_failure(); !why.empty()) return why;
  return "";
}

void RunList::update() {
  start_waiting();
  views_.clear();
  for (const Entry& entry : entries_) views_.push_back(view_of(entry));
}

}  // namespace attnlab
