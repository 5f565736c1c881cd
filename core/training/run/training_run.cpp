// TrainingRun: the loop between requests and the trainer's steps.
#include "core/training/run/training_run.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include "core/config/threads.h"
#include "core/training/run/train_loop.h"

namespace attnlab {

namespace {
double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
}  // namespace

TrainingRun::TrainingRun(std::unique_ptr<Trainer> trainer, RunOptions options, const Record* past)
    : trainer_(std::move(trainer)),
      options_(std::move(options)),
      recorder_(*trainer_, options_.record, past) {
  if (past) take_up(*past);
  publish(When::Now);
  if (options_.stands) stand_as(*options_.stands);
  loop_.begin([this] { run(); },
              [this] {
                std::unique_lock lock(mutex_);
                return advance(lock);
              });
}

TrainingRun::~TrainingRun() {
  {
    const std::lock_guard lock(mutex_);
    request_.stopping = true;
  }
  wake_.notify_all();
  loop_.end();
}

void TrainingRun::set_pace(double steps_per_second) {
  {
    const std::lock_guard lock(mutex_);
    if (clock_.limit() == steps_per_second) return;
    clock_.set_limit(steps_per_second);
    status_.steps_per_second = clock_.limit();
  }
  wake_.notify_all();
}

void TrainingRun::step_on(Batch batch) {
  enqueue([this, batch = std::move(batch)](Trainer& trainer) {
    const std::string failure = make_step([&] { return trainer.step(batch); });
    if (!failure.empty()) return fail(failure);
    recorder_.store(trainer);
    recorder_.note(trainer, "one step on the example");
    const std::lock_guard lock(mutex_);
    if (status_.state == RunStatus::State::Failed) status_.state = RunStatus::State::Paused;
    if (trainer.steps_done() == trainer.config().steps) status_.state = RunStatus::State::Finished;
  });
}

void TrainingRun::reset() {
  enqueue([this](Trainer& trainer) { start_over(trainer, trainer.config().seed); });
}

void TrainingRun::reset(Index seed) {
  enqueue([this, seed](Trainer& trainer) { start_over(trainer, seed); });
}

void TrainingRun::start_over(Trainer& trainer, Index seed) {
  trainer.reset(seed);
  recorder_.start_over(trainer);
  if (trainer.steps_on_device()) note_step_device();
  publish(When::Now, [this] {
    ++status_.reset_count;
    status_.state = RunStatus::State::Paused;
    status_.message.clear();
    status_.fault.reset();
    unsettled_ = false;
    pace_ = {};
    show_pace();
  });
}

void TrainingRun::fail(const std::string& why) {
  const std::lock_guard lock(mutex_);
  request_.playing = false;
  request_.steps_left = 0;
  status_.state = RunStatus::State::Failed;
  status_.message = why;
  status_.fault = fault_;
}

void TrainingRun::change(std::function<void(TrainingSettings&)> change) {
  enqueue([this, change = std::move(change)](Trainer& trainer) {
    const TrainingSettings before = trainer.settings();
    TrainingSettings after = before;
    try {
      change(after);
      trainer.change(after);
    } catch (const std::exception& error) {
      const std::lock_guard lock(mutex_);
      status_.message = error.what();
      return;
    }
    notes_.add(trainer, before, recorder_, now());
  });
}

void TrainingRun::pin(std::string name) {
  enqueue([this, name = std::move(name)](Trainer& trainer) { recorder_.pin(trainer, name); });
}

void TrainingRun::change_weights(std::function<void(std::span<Real>)> change) {
  enqueue([this, change = std::move(change)](Trainer& trainer) {
    trainer.change_weights(change);
    recorder_.store(trainer);
    recorder_.note(trainer, "weights changed");
  });
}

void TrainingRun::use_step_device(std::shared_ptr<StepDevice> device) {
  enqueue([this, device = std::move(device)](Trainer& trainer) {
    try {
      trainer.use_step_device(device, [this](const std::string& why) {
        set_step_device("");
        report_device(why);
      });
    } catch (const std::invalid_argument& error) {
      return report_device(error.what());
    }
    set_step_device(device ? device->description() : "");
  });
}

void TrainingRun::set_step_device(const std::string& description) {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(status_.step_device, description) == description) return;
  }
  note_step_device();
}

/// Sums are rounded otherwise there: from here on, the run is none that the settings alone give.
void TrainingRun::note_step_device() {
  recorder_.note(*trainer_, trainer_->steps_on_device() ? "steps on the GPU" : "steps on the processor");
}

void TrainingRun::report_device(const std::string& why) {
  const std::lock_guard lock(mutex_);
  device_failure_ = why;
}

std::string TrainingRun::take_device_failure() {
  const std::lock_guard lock(mutex_);
  return std::exchange(device_failure_, "");
}

void TrainingRun::watch(Index cell) {
  const auto size = count_of(snapshot()->weights);
  if (cell >= size)
    throw std::out_of_range("cannot watch weight " + std::to_string(cell) + ": the model has " +
                            std::to_string(size));
  watched_ = cell;
}

void TrainingRun::between_steps(const std::function<void(Trainer&)>& work) {
  queue_between_steps(work).get();
}

