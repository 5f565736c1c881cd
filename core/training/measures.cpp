// Measures: one row, part by part.
#include "core/training/measures.h"

namespace attnlab {

Measures::Measures(const Trainer&, Index validation_batches)
    : validation_batches_(validation_batches), names_{"validation.loss"} {}

std::vector<float> Measures::measure(Trainer& trainer, std::span<const Real>) {
  return {static_cast<float>(trainer.validation_loss(validation_batches_))};
}

}  // namespace attnlab
