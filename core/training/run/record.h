// Record: all that is recorded of a run up to one moment.
#pragma once

#include <string>
#include <vector>

#include "core/training/run/append_log.h"
#include "core/training/run/timeline.h"
#include "core/training/trainer.h"

namespace attnlab {

/// The measurements of one step; see Measures.
struct Measurement {
  Index step = 0;
  std::vector<float> values;  ///< one a name; NaN: not measured at this step
};

/// A consistent picture that is cheap to copy and may be read on any thread.
struct Record {
  AppendLog<StepMetrics>::View steps;  ///< every step, lossless
  std::vector<std::string> names{};    ///< of the measurements
  AppendLog<Measurement>::View measurements;
  TimelinePtr timeline;  ///< never null

  /// Index of a name in `values`; −1: not there.
  Index column(std::string_view name) const;
};

/// The record up to and including `step`.
Record until(const Record& record, Index step);

/// `record` with its steps and measurements up to and including `step`, and its whole timeline.
Record with_rows_until(Record record, Index step);

}  // namespace attnlab
