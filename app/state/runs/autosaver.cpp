// Autosaver: finds changed runs, and saves one at a time.
#include "app/state/runs/autosaver.h"

#include <algorithm>
#include <future>
#include <optional>
#include <utility>

#include "app/state/wake_at_end.h"
#include "core/io/checkpoint.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// A run to save, and its folder.
struct Job {
  Index number = 0;
  std::shared_ptr<const OpenModel> model;
  std::filesystem::path folder;
};

/// Nothing where the run's loop does not come to it before the deadline.
std::optional<Checkpoint> all_of_run(const OpenModel& model, Deadline deadline) {
  const Experiment& e = model.experiment;
  if (!model.run)
    return Checkpoint{e.preset, e.vocabularies, e.model,
                      std::make_shared<const TrainingState>(
                          TrainingState{model.stored, nullptr, first_settings(e.preset)})};
  const auto checkpoint = std::make_shared<std::optional<Checkpoint>>();
  std::future<void> end =
      model.run->queue_between_steps([&e, run = model.run.get(), checkpoint](Trainer& trainer) {
        *checkpoint = capture(e, trainer, run->record());
      });
  if (!wait_for_end(end, deadline)) return {};
  end.get();
  return std::move(*checkpoint);
}

/// Whether the run was there to be saved.
bool save(const Job& job, Deadline deadline) {
  const std::optional<Checkpoint> checkpoint = all_of_run(*job.model, deadline);
  if (!checkpoint) return false;
  save_checkpoint(job.folder, *checkpoint);
  if (job.model->run) job.model->run->recorder().release();
  return true;
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

/// The run is asked, not its view, which is of the last picture: the run may have trained since.
bool Autosaver::has_all_of(Index number, const OpenModel& model) const {
  const auto found = saved_.find(number);
  const Record now = model.run ? model.run->record() : Record{};
  return !busy() && found != saved_.end() && found->second == seen(now, model) &&
         !store_.saved_run(number).empty();
}

/// If the session's folder was deleted, all is saved again.
void Autosaver::begin_again_if_gone() {
  if (!store_.is_gone()) return;
  saved_.clear();
  written_.clear();
}

Autosaver::Work Autosaver::work_for(const RunList& runs, Which which) {
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
    jobs.push_back({run.number, model, store_.run_folder(run.number)});
    saved_[run.number] = now;
  }
  gone.erase(runs.closed());
  wanted_.clear();
  const std::string text = open_ == written_ ? "" : open_;
  if (jobs.empty() && gone.empty() && text.empty()) return {};
  if (!text.empty()) store_.begin_if_new();
  written_ = open_;
  for (const Index number : gone) own_.erase(number), saved_.erase(number);
  return [this, jobs = std::move(jobs), gone, text](Deadline deadline) mutable {
    std::string error;
    const auto tried = [&](const auto& work) {
      try {
        work();
      } catch (const std::exception& problem) {
        if (error.empty()) error = problem.what();
      }
    };
    for (const Job& job : jobs)
      tried([&] {
        if (!save(job, deadline)) saved_.erase(job.number);
      });
    for (const Index number : gone) store_.remove_run(number);
    if (!text.empty()) tried([&] { store_.write_open(text); });
    jobs.clear();  // a run closed meanwhile ends here, not on the screen's thread
    return error;
  };
}

/// The error of a save that has ended, once.
std::string Autosaver::note(const std::string& error) {
  const bool was_returned = !error_.empty();
  error_ = error;
  if (error.empty()) return "";
  saved_.clear();
  written_.clear();
  if (was_returned) return "";
  return tr("training continues, but the run could not be saved: {1}", error);
}

void Autosaver::note_open(std::string text) { open_ = std::move(text); }

/// Every `seconds_`; what was opened, closed, chosen or is wanted sooner, a second after the last save.
bool Autosaver::is_due(const RunList& runs, Clock::time_point time) const {
  constexpr double kSoon = 1;
  const auto since = [&](Clock::time_point then) {
    return std::chrono::duration<double>(time - then).count();
  };
  if (since(last_) >= seconds_) return true;
  if (!error_.empty() || since(begun_) < std::min(kSoon, seconds_)) return false;
  return !wanted_.empty() || open_ != written_ ||
         std::ranges::any_of(runs.views(), [&](const RunView& run) { return !own_.contains(run.number); });
}

std::string Autosaver::update(const RunList& runs, Clock::time_point time) {
  if (!enabled()) return "";
  if (saving_.valid()) return saving_.ready() ? note(saving_.get()) : "";
  if (!is_due(runs, time)) return "";
  const bool all = std::chrono::duration<double>(time - last_).count() >= seconds_;
  if (all) last_ = time;
  begun_ = time;
  try {
    if (Work work = work_for(runs, all ? Which::All : Which::NewOnes))
      saving_ = in_background([work = std::move(work), wake = wake_] {
        const WakeAtEnd at_end{wake};
        return work(kNoDeadline);
      });
  } catch (const std::exception& error) {
    return note(error.what());
  }
  return "";
}

std::string Autosaver::finish(const RunList& runs, Deadline deadline) {
  if (!enabled()) return "";
  if (saving_.valid()) {
    if (!saving_.wait(deadline)) return "";
    note(saving_.get());
  }
  error_.clear();
  try {
    if (const Work work = work_for(runs, Which::All)) return note(work(deadline));
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace attnlab
