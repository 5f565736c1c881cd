// Autosaver: finds changed runs, and saves one at a time.
#include "app/state/runs/autosaver.h"

#include <algorithm>
#include <utility>

#include "app/state/wake_at_end.h"
#include "core/io/checkpoint.h"

namespace attnlab {
namespace {

/// A run to save, and its folder.
struct Job {
  std::shared_ptr<const OpenModel> model;
  std::filesystem::path folder;
};

Checkpoint all_of_run(const OpenModel& model) {
  const Experiment& e = model.experiment;
  if (!model.run)
    return {e.preset, e.vocabularies, e.model,
            std::make_shared<const TrainingState>(
                TrainingState{model.stored, nullptr, first_settings(e.preset)})};
  std::optional<Checkpoint> checkpoint;
  model.run->between_steps([&](Trainer& trainer) { checkpoint = capture(e, trainer, model.run->record()); });
  return *checkpoint;
}

void save(const Job& job) {
  save_checkpoint(job.folder, all_of_run(*job.model));
  if (job.model->run) job.model->run->recorder().release();
}

/// Whether a run has what its task, its seed or the folder it was opened from do not give again.
bool is_worth_saving(const RunView& run, const OpenModel& model) {
  if (!model.run) return model.is_whole() && model.weights_changed;
  const Timeline& timeline = *run.record.timeline;
  return !run.record.steps.empty() || !timeline.events.empty() || !timeline.pins.empty();
}

}  // namespace

Autosaver::Seen Autosaver::seen(const Record& record, const OpenModel& model) {
  return {model.run.get(), record.timeline, record.steps.size(), model.stored};
}

/// The run is asked, not its view, which is of the last picture: the run may have learnt since.
bool Autosaver::has_all_of(Index number, const OpenModel& model) const {
  const auto found = saved_.find(number);
  const Record now = model.run ? model.run->record() : Record{};
  return !busy() && found != saved_.end() && found->second == seen(now, model) &&
         !store_.saved_run(number).empty();
}

/// Where somebody deleted the session's folder, all is saved again.
void Autosaver::begin_again_if_gone() {
  if (!store_.is_gone()) return;
  saved_.clear();
  written_.clear();
}

bool Autosaver::begin(const RunList& runs, Which which) {
  begin_again_if_gone();
  std::vector<Job> jobs;
  std::set<Index> gone = own_;
  for (const RunView& run : runs.views()) {
    const bool is_new = own_.insert(run.number).second, wanted = wanted_.contains(run.number);
    gone.erase(run.number);
    const std::shared_ptr<const OpenModel> model = runs.share(run.number);
    if (model->away || (which == Which::NewOnes && !is_new && !wanted)) continue;
    const auto before = saved_.find(run.number);
    const Seen now = seen(run.record, *model);
    if ((!wanted && !is_worth_saving(run, *model)) || (before != saved_.end() && before->second == now))
      continue;
    jobs.push_back({model, store_.run_folder(run.number)});
    saved_[run.number] = now;
  }
  wanted_.clear();
  const std::string text = open_ == written_ ? "" : open_;
  if (jobs.empty() && gone.empty() && text.empty()) return false;
  if (!text.empty()) store_.begin_if_new();
  written_ = open_;
  for (const Index number : gone) own_.erase(number), saved_.erase(number);
  saving_ = in_background([this, jobs = std::move(jobs), gone, text, wake = wake_]() mutable {
    const WakeAtEnd at_end{wake};
    std::string error;
    const auto tried = [&](const auto& work) {
      try {
        work();
      } catch (const std::exception& problem) {
        if (error.empty()) error = problem.what();
      }
    };
    for (const Job& job : jobs) tried([&] { save(job); });
    for (const Index number : gone) store_.remove_run(number);
    if (!text.empty()) tried([&] { store_.write_open(text); });
    jobs.clear();  // a run closed meanwhile ends here, not on the screen's thread
    return error;
  });
  return true;
}

/// The error of a save that has ended, once.
std::string Autosaver::take() {
  const std::string error = saving_.get();
  if (error.empty()) {
    reported_ = false;
    return "";
  }
  saved_.clear();
  written_.clear();
  if (reported_) return "";
  reported_ = true;
  return "training goes on, but it could not be saved: " + error;
}

void Autosaver::note_open(std::string text) { open_ = std::move(text); }

/// Every `seconds_`; what was opened, closed, chosen or is wanted sooner, a second after the last save.
bool Autosaver::is_due(const RunList& runs, Clock::time_point time) const {
  constexpr double kSoon = 1;
  const auto since = [&](Clock::time_point then) {
    return std::chrono::duration<double>(time - then).count();
  };
  if (since(last_) >= seconds_) return true;
  if (reported_ || since(begun_) < std::min(kSoon, seconds_)) return false;
  return !wanted_.empty() || open_ != written_ ||
         std::ranges::any_of(runs.views(), [&](const RunView& run) { return !own_.contains(run.number); });
}

std::string Autosaver::update(const RunList& runs, Clock::time_point time) {
  if (!enabled()) return "";
  if (saving_.valid()) return saving_.ready() ? take() : "";
  if (!is_due(runs, time)) return "";
  const bool all = std::chrono::duration<double>(time - last_).count() >= seconds_;
  if (all) last_ = time;
  begun_ = time;
  try {
    begin(runs, all ? Which::All : Which::NewOnes);
  } catch (const std::exception& error) {
    saved_.clear();
    written_.clear();
    if (std::exchange(reported_, true)) return "";
    return "training goes on, but it could not be saved: " + std::string(error.what());
  }
  return "";
}

std::string Autosaver::finish(const RunList& runs) {
  if (!enabled()) return "";
  if (saving_.valid()) take();
  reported_ = false;
  try {
    if (begin(runs, Which::All)) return take();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace attnlab
