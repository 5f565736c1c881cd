// Recorder: records the metrics of each step of a run, measurements, and states of past steps.
#pragma once

#include <memory>
#include <mutex>

#include "core/training/run/measures.h"
#include "core/training/run/record.h"

namespace attnlab {

class Archive;

/// What is recorded, and how often.
struct RecordOptions {
  Index measure_every = 100;       ///< steps between measurements; 0: none
  Index measure_at = 0;            ///< one more step to measure after, as the last; 0: none
  Index validation_batches = 8;    ///< batches of held-out examples in each
  std::size_t budget = 256 << 20;  ///< bytes of states and metrics together; see Recorder::set_budget
  std::size_t in_memory = kStatesInMemory;  ///< bytes of states; the others lie in a temporary file
};

/// One thread trains and calls the members that take a Trainer; the others may be called from any thread.
class Recorder {
 public:
  /// For a run that begins, or continues `past`, which ends at the trainer's step. A past that needs more
  /// than the budget raises it; set_budget() then says what is to be thinned.
  Recorder(Trainer& trainer, RecordOptions options, const Record* past = nullptr);

  /// Call these before and after each step; a due measurement compares the two.
  void before_step(const Trainer& trainer);
  void after_step(Trainer& trainer, const StepMetrics& metrics);
  /// Stores the present state, whether its step is spaced or not.
  void store(const Trainer& trainer);
  void note(const Trainer& trainer, std::string what);
  /// Replaces the text of the newest event by `what`; removes the event where that is "".
  void note_instead(const std::string& what);
  /// Clears the record: the trainer is at a new beginning.
  void start_over(Trainer& trainer);
  /// Stores the present state under a name.
  void pin(const Trainer& trainer, std::string name);

  /// Names a stored step, or removes its name ("") so that it may be thinned again. False where the step is
  /// not stored.
  bool name_pin(Index step, const std::string& name);
  /// States are thinned until they and all metrics fit into so many bytes. Metrics are never dropped, nor are
  /// the first state, the last, and those with a pin: a budget too small for these is exceeded by them.
  void set_budget(std::size_t bytes);
  std::size_t budget() const;
  /// Bytes of states and metrics at the moment.
  std::size_t bytes() const;
  /// Those of them that are in memory, not in a temporary file. Readers of past states bring these back into
  /// memory, until release() or some more steps.
  std::size_t bytes_in_memory() const;
  /// With what the passes that measure keep; for the thread that trains.
  std::size_t bytes_with_passes() const { return bytes_in_memory() + measures_.bytes(); }
  void release();
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
  std::shared_ptr<Archive> archive_;  ///< of the states
  AlignedBuffer before_;              ///< weights before a step whose update is measured; else empty

  mutable std::mutex mutex_;
  AppendLog<StepMetrics> steps_;
  AppendLog<Measurement> measurements_;
  TimelinePtr timeline_ = std::make_shared<const Timeline>();
};

}  // namespace attnlab
