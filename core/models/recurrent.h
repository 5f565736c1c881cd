// Recurrent: a recurrent network as language model, labeller or classifier.
#pragma once

#include <optional>

#include "core/layers/linear_layer.h"
#include "core/layers/recurrent_stack.h"
#include "core/models/model.h"
#include "core/models/pooling_kind.h"

namespace attnlab {

/// Embedding, L recurrent layers, output projection. Its output is tokens (the next one at each position),
/// labels (one at each position of the source) or one class, from the mean over the real positions or from
/// the states after the last one read. Positions need no encoding: the order of reading is the order of
/// steps.
class Recurrent final : public Model {
 public:
  explicit Recurrent(const ModelConfig& config);
  /// Steps go one position at a time, and each is faster for many rows: a shard is one pass.
  Index positions_a_row(const Batch&) const override { return 1; }
  /// [B,T,V], or [B,1,V] for a class.
  Variable logits(Tape& tape, const Batch& batch) const override;

 private:
  Variable pool(Tape& tape, const RecurrentStack::Output& states, std::span<const Index> lengths) const;

  const PoolingKind& pooling_;
  ParameterId embedding_;
  std::optional<RecurrentStack> stack_;
  LinearLayer output_;
};

/// Options of a stack of config's cells that reads `inputs` columns.
RecurrentStack::Options recurrent_options(const ModelConfig& config, Index inputs, bool bidirectional);

}  // namespace attnlab
