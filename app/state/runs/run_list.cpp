// RunList: opening, closing and taking turns.
#include "app/state/runs/run_list.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/no_such_kind.h"
#include "core/language/messages.h"

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

/// Runs that differ in no option that somebody chose are named by what they are of, where they are not all of
/// one thing.
void name_by_titles(std::vector<RunView>& views) {
  const auto same = [&](const RunView& view) { return view.title == views.front().title; };
  if (std::ranges::all_of(views, same)) return;
  for (RunView& view : views)
    if (view.name.empty()) view.name = view.title;
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
  const auto left = double(std::max<Index>(status.steps - status.step, 0));
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

/// Which of the models comes on screen: that which was there in its window, else the first in memory.
std::size_t first_shown(const OpenModels& models) {
  auto shown = std::ranges::find_if(models, [](const auto& model) { return model->was_shown; });
  if (shown == models.end() || (*shown)->away)
    shown = std::ranges::find_if(models, [](const auto& model) { return !model->away; });
  return shown == models.end() ? 0 : static_cast<std::size_t>(shown - models.begin());
}

/// Nothing of a model that cannot be trained.
std::optional<RunStatus> standing_of(const OpenModel& model) {
  if (model.away) return model.away->status;
  return model.run ? std::optional(model.run->status()) : std::nullopt;
}

/// Whether a run has work of its own, or for the GPU, whose steps another device would round otherwise.
bool is_busy(const OpenModel& model) {
  const std::optional<RunStatus> status = standing_of(model);
  return status &&
         (status->state == RunStatus::State::Running || status->pending || !status->step_device.empty());
}

}  // namespace

std::size_t RunList::find(Index number) const {
  const auto found = std::ranges::find(entries_, number, &Entry::number);
  if (found == entries_.end())
    throw std::invalid_argument(entries_.empty() ? tr("there is no run {1}", std::to_string(number))
                                                 : tr("there is no run {1}: the newest is run {2}",
                                                      std::to_string(number), std::to_string(last_number_)));
  return static_cast<std::size_t>(found - entries_.begin());
}

TrainingRun& RunList::shown_run() const {
  if (const OpenModel* model = shown(); model && model->run) return *model->run;
  throw std::invalid_argument(tr("there is nothing to train: open a preset or a text file"));
}

std::shared_ptr<const OpenModel> RunList::share(Index number) const { return entries_[find(number)].model; }

Index RunList::number_for(const OpenModel& model) {
  const bool keeps = model.number > 0 && !has(model.number) && model.number != closed();
  const Index number = keeps ? model.number : free_number();
  last_number_ = std::max(last_number_, number);
  return number;
}

void RunList::add(OpenModels models, Learns learns, StartRun start) {
  views_.clear();
  if (start == StartRun::GivesWay) {
    std::erase_if(entries_, [](const Entry& entry) { return entry.model->of_start; });
    if (entries_.empty()) last_number_ = closed();
  }
  shown_ = entries_.size() + first_shown(models);
  for (auto& model : models) {
    const Index number = number_for(*model);
    if (model->run) model->run->set_pace(pace_);
    if (model->run && model->plays) model->run->play();
    entries_.push_back({number, std::move(model), learns == Learns::InTurn});
  }
  share_budget(Beyond::Stays);
  update();
}

void RunList::show(Index number) {
  shown_ = find(number);
  update();
}

std::size_t RunList::place_after(std::size_t closed) const {
  const auto in_memory = [&](std::size_t at) { return !entries_[at].model->away; };
  const std::size_t next = closed + 1 < entries_.size() ? closed + 1 : closed - 1;
  if (in_memory(next)) return next;
  for (std::size_t apart = 1; apart < entries_.size(); ++apart) {
    if (closed + apart < entries_.size() && in_memory(closed + apart)) return closed + apart;
    if (apart <= closed && in_memory(closed - apart)) return closed - apart;
  }
  return next;
}

Index RunList::successor(Index number) const {
  const std::size_t at = find(number);
  if (entries_.size() == 1) throw std::invalid_argument(tr("the only run cannot be closed"));
  return at == shown_ ? entries_[place_after(at)].number : this->number();
}

void RunList::close(Index number, Closed closed) {
  const Index next = successor(number);
  const std::size_t at = find(number);
  stop({{number}});
  views_.clear();
  if (closed == Closed::IsKept) closed_ = {std::move(entries_[at]), at};
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(at));
  shown_ = find(next);
  share_budget(Beyond::Stays);
  update();
}

void RunList::reopen() {
  if (!closed_) throw std::invalid_argument(tr("there is no closed run to reopen"));
  const Index shown = number();
  views_.clear();
  const std::size_t place = std::min(closed_->place, entries_.size());
  entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(place), std::move(closed_->entry));
  closed_.reset();
  shown_ = find(shown);
  share_budget(Beyond::Stays);
  update();
}

void RunList::set_budget(std::size_t bytes) {
  if (bytes == budget_) return;
  budget_ = bytes;
  share_budget(Beyond::IsThinned);
}

