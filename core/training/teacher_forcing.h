// Teacher forcing as a ratio: a decoder that is trained on its own choices now and then.
#pragma once

#include <cstdint>
#include <optional>

#include "core/autograd/decoding_cache.h"
#include "core/models/model.h"
#include "core/training/training_config.h"

namespace attnlab {

/// Throws std::invalid_argument if config.teacher_forcing is under 1 and the model writes no target text.
void check_teacher_forcing(const TrainingConfig& config, const ModelConfig& model);

/// Scheduled sampling (Bengio et al. 2015) with a fixed probability. After each step of the decoder a draw
/// for each row says whether the next token that it reads is the right one or the one that it finds most
/// probable itself, having read what it was given so far. The choice has no gradient, so it may be made in a
/// pass of its own before the one that is trained on. Not thread-safe.
class OwnChoices {
 public:
  /// Replaces tokens of batch.input but the first of each row; `weights` are laid out as model.parameters(),
  /// `key` gives the draws. Attention is computed on `device`; null: on the
  /// processor. Allocates nothing once batches have been as large before.
  void mix(const Model& model, const Real* weights, double teacher_forcing, std::uint64_t key, Batch& batch,
           AttentionDevice* device = nullptr);

 private:
  void take_column(const Batch& batch, Index t);

  Tape tape_{Mode::Infer};
  std::optional<DecodingCache> cache_;
  Batch step_;
};

}  // namespace attnlab
