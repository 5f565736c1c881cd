// Teacher forcing: the decoder run step by step with a cache.
#include "core/training/teacher_forcing.h"

#include <stdexcept>

#include "core/tensor/random.h"

namespace attnlab {

void check_teacher_forcing(const TrainingConfig& config, const ModelConfig& model) {
  if (config.teacher_forcing >= 1 || writes_answer(format_of(model))) return;
  double ratio = config.teacher_forcing;
  throw std::invalid_argument(
      field_error("training", "teacher_forcing", field_text({"", &ratio, ""}),
                  "1 for architecture " + model.architecture + ", which does not generate an output text"));
}

void OwnChoices::take_column(const Batch& batch, Index t) {
  for (Index b = 0; b < batch.size; ++b) step_.input[b] = batch.input[b * batch.input_length + t];
}

void OwnChoices::mix(const Model& model, const Real* weights, double teacher_forcing, std::uint64_t key,
                     Batch& batch, AttentionDevice* device) {
  if (!cache_) cache_.emplace(model.config().context);
  cache_->reset();
  step_.resize(batch.size, batch.source_length, 1);
  step_.source = batch.source;
  step_.source_lengths = batch.source_lengths;
  step_.resize_pictures(batch.channels, batch.height, batch.width);
  step_.pictures = batch.pictures;
  std::fill(step_.input_lengths.begin(), step_.input_lengths.end(), 1);
  RandomStream random(key);
  for (Index t = 0; t + 1 < batch.input_length; ++t) {
    take_column(batch, t);
    tape_.reset();
    tape_.bind(model.parameters(), weights, nullptr);
    tape_.use(&*cache_);
    tape_.use_device(device);
    cache_->begin_pass();
    const Variable logits = model.logits(tape_, step_);
    cache_->end_pass(1);
    const Index v = logits.shape().last();
    for (Index b = 0; b < batch.size; ++b) {
      if (random.uniform() < teacher_forcing) continue;
      const Real* row = logits.data() + b * v;
      batch.input[b * batch.input_length + t + 1] =
          static_cast<TokenId>(std::max_element(row, row + v) - row);
    }
  }
}

}  // namespace attnlab
