// Analysis: what a feature computes in the background beyond the trace on screen.
#pragma once

#include <functional>
#include <memory>

#include "app/feature/results.h"
#include "app/state/analyses/analysis_input.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {

/// With what analyses are made.
struct AnalysisTools {
  AttentionDeviceChoice device;  ///< computes attention of what is generated and trained
  std::function<void()> wake;    ///< called by any thread when there is something new
};

/// Used by the screen's thread alone, which never waits for the work.
class Analysis {
 public:
  Analysis() = default;
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;
  virtual ~Analysis() = default;

  /// Once a frame: takes finished values, and begins those that a view on the stage needs and that are out of
  /// date.
  virtual void update(const AnalysisInput& input) = 0;
  /// Drops all values, for another model.
  virtual void clear() = 0;
  /// Whether something is being computed.
  virtual bool busy() const = 0;
  /// Adds the newest values, partial ones while they are computed.
  virtual void publish(Results& results) const = 0;
};

template <typename T>
std::unique_ptr<Analysis> make_analysis(const AnalysisTools& tools) {
  return std::make_unique<T>(tools);
}

}  // namespace attnlab
