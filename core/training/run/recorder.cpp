// Recorder: measures and stores what is due, and publishes it.
#include "core/training/run/recorder.h"

#include <bit>
#include <limits>

#include "core/tensor/archive.h"

namespace attnlab {

Recorder::Recorder(Trainer& trainer, RecordOptions options, const Record* past)
    : options_(options),
      measures_(trainer, options.validation_batches),
      archive_(Archive::make(options.in_memory)) {
  begin(trainer, past);
}

void Recorder::begin(Trainer& trainer, const Record* past) {
  if (past) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < past->steps.size(); ++i) steps_.append(past->steps[i]);
    append_measurements(*past);
    timeline_ = past->timeline;
    // Past states are not thinned before the present budget is known.
    options_.budget =
        std::max(options_.budget, log_bytes() + timeline_->bytes() + 2 * trainer.state().bytes());
  } else {
    before_.clear();
    if (options_.measure_every > 0) measure(trainer);
  }
  store(trainer);
}

/// Takes measurements of another version of the program: columns are matched by name.
void Recorder::append_measurements(const Record& past) {
  std::vector<Index> columns;
  for (const std::string& name : measures_.names()) columns.push_back(past.column(name));
  for (std::size_t i = 0; i < past.measurements.size(); ++i) {
    Measurement row{past.measurements[i].step, {}};
    for (const Index column : columns)
      row.values.push_back(column < 0 ? std::numeric_limits<float>::quiet_NaN()
                                      : past.measurements[i].values[column]);
    measurements_.append(std::move(row));
  }
}

/// Every measure_every steps, at powers of two before the first of them, and where it is asked for.
bool Recorder::measures_at(Index step) const {
  const Index every = options_.measure_every;
  if (every <= 0) return false;
  return step == options_.measure_at || step % every == 0 ||
         (step < every && std::has_single_bit(static_cast<std::uint64_t>(step)));
}

void Recorder::before_step(const Trainer& trainer) {
  before_.clear();
  if (measures_at(trainer.steps_done() + 1))
    before_.assign(trainer.weights().begin(), trainer.weights().end());
}

void Recorder::after_step(Trainer& trainer, const StepMetrics& metrics) {
  {
    const std::lock_guard lock(mutex_);
    steps_.append(metrics);
  }
  if (measures_at(metrics.step)) measure(trainer);
  if (is_spaced(metrics.step)) store(trainer);
}

void Recorder::measure(Trainer& trainer) {
  Measurement row{trainer.steps_done(), measures_.measure(trainer, before_)};
  const std::lock_guard lock(mutex_);
  measurements_.append(std::move(row));
}

void Recorder::store(const Trainer& trainer) {
  StatePtr state = std::make_shared<const TrainingState>(trainer.state(archive_.get()));
  change_timeline([&](Timeline& timeline) { attnlab::store(timeline, std::move(state)); });
  archive_->settle();
}

void Recorder::note(const Trainer& trainer, std::string what) {
  change_timeline([&](Timeline& timeline) {
    timeline.events.push_back({trainer.steps_done(), std::move(what)});
  });
}

void Recorder::note_instead(const std::string& what) {
  change_timeline([&](Timeline& timeline) {
    if (timeline.events.empty()) return;
    timeline.events.back().text = what;
    if (what.empty()) timeline.events.pop_back();
  });
}

void Recorder::release() { archive_->release(); }

void Recorder::start_over(Trainer& trainer) {
  {
    const std::lock_guard lock(mutex_);
    steps_ = {};
    measurements_ = {};
    timeline_ = std::make_shared<const Timeline>();
  }
  begin(trainer, nullptr);
}

void Recorder::pin(const Trainer& trainer, std::string name) {
  store(trainer);
  name_pin(trainer.steps_done(), name);
}

bool Recorder::name_pin(Index step, const std::string& name) {
  bool there = false;
  change_timeline([&](Timeline& timeline) {
    there = timeline.at(step) != nullptr;
    if (!there) return;
    std::erase_if(timeline.pins, [&](const Pin& pin) { return pin.step == step; });
    if (!name.empty()) timeline.pins.push_back({step, name});
    std::ranges::sort(timeline.pins, {}, &Pin::step);
  });
  return there;
}

void Recorder::set_budget(std::size_t bytes) {
  {
    const std::lock_guard lock(mutex_);
    options_.budget = bytes;
  }
  change_timeline([](Timeline&) {});
}

std::size_t Recorder::budget() const {
  const std::lock_guard lock(mutex_);
  return options_.budget;
}

std::size_t Recorder::log_bytes() const {
  return steps_.bytes() + measurements_.bytes() +
         measurements_.view().size() * measures_.names().size() * sizeof(float);
}

std::size_t Recorder::bytes() const {
  const std::lock_guard lock(mutex_);
  return log_bytes() + timeline_->bytes();
}

std::size_t Recorder::bytes_in_memory() const {
  const std::lock_guard lock(mutex_);
  return log_bytes() + timeline_->bytes_in_memory();
}

Record Recorder::record() const {
  const std::lock_guard lock(mutex_);
  return {steps_.view(), measures_.names(), measurements_.view(), timeline_};
}

template <typename F>
void Recorder::change_timeline(const F& change) {
  const std::lock_guard lock(mutex_);
  auto timeline = std::make_shared<Timeline>(*timeline_);
  change(*timeline);
  const std::size_t logs = log_bytes();
  thin(*timeline, options_.budget > logs ? options_.budget - logs : 0);
  timeline_ = std::move(timeline);
}

}  // namespace attnlab
