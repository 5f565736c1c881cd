// Divergence: the running mean beside the first loss.
#include "app/state/divergence.h"

#include <algorithm>

#include "app/base/format.h"

namespace attnlab {
namespace {

/// So many times as bad as the first guess no run is that will still learn.
constexpr double kFarAbove = 20;
/// A run that begins from trained weights has a small first loss.
constexpr double kLeastFirstLoss = 1;

}  // namespace

bool diverges(const TrainingView& training, const Record& record) {
  if (record.steps.empty()) return false;
  return training.mean_loss > kFarAbove * std::max(record.steps[0].loss, kLeastFirstLoss);
}

std::string divergence_text(const TrainingView& training, const Record& record) {
  return "The loss grows without bound: " + format_number(training.mean_loss, 3) +
         " over the last steps, from " + format_number(record.steps[0].loss, 3) +
         " at the first. A lower learning rate holds it, or a clipped gradient.";
}

}  // namespace attnlab
