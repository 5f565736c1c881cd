// TrainingRun: the loop between the outside's wishes and the trainer's steps.
#include "core/training/training_run.h"

#include <chrono>
#include <cmath>
#include <exception>
#include <future>
#include <stdexcept>

namespace attnlab {

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

TrainingRun::TrainingRun(std::unique_ptr<Trainer> trainer, RunOptions options)
    : trainer_(std::move(trainer)), options_(std::move(options)) {
  status_.steps = trainer_->config().steps;
  publish(true);
  thread_ = std::thread([this] { run(); });
}

TrainingRun::~TrainingRun() {
  {
    const std::lock_guard lock(mutex_);
    request_.stopping = true;
  }
  wake_.notify_all();
  thread_.join();
}

void TrainingRun::play() {
  {
    const std::lock_guard lock(mutex_);
    request_.playing = true;
    request_.steps_left = 0;
  }
  wake_.notify_all();
}

void TrainingRun::pause() {
  const std::lock_guard lock(mutex_);
  request_.playing = false;
  request_.steps_left = 0;
  if (status_.state == RunStatus::State::Running) status_.state = RunStatus::State::Paused;
}

void TrainingRun::step(Index count) {
  {
    const std::lock_guard lock(mutex_);
    request_.playing = false;
    request_.steps_left = count;
    ++request_.asked;
  }
  wake_.notify_all();
}

void TrainingRun::reset() {
  enqueue([this](Trainer& trainer) { reset(trainer.config().seed); });
}

void TrainingRun::reset(Index seed) {
  enqueue([this, seed](Trainer& trainer) {
    trainer.reset(seed);
    publish(true, [this] {
      ++status_.reset_count;
      status_.training_seconds = status_.tokens_per_second = 0;
      status_.state = RunStatus::State::Paused;
      status_.message.clear();
      steps_.clear();
      validations_.clear();
    });
  });
}

void TrainingRun::set_learning_rate_factor(double factor) {
  enqueue([factor](Trainer& trainer) { trainer.scale_learning_rate(factor); });
}

void TrainingRun::change_weights(std::function<void(std::span<Real>)> change) {
  enqueue([change = std::move(change)](Trainer& trainer) { trainer.change_weights(change); });
}

void TrainingRun::watch(Index cell) {
  const Index size = trainer_->model().parameters().size();
  if (cell >= size)
    throw std::out_of_range("weight " + std::to_string(cell) + " cannot be watched: the model has " +
                            std::to_string(size));
  watched_ = cell;
}

RunStatus TrainingRun::status() const {
  const std::lock_guard lock(mutex_);
  RunStatus status = status_;
  status.pending = !request_.playing && (working_ || !request_.work.empty() || request_.steps_left > 0);
  return status;
}

SnapshotPtr TrainingRun::snapshot() const {
  const std::lock_guard lock(mutex_);
  return snapshot_;
}

Index TrainingRun::take_metrics(std::vector<StepMetrics>& steps,
                                std::vector<ValidationMetrics>& validations) {
  const std::lock_guard lock(mutex_);
  steps.insert(steps.end(), steps_.begin(), steps_.end());
  validations.insert(validations.end(), validations_.begin(), validations_.end());
  steps_.clear();
  validations_.clear();
  return status_.reset_count;
}

void TrainingRun::between_steps(const std::function<void(Trainer&)>& work) {
  std::promise<void> done;
  enqueue([&](Trainer& trainer) {
    try {
      work(trainer);
      done.set_value();
    } catch (...) {
      done.set_exception(std::current_exception());
    }
  });
  done.get_future().get();
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
  while (wait_for_work(lock)) train_one(lock);
}

/// Does queued work and waits until a step is wanted; false when the run is to end.
bool TrainingRun::wait_for_work(std::unique_lock<std::mutex>& lock) {
  while (true) {
    if (!request_.work.empty()) {
      auto work = std::move(request_.work);
      request_.work.clear();
      working_ = true;
      lock.unlock();
      for (const auto& item : work) item(*trainer_);
      publish(true);
      lock.lock();
      working_ = false;
      continue;
    }
    if (request_.stopping) return false;
    if (request_.playing || request_.steps_left > 0) return true;
    wake_.wait(lock);
  }
}

void TrainingRun::train_one(std::unique_lock<std::mutex>& lock) {
  status_.state = RunStatus::State::Running;
  working_ = true;
  const Index asked = request_.asked;
  lock.unlock();
  const double begin = now();
  StepMetrics metrics;
  std::string failure;
  try {
    trainer_->watch(watched_);
    metrics = trainer_->step();
    if (!std::isfinite(metrics.loss) || !std::isfinite(metrics.gradient_norm)) {
      failure = "the loss is not finite at step " + std::to_string(metrics.step) +
                "; the weights before it are kept: lower the learning rate, or reset";
    }
  } catch (const std::exception& error) {
    failure = error.what();
  }
  if (failure.empty()) record(metrics, now() - begin);
  if (failure.empty()) validate_if_due();

  lock.lock();
  if (request_.steps_left > 0 && asked == request_.asked) --request_.steps_left;
  const bool wanted = request_.playing || request_.steps_left > 0;
  const bool finished = failure.empty() && trainer_->steps_done() == trainer_->config().steps;
  if (wanted && failure.empty() && !finished) {
    lock.unlock();
    publish(false);
    lock.lock();
    working_ = false;
    return;
  }
  request_.playing = false;
  request_.steps_left = 0;
  lock.unlock();
  publish(true, [&] {
    status_.state = !failure.empty() ? RunStatus::State::Failed
                    : finished       ? RunStatus::State::Finished
                                     : RunStatus::State::Paused;
    status_.message = failure;
  });
  lock.lock();
  working_ = false;
}

void TrainingRun::record(const StepMetrics& metrics, double seconds) {
  const std::lock_guard lock(mutex_);
  steps_.push_back(metrics);
  status_.training_seconds += seconds;
  window_seconds_ += seconds;
  window_tokens_ += metrics.tokens;
  if (window_seconds_ < 0.5 && status_.tokens_per_second > 0) return;
  status_.tokens_per_second = static_cast<double>(window_tokens_) / window_seconds_;
  window_seconds_ = 0;
  window_tokens_ = 0;
}

void TrainingRun::validate_if_due() {
  const Index every = options_.validation_every;
  if (every <= 0 || trainer_->steps_done() % every != 0) return;
  const ValidationMetrics metrics{trainer_->steps_done(),
                                  trainer_->validation_loss(options_.validation_batches)};
  const std::lock_guard lock(mutex_);
  validations_.push_back(metrics);
}

void TrainingRun::publish(bool force, const std::function<void()>& change) {
  const double time = now();
  if (!force && time - last_publish_ < options_.snapshot_seconds) return;
  last_publish_ = time;
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->step = trainer_->steps_done();
  snapshot->weights.assign(trainer_->weights().begin(), trainer_->weights().end());
  snapshot->update = trainer_->watched_update();
  {
    const std::lock_guard lock(mutex_);
    snapshot_ = std::move(snapshot);
    status_.step = trainer_->steps_done();
    status_.learning_rate = trainer_->next_learning_rate();
    if (change) change();
  }
  if (options_.on_change) options_.on_change();
}

}  // namespace attnlab
