// Probe: statistics inside a model while it reads a few held-out examples, always the same ones.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/models/model.h"
#include "core/models/real_positions.h"
#include "core/tasks/base/task.h"

namespace attnlab {

inline constexpr std::string_view kEntropy = "entropy_bits.";
inline constexpr std::string_view kExpertShare = "expert_share.";

/// The first held-out examples: at most 16, and no more than 512 positions in all except for a single example
/// that is longer; of a text that is to be continued, no more than its first 512 tokens. Padding counts
/// nowhere. Names of what is measured, where the model has it:
///   activation.BLOCK.mean       mean of all cells of the block's output
///   activation.BLOCK.deviation  their standard deviation
///   activation.BLOCK.dead       ReLU: share of the feed-forward units that are 0 at every position; of an
///                               expert, at every one that is sent to it
///   entropy_bits.ATTENTION#HEAD  mean entropy of the weights of a query that sees any key
///   expert_share.FEED_FORWARD#EXPERT  share of the tokens' choices that fell on the expert; see ExpertCounts
class Probe {
 public:
  /// For models with the layout of `model`. `weights` are laid out as its parameters.
  Probe(const Model& model, const Task& task, std::span<const Real> weights);

  const std::vector<std::string>& names() const { return names_; }
  const Batch& batch() const { return batch_; }
  /// Bytes of the pass's memory.
  std::size_t bytes() const { return tape_.arena().capacity(); }
  /// Appends one value a name. NaN where no position is left to measure. Attention is computed on `device`;
  /// null: on the processor.
  void measure(const Model& model, std::span<const Real> weights, std::vector<float>& values,
               AttentionDevice* device = nullptr);

 private:
  /// Indices into Recording::names() of every pass.
  struct Hidden {
    std::size_t activated;
    std::size_t gates;  ///< of experts; else the same as `activated`
    Index expert = -1;
  };
  struct Block {
    std::string name;
    std::size_t output = 0;
    std::vector<Hidden> hidden{};
  };

  struct Router {
    std::size_t probabilities, selected;
  };

  void find(const ModelConfig& config);
  void name_values();
  void rest();
  void run(const Model& model, std::span<const Real> weights, AttentionDevice* device);
  Index real_positions(const Named& tensor, Index row, Index positions) const;
  void add_block(const Block& block, std::vector<float>& values) const;
  double dead_share(const Block& block) const;
  void add_entropies(const Named& weights, std::vector<float>& values) const;
  void add_shares(const Router& router, std::vector<float>& values) const;

  Batch batch_;
  Tape tape_{Mode::Record};
  RealPositions real_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> attentions_;
  std::vector<Router> routers_;
  std::vector<std::string> names_;
};

}  // namespace attnlab