std::future<void> TrainingRun::queue_between_steps(std::function<void(Trainer&)> work) {
  const auto done = std::make_shared<std::promise<void>>();
  std::future<void> end = done->get_future();
  enqueue([done, work = std::move(work)](Trainer& trainer) {
    try {
      work(trainer);
      done->set_value();
    } catch (...) {
      done->set_exception(std::current_exception());
    }
  });
  if (!has_threads()) {
    std::unique_lock lock(mutex_);
    do_queued(lock);
  }
  return end;
}

void TrainingRun::enqueue(std::function<void(Trainer&)> work) {
  {
    const std::lock_guard lock(mutex_);
    request_.work.push_back(std::move(work));
  }
  wake_.notify_all();
}

void TrainingRun::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (advance(lock)) continue;
    if (request_.stopping) return;
    if (wanted())
      wake_.wait_for(lock, std::chrono::duration<double>(clock_.wait(now())));
    else
      wake_.wait(lock);
  }
}

/// Does what is queued, makes a step, or does what a pause has left to do. False where nothing is to be done
/// now; the lock was then held all along.
bool TrainingRun::advance(std::unique_lock<std::mutex>& lock) {
  if (!request_.work.empty()) {
    do_queued(lock);
  } else if (request_.stopping) {
    return false;
  } else if (wanted()) {
    if (request_.steps_left == 0 && clock_.wait(now()) > 0) return false;
    train_one(lock);
  } else if (unsettled_) {
    settle(lock);
  } else {
    return false;
  }
  return true;
}

void TrainingRun::do_queued(std::unique_lock<std::mutex>& lock) {
  auto work = std::move(request_.work);
  request_.work.clear();
  working_ = true;
  lock.unlock();
  for (const auto& item : work) guarded([&] { item(*trainer_); });
  guarded([&] { publish(When::Now); });
  lock.lock();
  working_ = false;
}

/// A pause came between two steps, after the last of them was made: stores and publishes it.
void TrainingRun::settle(std::unique_lock<std::mutex>& lock) {
  unsettled_ = false;
  working_ = true;
  lock.unlock();
  guarded([&] { recorder_.store(*trainer_), trainer_->rest(); });
  guarded([&] { publish(When::Now); });
  lock.lock();
  working_ = false;
}

/// Runs `work`; an exception, as of memory that runs out, fails the run, not the program.
void TrainingRun::guarded(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

/// "" where the step was made; else why not: the weights are then unchanged.
std::string TrainingRun::make_step(const std::function<StepMetrics()>& step) {
  fault_.reset();
  try {
    trainer_->watch(watched_);
    recorder_.before_step(*trainer_);
    const StepMetrics metrics = step();
    if (!is_finite(metrics)) {
      fault_ = find_fault(*trainer_);
      return not_finite_message(metrics.step) + ". " + fault_text(fault_);
    }
    count(metrics);
    recorder_.after_step(*trainer_, metrics);
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

void TrainingRun::train_one(std::unique_lock<std::mutex>& lock) {
  status_.state = RunStatus::State::Running;
  working_ = true;
  clock_.begin(now());
  const Index asked = request_.asked;
  lock.unlock();
  const std::string failure = make_step([this] { return trainer_->step(); });

  lock.lock();
  if (request_.steps_left > 0 && asked == request_.asked) --request_.steps_left;
  if (request_.playing && pace_.settled() && status_.mean_loss <= request_.wanted_loss)
    request_.playing = false;
  const bool goes_on = wanted();
  const bool finished = failure.empty() && ends_at_limit(goes_on);
  unsettled_ = goes_on && failure.empty() && !finished;
  if (unsettled_) {
    const When when = clock_.is_slower_than(options_.snapshot_seconds) ? When::Now : When::WhereDue;
    lock.unlock();
    publish(when);
    lock.lock();
    working_ = false;
    return;
  }
  request_.playing = false;
  request_.steps_left = 0;
  lock.unlock();
  guarded([&] { recorder_.store(*trainer_), trainer_->rest(); });
  publish(When::Now, [&] {
    status_.state = !failure.empty() ? RunStatus::State::Failed
                    : finished       ? RunStatus::State::Finished
                                     : RunStatus::State::Paused;
    status_.message = failure;
    status_.fault = fault_;
  });
  lock.lock();
  working_ = false;
}

void TrainingRun::publish(When when, const std::function<void()>& change) {
  // A large model's weights are copied slowly, and more slowly from a GPU.
  constexpr double kApart = 5;
  const double time = now(), apart = std::max(options_.snapshot_seconds, kApart * snapshot_cost_);
  if (when == When::WhereDue && time - last_publish_ < apart) return;
  last_publish_ = time;
  SnapshotPtr snapshot = trainer_->snapshot();
  snapshot_cost_ = now() - time;
  const std::size_t held = trainer_->bytes_with_passes() + recorder_.bytes_with_passes();
  {
    const std::lock_guard lock(mutex_);
    snapshot_ = std::move(snapshot);
    trainer_bytes_ = trainer_->bytes();
    status_.step = trainer_->steps_done();
    status_.bytes = held + snapshot_->weights.size() * sizeof(Real);
    status_.steps = trainer_->config().steps;
    status_.learning_rate = trainer_->next_learning_rate();
    status_.settings = trainer_->settings();
    if (change) change();
  }
  if (options_.on_change) options_.on_change();
}

}  // namespace attnlab
