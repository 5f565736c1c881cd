// Recorder: keeps what a run was like: the metrics of each step, measurements, and states of past steps.
#pragma once

#include <memory>
#include <mutex>

#include "core/training/measures.h"
#include "core/training/record.h"

namespace attnlab {

/// What is kept, and how often.
struct RecordOptions {
  Index measure_every = 100;       ///< steps between measurements; 0: none
  Index validation_batches = 8;    ///< batches of held-out examples in each
  std::size_t budget = 256 << 20;  ///< bytes of states and metrics together; see Recorder::set_budget
};

/// One thread trains and calls the members that take a Trainer; the others may be called from any thread.
class Recorder {
 public:
  /// Of a run that begins, or goes on from `past`, which ends at the trainer's step. A past that needs more
  /// than the budget raises it; set_budget() then says what is to be thinned.
  Recorder(Trainer& trainer, RecordOptions options, const Record* past = nullptr);

  /// Around each step: what it changed is measured where that is due.
  void before_step(const Trainer& trainer);
  void after_step(Trainer& trainer, const StepMetrics& metrics);
  /// Keeps the present state, whether it is spaced or not.
  void keep(const Trainer& trainer);
  void note(const Trainer& trainer, std::string what);
  /// The newest event becomes `what`, or goes where that is "".
  void note_instead(const std::string& what);
  /// Forgets all: the trainer is at a new beginning.
  void start_over(Trainer& trainer);
  /// Keeps the present state under a name.
  void pin(const Trainer& trainer, std::string name);

  /// Names a kept step, or takes its name away ("") so that it may be thinned again. False where the step is
  /// not kept.
  bool name_pin(Index step, const std::string& name);
  /// States are thinned until they and all metrics fit into so many bytes. Metrics are never dropped, nor are
  /// the first state, the last, and those with a pin: a budget too small for these is exceeded by them.
  void set_budget(std::size_t bytes);
  std::size_t budget() const;
  /// What is kept needs at the moment.
  std::size_t bytes() const;
  Record record() const;

 private:
  bool measures_at(Index step) const;
  void measure(Trainer& trainer);
  void begin(Trainer& trainer, const Record* past);
  void append_measurements(const Record& past);
  /// Publishes a timeline that `change` altered, thinned.
  template <typename F>
  void change_timeline(const F& change);
  std::size_t log_bytes() const;

  RecordOptions options_;
  Measures measures_;
  AlignedBuffer before_;  ///< weights before a step whose update is measured; else empty

  mutable std::mutex mutex_;
  AppendLog<StepMetrics> steps_;
  AppendLog<Measurement> measurements_;
  TimelinePtr timeline_ = std::make_shared<const Timeline>();
};

}  // namespace attnlab
