// TrainingRun: where it stands, and what is to move it.
#include "core/training/run/training_run.h"

namespace attnlab {

/// The running mean goes on as if the run had never stopped; a speed is of now alone.
void TrainingRun::take_up(const Record& past) {
  for (std::size_t i = 0; i < past.steps.size(); ++i) pace_.add(past.steps[i]);
  status_.mean_loss = pace_.mean_loss();
}

void TrainingRun::stand_as(const RunStatus& before) {
  status_.state = before.state;
  status_.message = before.message;
  status_.fault = before.fault;
  status_.reset_count = before.reset_count;
}

void TrainingRun::play() { play_to(0); }

bool TrainingRun::play_to_limit() {
  {
    const std::lock_guard lock(mutex_);
    if (status_.step == status_.steps) {
      status_.state = RunStatus::State::Finished;
      return false;
    }
  }
  play();
  return true;
}

void TrainingRun::play_to(double loss) {
  {
    const std::lock_guard lock(mutex_);
    request_.playing = true;
    request_.steps_left = 0;
    request_.wanted_loss = status_.wanted_loss = loss;
    request_.beyond = status_.step >= status_.steps;
    request_.through = false;
    status_.state = RunStatus::State::Running;
  }
  wake_.notify_all();
}

void TrainingRun::pause() {
  {
    const std::lock_guard lock(mutex_);
    request_.playing = false;
    request_.steps_left = 0;
    if (status_.state == RunStatus::State::Running) status_.state = RunStatus::State::Paused;
  }
  wake_.notify_all();
}

void TrainingRun::step(Index count, AtLimit at_limit) {
  {
    const std::lock_guard lock(mutex_);
    request_.playing = false;
    request_.steps_left = count;
    request_.beyond = status_.step >= status_.steps;
    request_.through = at_limit == AtLimit::GoOn;
    ++request_.asked;
  }
  wake_.notify_all();
}

RunStatus TrainingRun::status() const {
  const std::lock_guard lock(mutex_);
  RunStatus status = status_;
  const bool busy = working_ || unsettled_ || !request_.work.empty() || request_.steps_left > 0;
  status.pending = !request_.playing && busy;
  return status;
}

std::size_t TrainingRun::bytes() const {
  const std::size_t record = recorder_.bytes_in_memory();
  const std::lock_guard lock(mutex_);
  return trainer_bytes_ + snapshot_->weights.size() * sizeof(Real) + record;
}

SnapshotPtr TrainingRun::snapshot() const {
  const std::lock_guard lock(mutex_);
  return snapshot_;
}

/// Whether the run has come to its limit of steps and is to stop there. `goes_on`: more steps are wanted.
bool TrainingRun::ends_at_limit(bool goes_on) {
  const Index done = trainer_->steps_done(), steps = trainer_->config().steps;
  if (done < steps) request_.beyond = false;
  if (done < steps) return false;
  const bool past = request_.beyond || request_.through;
  return !past || (!goes_on && done == steps);
}

void TrainingRun::count(const StepMetrics& metrics) {
  const std::lock_guard lock(mutex_);
  status_.fault.reset();
  status_.message.clear();
  pace_.add(metrics);
  show_pace();
}

void TrainingRun::show_pace() {
  status_.mean_loss = pace_.mean_loss();
  status_.tokens_per_second = pace_.tokens_per_second();
  status_.seconds_per_step = pace_.seconds_per_step();
}

}  // namespace attnlab
