// Residual results: the lens over the pass on screen, and over past steps.
#pragma once

#include <string>
#include <vector>

#include "app/state/at_step.h"
#include "core/analysis/residual/lens.h"
#include "core/analysis/residual/stream.h"

namespace attnlab {

/// What was worked out of one pass.
struct ResidualPass {
  TracePtr trace;
  std::vector<StreamState> states{};  ///< one a row of the lens
  Lens lens{};
  std::vector<std::vector<double>> sizes{}, added{};  ///< ‖x‖₂ and ‖f(x)‖₂, by state and position
  bool says_otherwise = false;  ///< an edit behind the stream changes what the model says in the end
};

/// The newest of each; null before the first. The pass on screen may be newer.
struct ResidualResults {
  std::shared_ptr<const ResidualPass> pass;
  std::vector<AtStep<Lens>> course;  ///< of past steps, by step: those that are known
  std::string error;                 ///< why the newest work failed
  friend bool operator==(const ResidualResults&, const ResidualResults&) = default;
};

}  // namespace attnlab
