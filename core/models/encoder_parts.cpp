// Shared parts of the encoders.
#include "core/models/encoder_parts.h"

#include <algorithm>

#include "core/layers/norm_sites.h"
#include "core/models/model_sites.h"
#include "core/models/pooling_kind.h"

namespace attnlab {

Variable encode(Tape& tape, const std::vector<Block>& blocks, const std::optional<NormLayer>& norm,
                Variable x, const AttentionMask& mask) {
  const Scope scope(tape, model_sites::kEncoder);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Scope layer(tape, kLayers, static_cast<Index>(i));
    x = blocks[i](tape, x, mask, nullptr);
  }
  return norm ? (*norm)(tape, x, norm_sites::kFinalNorm) : x;
}

std::span<const Index> lengths_with_class(Tape& tape, const ModelConfig& config,
                                          std::span<const Index> lengths) {
  if (!has_class_token(config)) return lengths;
  Index* const longer = tape.arena().array<Index>(static_cast<Index>(lengths.size()));
  std::ranges::transform(lengths, longer, [](Index length) { return length + 1; });
  return {longer, lengths.size()};
}

Variable pool(Tape& tape, const ModelConfig& config, Variable x, std::span<const Index> lengths) {
  const Scope scope(tape, model_sites::kPooling);
  const PooledStates pooled{.states = x, .lengths = lengths};
  return tape.name(pooling_kind(config.pooling).pool(tape, pooled), model_sites::kPooled);
}

}  // namespace attnlab
