// Vision: a Transformer that reads pictures as sequences of patches.
#pragma once

#include <optional>

#include "core/models/model.h"
#include "core/models/picture_input.h"
#include "core/models/pooling_kind.h"
#include "core/models/transformer_parts.h"

namespace attnlab {

/// Vision Transformer (Dosovitskiy et al. 2021): patches, each flattened and projected to width C; positions;
/// blocks without a mask; one class from the mean over the patches or from a class vector before them.
class Vision final : public Model {
 public:
  explicit Vision(const ModelConfig& config);
  Index positions_a_row(const Batch& batch) const override;
  /// [B,1,V]. Throws std::invalid_argument if the batch's pictures are not of the model's size.
  Variable logits(Tape& tape, const Batch& batch) const override;

 private:
  const PoolingKind& pooling_;
  std::optional<PictureInput> picture_;
  std::vector<Block> blocks_;
  std::optional<NormLayer> norm_;
  LinearLayer output_;
};

}  // namespace attnlab
