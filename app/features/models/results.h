// Model results: another run beside the one on screen, and what both make of the text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/analysis/models/two_models.h"
#include "core/trace/trace_diff.h"
#include "core/training/run/record.h"

namespace attnlab {

/// The run beside the one on screen.
struct OtherRun {
  std::string title;    ///< "run 2 · post-norm", or the name of its folder
  ModelBeside beside;   ///< its newest weights
  Record record;        ///< its metrics; without states of the past
  bool learns = false;  ///< it is open, and learns now
};

/// The newest of each; null before the first.
struct ModelResults {
  std::shared_ptr<const OtherRun> other;  ///< null: none is chosen, it is being read, or it cannot be read
  std::shared_ptr<const TwoModels> compared;  ///< of `other`; the trace on screen may be newer
  std::shared_ptr<const TraceDiff> diff;  ///< from the other pass to that of `compared`; null without both
  std::string error;                      ///< why there is no other run, or no comparison; one line
  std::uint64_t version = 0;              ///< changes with `compared`
};

}  // namespace attnlab
