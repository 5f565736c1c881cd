// The view Two models: its row, its options and what it finds.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/feature/feature.h"
#include "core/analysis/models/two_models.h"
#include "core/trace/trace_diff.h"
#include "core/training/run/record.h"

namespace attnlab {

/// Two models: the run on screen compared with another run, open or saved.
struct ModelsChoice {
  std::string part = "predictions";  ///< predictions, heads, tensors or curves
  Index run = 0;                     ///< the other run, one of the open runs; 0: none of them
  std::string folder{};              ///< of the other run, if it is a saved one; "": none
  std::string of = "weights";        ///< which tensors: weights (learned) or pass (computed)
  bool sorted = false;               ///< tensors in order of their difference, largest first
  std::string match = "best";        ///< which head is compared with the selected one: best, same or chosen
  Index other_head = 0;              ///< the chosen one, among all heads of the other model
  bool log_y = false;                ///< of curves: logarithmic losses

  bool has_other() const { return run > 0 || !folder.empty(); }
  friend bool operator==(const ModelsChoice&, const ModelsChoice&) = default;
};

/// The run that is compared with the one on screen.
struct OtherRun {
  std::string title;    ///< "run 2 · post-norm", or the name of its folder
  ModelBeside beside;   ///< its newest weights
  Record record;        ///< its metrics; without states of the past
  bool learns = false;  ///< it is open and trains now
};

/// The newest of each; null before the first.
struct ModelResults {
  std::shared_ptr<const OtherRun> other;      ///< null: none is chosen, or it is not read yet, or unreadable
  std::shared_ptr<const TwoModels> compared;  ///< of `other`; the trace on screen may be newer
  std::shared_ptr<const TraceDiff> diff;      ///< from the other forward pass to the one of `compared`
  std::string error;                          ///< why there is no other run, or no comparison; one line
  std::uint64_t version = 0;                  ///< changes with `compared`
};

}  // namespace attnlab

namespace attnlab::models {

extern const Feature kFeature;

}  // namespace attnlab::models
