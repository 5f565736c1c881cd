// PictureInput: a picture made ready for Transformer blocks, as a sequence of patches.
#pragma once

#include <optional>

#include "core/data/batch.h"
#include "core/layers/linear_layer.h"
#include "core/layers/sequence_input.h"
#include "core/models/model_config.h"

namespace attnlab {

/// The pictures of `batch` as a constant [B,channels,height,width], named `pixels` in the scope of the
/// caller. Throws std::invalid_argument if they are not of the size that a model of `config` reads.
Variable picture_pixels(Tape& tape, const ModelConfig& config, const Batch& batch);

/// Patches, each flattened and projected to width C (Dosovitskiy et al. 2021), then what SequenceInput does.
/// Traced as pixels, patches and projection as part "picture".
class PictureInput {
 public:
  PictureInput(const ParameterScope& scope, const ModelConfig& config);

  /// The pictures of `batch` → [B,P,C], one row more in front where the model has a class vector. Throws as
  /// picture_pixels().
  Variable operator()(Tape& tape, const ModelConfig& config, const Batch& batch) const;

 private:
  LinearLayer projection_;
  std::optional<SequenceInput> sequence_;
};

}  // namespace attnlab
