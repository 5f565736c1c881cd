// Divergence: the running mean beside the first loss.
#include "app/state/divergence.h"

#include <algorithm>

#include "app/base/format.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// A run with a loss so many times that of the first guess no longer learns.
constexpr double kFarAbove = 20;
/// A run that begins from trained weights has a small first loss.
constexpr double kLeastFirstLoss = 1;

}  // namespace

bool diverges(const TrainingView& training, const Record& record) {
  if (record.steps.empty()) return false;
  return training.mean_loss > kFarAbove * std::max(record.steps[0].loss, kLeastFirstLoss);
}

std::string divergence_text(const TrainingView& training, const Record& record) {
  return tr(
      "Training diverges: the mean loss of the last steps is {1}, and the loss of the first step was {2}. A "
      "lower learning rate or gradient clipping may help.",
      format_number(training.mean_loss, 3), format_number(record.steps[0].loss, 3));
}

}  // namespace attnlab
