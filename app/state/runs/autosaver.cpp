// Autosaver: finds changed runs, and saves one at a time.
#include "app/state/runs/autosaver.h"

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

void save(const Job& job) {
  std::optional<Checkpoint> checkpoint;
  job.model->run->between_steps([&](Trainer& trainer) {
    checkpoint = capture(job.model->experiment, trainer, job.model->run->record());
  });
  save_checkpoint(job.folder, *checkpoint);
  job.model->run->recorder().release();
}

}  // namespace

/// A run without steps is not new: the task and the seed give it again.
bool Autosaver::is_new(const RunView& run, const OpenModel& model) const {
  if (!model.run || run.record.steps.empty()) return false;
  const auto found = saved_.find(run.number);
  return found == saved_.end() ||
         found->second != Seen{model.run.get(), run.record.timeline, run.record.steps.size()};
}

/// Whether the save of this number belongs to a run that was replaced.
bool Autosaver::is_of_another(Index number, const OpenModel& model) const {
  const auto found = saved_.find(number);
  return found != saved_.end() && found->second.run != model.run.get();
}

bool Autosaver::begin(const RunList& runs) {
  std::vector<Job> jobs;
  std::set<Index> gone = own_;
  for (const RunView& run : runs.views()) {
    own_.insert(run.number);
    gone.erase(run.number);
    const std::shared_ptr<const OpenModel> model = runs.share(run.number);
    if (!is_new(run, *model)) {
      if (is_of_another(run.number, *model)) gone.insert(run.number), saved_.erase(run.number);
      continue;
    }
    jobs.push_back({model, store_.run_folder(run.number)});
    saved_[run.number] = {model->run.get(), run.record.timeline, run.record.steps.size()};
  }
  if (jobs.empty() && gone.empty()) return false;
  for (const Index number : gone) own_.erase(number);
  saving_ = in_background([this, jobs = std::move(jobs), gone, wake = wake_]() mutable {
    const WakeAtEnd at_end{wake};
    std::string error;
    for (const Job& job : jobs) {
      try {
        save(job);
      } catch (const std::exception& problem) {
        if (error.empty()) error = problem.what();
      }
    }
    for (const Index number : gone) store_.remove_run(number);
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
  if (reported_) return "";
  reported_ = true;
  return "training goes on, but it could not be saved: " + error;
}

std::string Autosaver::update(const RunList& runs, Clock::time_point time) {
  if (!store_.enabled() || seconds_ <= 0) return "";
  if (saving_.valid()) return saving_.ready() ? take() : "";
  if (std::chrono::duration<double>(time - last_).count() < seconds_) return "";
  last_ = time;
  try {
    begin(runs);
  } catch (const std::exception& error) {
    saved_.clear();
    if (std::exchange(reported_, true)) return "";
    return "training goes on, but it could not be saved: " + std::string(error.what());
  }
  return "";
}

std::string Autosaver::finish(const RunList& runs) {
  if (!store_.enabled() || seconds_ <= 0) return "";
  if (saving_.valid()) take();
  reported_ = false;
  try {
    if (begin(runs)) return take();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace attnlab
