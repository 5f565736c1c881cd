// GptPlan: a decoder-only model as kernels see it: where each parameter lies, and what happens between them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/gpu/training/row_kernels.h"
#include "core/models/model.h"
#include "core/training/training_config.h"

namespace attnlab::gpu {

/// A linear layer's weights [out,in] and biases [out], as places in the flat buffer; layers whose parameters
/// lie side by side are one.
struct LinearOf {
  Index weight = -1, bias = -1;  ///< bias −1: none
  Index in = 0, out = 0;
};

/// One block. No feed-forward network: expand.weight is −1.
struct BlockOf {
  NormOf attention_norm, feed_forward_norm;
  LinearOf projection;  ///< queries, keys and values
  LinearOf output;
  LinearOf expand;  ///< with a gate: gate and up
  LinearOf contract;
  bool has_feed_forward() const { return expand.weight >= 0; }
};

/// All that a step depends on beside weights and batch.
struct GptPlan {
  /// Throws std::invalid_argument with why_not().
  explicit GptPlan(const Model& model);

  ModelConfig config;
  Index parameters = 0;  ///< cells of the flat buffer
  EmbeddingOf embedding;
  std::vector<float> waves;   ///< codes of positions that are no parameters [T,C]
  std::vector<float> angles;  ///< of rotary positions [T,D]
  std::vector<float> slopes;  ///< of ALiBi [H]
  NormOf input_norm, final_norm;
  bool before = false, after = false;  ///< where norms stand: see NormPlacement
  ActivationOf activation;
  std::vector<BlockOf> blocks;
  LinearOf output;
  bool tied = false;       ///< the output matrix is the embedding
  float output_scale = 1;  ///< of logits
  /// Ends of ranges of cells, of which every second one decays, the first not.
  std::vector<std::int32_t> decay_ends;

  Index width() const { return config.width; }                                  ///< C
  Index heads_width() const { return config.heads * config.head_size(); }       ///< H·D
  Index keys_width() const { return config.key_heads() * config.head_size(); }  ///< Hk·D
  Index hidden() const { return config.feed_forward; }                          ///< F
  Index vocabulary() const { return config.target_vocabulary; }                 ///< V
};

/// Which option kernels do not know, with its value: "model.experts is 4"; "" where they can train the model.
std::string why_not(const ModelConfig& config);
/// The same of a model's options and those of its training.
std::string why_not(const Model& model, const TrainingConfig& training);

/// The activation of this name; without a define where shaders do not know it.
ActivationOf activation_of(std::string_view name);

}  // namespace attnlab::gpu
