// Model: an architecture's parameters and its forward pass.
#pragma once

#include <memory>

#include "core/autograd/tape.h"
#include "core/data/batch.h"
#include "core/models/model_config.h"
#include "core/models/model_sites.h"
#include "core/models/snapshot.h"

namespace attnlab {

/// The sites of the predictions of a model of `config` and of their losses.
const model_sites::OutputSites& output_sites(const ModelConfig& config);

/// Immutable after construction: the weights are outside, so one model serves any snapshot on any
/// thread.
class Model {
 public:
  explicit Model(ModelConfig config) : config_(std::move(config)) {}
  virtual ~Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const ModelConfig& config() const { return config_; }
  const ParameterLayout& parameters() const { return layout_; }

  /// Positions of one row of `batch` in a pass; a shard is trained on in passes of about 192 positions, and
  /// at least one row.
  virtual Index positions_a_row(const Batch& batch) const {
    return batch.source_length + batch.target_length;
  }

  /// Logits [B,Tt,V] for each position of `batch.input`. The tape must be bound to parameters().
  virtual Variable logits(Tape& tape, const Batch& batch) const = 0;

  /// The loss that is measured and the loss that is minimized, both scalars, and their logits.
  struct Loss {
    Variable cross_entropy;
    Variable total;  ///< cross_entropy plus config().balance_weight times the experts' balance
    Variable logits;
  };
  /// Mean cross-entropy of `batch.target` over `counted` targets (those of the whole batch, of which this may
  /// be a part). Recorded in steps (output.* and loss.*) by a recording tape.
  virtual Loss losses(Tape& tape, const Batch& batch, double label_smoothing, Index counted) const;
  /// The loss that is minimized.
  Variable loss(Tape& tape, const Batch& batch, double label_smoothing, Index counted) const {
    return losses(tape, batch, label_smoothing, counted).total;
  }

 protected:
  /// `logits`, recorded as output.logits.
  Variable name_logits(Tape& tape, Variable logits) const;

  ParameterLayout layout_;

 private:
  ModelConfig config_;
};

/// Builds the model of a valid config; throws std::invalid_argument as validate() does.
std::unique_ptr<Model> make_model(const ModelConfig& config);

/// The weights with which a model begins: those of a Trainer with this seed before its first step.
SnapshotPtr first_snapshot(const Model& model, std::uint64_t seed);

}  // namespace attnlab
