// Divergence: a loss that grows without bound, though it is finite.
#pragma once

#include <string>

#include "app/state/view_model.h"

namespace attnlab {

/// Whether the running mean of the batches' losses is far above the first batch's, which an untrained model
/// guesses.
bool diverges(const TrainingView& training, const Record& record);

/// One line: how far the loss has grown, and what may help.
std::string divergence_text(const TrainingView& training, const Record& record);

}  // namespace attnlab
