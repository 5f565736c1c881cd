// VisionRecurrent: one vector of a picture, and a recurrent network that writes a text from it.
#pragma once

#include <optional>

#include "core/layers/linear_layer.h"
#include "core/layers/recurrent_stack.h"
#include "core/models/model.h"

namespace attnlab {

/// One to many (Vinyals et al. 2015, with a linear layer in the place of their convolutions): all pixels in
/// one row → tanh(W·pixels + b), the picture's vector [B,1,C]. Of it a linear layer makes the first state of
/// each layer of the decoder, tanh after it for hidden states: decoder.layers.N.initial_hidden (and _cell).
/// These states are all that the decoder knows of the picture.
class VisionRecurrent final : public Model {
 public:
  explicit VisionRecurrent(const ModelConfig& config);
  /// Steps go one position at a time, and each is faster for many rows: a shard is one pass.
  Index positions_a_row(const Batch&) const override { return 1; }
  /// [B,T,V]. Throws std::invalid_argument if the batch's pictures are not of the model's size.
  Variable logits(Tape& tape, const Batch& batch) const override;

 private:
  void add_first_states(const ParameterScope& scope);
  Variable picture_vector(Tape& tape, const Batch& batch) const;
  std::span<const CellState> first_states(Tape& tape, const Batch& batch) const;

  ParameterId embedding_;
  LinearLayer vector_;
  std::vector<LinearLayer> first_hidden_, first_cell_;
  std::optional<RecurrentStack> decoder_;
  LinearLayer output_;
};

}  // namespace attnlab
