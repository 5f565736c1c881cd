// Record: all that is kept of a run, as of one moment.
#pragma once

#include <string>
#include <vector>

#include "core/training/append_log.h"
#include "core/training/timeline.h"
#include "core/training/trainer.h"

namespace attnlab {

/// What is measured now and then; see Measures.
struct Measurement {
  Index step = 0;
  std::vector<float> values;  ///< one a name; NaN: not measured at this step
};

/// A consistent picture that is cheap to copy and may be read on any thread.
struct Record {
  AppendLog<StepMetrics>::View steps;  ///< every step, lossless
  std::vector<std::string> names{};    ///< of what is measured
  AppendLog<Measurement>::View measurements;
  TimelinePtr timeline;  ///< never null

  /// Where a name is in `values`; −1: nowhere.
  Index column(std::string_view name) const;
};

/// What there was up to and with `step`.
Record until(const Record& record, Index step);

}  // namespace attnlab