/// Each change of a run's budget makes the run look changed when it is saved.
void RunList::share_budget(Beyond beyond) {
  const auto in_memory =
      std::ranges::count_if(entries_, [](const Entry& e) { return e.model->run != nullptr; });
  for (const Entry& entry : entries_) {
    if (!entry.model->run) continue;
    Recorder& recorder = entry.model->run->recorder();
    std::size_t share = budget_ / static_cast<std::size_t>(in_memory);
    if (beyond == Beyond::Stays) share = std::max(share, recorder.bytes());
    if (share != recorder.budget()) recorder.set_budget(share);
  }
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
    const std::optional<RunStatus> status = standing_of(*entry.model);
    if (status && status->state == RunStatus::State::Paused) entry.waits = true, entry.queued = false;
  }
}

bool RunList::waiting() const { return std::ranges::any_of(entries_, &Entry::waits); }

void RunList::begin_turn(Entry& entry) {
  if (!entry.model->run) return void(wanted_back_ = entry.number);
  entry.waits = false;
  entry.queued = true;
  entry.model->run->play();
}

void RunList::start_waiting() {
  Index playing = 0;
  wanted_back_ = 0;
  for (Entry& entry : entries_) {
    if (!entry.model->run) continue;
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
    begin_turn(entry);
    ++playing;
  }
}

RunView RunList::view_of(const Entry& entry) const {
  const OpenModel& model = *entry.model;
  RunView view;
  view.number = entry.number;
  view.name = model.name;
  view.title = model.title;
  view.origin = model.origin;
  view.waits = entry.waits;
  view.away = model.away.has_value();
  view.sweep = model.sweep;
  view.shown = entry.number == number();
  view.preset = &model.experiment.preset;
  const std::optional<RunStatus> status = standing_of(model);
  if (!status) {
    view.training.step = model.away ? model.away->step : model.stored->step;
    return view;
  }
  // The run records a step before it publishes the step: no curve is ahead of the number of steps.
  view.record = with_rows_until(model.away ? model.away->record : model.run->record(), status->step);
  view.training = training_view(*status, view.record);
  return view;
}

void RunList::note_use() {
  if (!entries_.empty()) entries_[shown_].model->of_start = false;
}

Index RunList::pause_shown() {
  if (entries_.empty() || entries_[shown_].queued || !entries_[shown_].model->run) return 0;
  TrainingRun& run = *entries_[shown_].model->run;
  if (run.status().state != RunStatus::State::Running) return 0;
  run.pause();
  return number();
}

std::size_t RunList::bytes() const {
  std::size_t all = 0;
  for (const Entry& entry : entries_) all += entry.model->bytes();
  return all;
}

bool RunList::is_idle(const Entry& entry) const {
  return entry.number != number() && !entry.queued && !entry.model->away && entry.model->is_whole() &&
         !is_busy(*entry.model);
}

/// Of those that wait for their turn, the last ones come first.
std::vector<Index> RunList::idle() const {
  std::vector<const Entry*> idle;
  for (const Entry& entry : entries_)
    if (is_idle(entry)) idle.push_back(&entry);
  std::ranges::stable_sort(idle, [](const Entry* a, const Entry* b) {
    if (a->waits != b->waits) return b->waits;
    return a->waits ? a->number > b->number : a->used < b->used;
  });
  std::vector<Index> numbers;
  for (const Entry* entry : idle) numbers.push_back(entry->number);
  return numbers;
}

bool RunList::put_away(Index number, const std::filesystem::path& folder) {
  Entry& entry = entries_[find(number)];
  if (!is_idle(entry)) return false;
  views_.clear();
  entry.model = attnlab::put_away(*entry.model, folder);
  update();
  return true;
}

void RunList::place_away(const std::function<std::filesystem::path(Index)>& folder_of) {
  for (Entry& entry : entries_)
    if (entry.model->away) entry.model->away->folder = folder_of(entry.number);
}

void RunList::bring_back(Index number, std::unique_ptr<OpenModel> model) {
  if (!has(number)) return;
  Entry& entry = entries_[find(number)];
  views_.clear();
  entry.model = std::move(model);
  entry.used = updates_;
  if (entry.model->run) entry.model->run->set_pace(pace_);
  share_budget(Beyond::Stays);
  update();
}

std::string RunList::take_device_failure() {
  for (const Entry& entry : entries_)
    if (entry.model->run)
      if (std::string why = entry.model->run->take_device_failure(); !why.empty()) return why;
  return "";
}

void RunList::note_used() {
  ++updates_;
  for (Entry& entry : entries_)
    if (entry.number == number() || is_busy(*entry.model)) entry.used = updates_;
}

void RunList::update() {
  start_waiting();
  note_used();
  views_.clear();
  for (const Entry& entry : entries_) views_.push_back(view_of(entry));
  name_by_titles(views_);
}

}  // namespace attnlab
