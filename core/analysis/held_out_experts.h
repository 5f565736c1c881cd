// Held-out experts: which held-out tokens each expert takes, and the held-out loss without an expert.
#pragma once

#include <functional>
#include <span>

#include "core/analysis/experts.h"
#include "core/models/model.h"
#include "core/tasks/base/task.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// Held-out examples in batches that are small enough to be recorded, the same ones each time: as many
/// batches as hold `positions` positions, at least one.
std::vector<Batch> held_out_batches(const Model& model, const Task& task, Index positions);

/// One token of a vocabulary, or place of a patch, among the tokens that a layer routed.
struct RoutedToken {
  std::string text;          ///< "owl"; "<eos>"; "[CLS]"; of a picture's patch its row and column, "0,3"
  Index seen = 0;            ///< how often the layer read it
  std::vector<Index> taken;  ///< [E] how often it went through each expert
};

/// What one mixture of experts did with the held-out tokens. Padding counts nowhere.
struct HeldOutLayer {
  std::string feed_forward;  ///< "decoder.layers.0.feed_forward"
  Place place;
  ExpertCounts counts;
  std::vector<RoutedToken> tokens;  ///< all that were read, in the order of the vocabulary
};

struct HeldOutExperts {
  std::vector<HeldOutLayer> layers;  ///< in order of computation; none where the model has no experts
  Index examples = 0;
  Index targets = 0;  ///< that count in the loss
  double loss = 0;    ///< mean cross-entropy a target; NaN where none counts
};

/// One recorded pass a batch, with attention on `device`; null: on the processor.
HeldOutExperts held_out_experts(const Model& model, const Vocabularies& vocabularies,
                                std::span<const Real> weights, std::span<const Batch> batches,
                                AttentionDevice* device = nullptr);

/// As expert_effects(), of the mean loss over the batches. `goes_on` is asked before each batch; what is not
/// done when it says no is left out.
std::vector<ExpertEffect> held_out_effects(
    const Model& model, std::span<const Real> weights, std::span<const Batch> batches,
    AttentionDevice* device = nullptr, const std::function<bool()>& goes_on = [] { return true; });

/// By which tokens an expert is described.
enum class TokenOrder {
  Often,   ///< those that it took most often
  Mostly,  ///< those of which it took the largest part, among those that were read at least kOftenEnough
           ///< times
};
inline constexpr Index kOftenEnough = 4;

/// The tokens that the expert took, in this order; at most `most` of them. They point into `layer`.
std::vector<const RoutedToken*> tokens_taken(const HeldOutLayer& layer, Index expert, TokenOrder order,
                                             std::size_t most);

}  // namespace attnlab
