// Circuit heads, layer by layer of each stack.
#include "core/analysis/circuits/heads.h"

#include "core/layers/block_sites.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

namespace {

bool has_cross_attention(const ModelConfig& config, const Part& stack) {
  const ArchitectureKind& kind = architecture_of(config);
  return kind.has_two_stacks() && kind.target_stack == &stack;
}

Index sublayers_a_layer(const ModelConfig& config, const Part& stack) {
  return 1 + (has_cross_attention(config, stack) ? 1 : 0) + (has_feed_forward(config) ? 1 : 0);
}

void add_heads(const ModelConfig& config, const Part& stack, std::vector<CircuitHead>& heads) {
  const Index group = config.heads / config.key_heads();
  for (Index i = 0; i < layers_in(config, stack); ++i) {
    const Place layer = Place().inside(stack).inside(kLayers, i);
    for (Index h = 0; h < config.heads; ++h)
      heads.push_back({layer.inside(block_sites::kSelfAttention), i, h, h / group});
    for (Index h = 0; has_cross_attention(config, stack) && h < config.heads; ++h)
      heads.push_back({layer.inside(block_sites::kCrossAttention), i, h, h / group});
  }
}

const Part& stack_of(const CircuitHead& head) { return *head.place.steps().front().part; }

}  // namespace

bool CircuitHead::is_cross() const { return place.part() == &block_sites::kCrossAttention; }

std::string CircuitHead::name() const { return place.name() + "#" + std::to_string(head); }

std::vector<CircuitHead> circuit_heads(const ModelConfig& config) {
  std::vector<CircuitHead> heads;
  if (!is_transformer(config)) return heads;
  const ArchitectureKind& kind = architecture_of(config);
  if (kind.source_stack) add_heads(config, *kind.source_stack, heads);
  if (kind.target_stack && kind.target_stack != kind.source_stack)
    add_heads(config, *kind.target_stack, heads);
  return heads;
}

StreamPoint written_by(const ModelConfig& config, const CircuitHead& head) {
  const Part& stack = stack_of(head);
  return {&stack, head.layer * sublayers_a_layer(config, stack) + (head.is_cross() ? 1 : 0)};
}

StreamPoint read_by(const ModelConfig& config, const CircuitHead& head, HeadInput input) {
  if (head.is_cross() && input != HeadInput::Query)
    return end_of(config, *architecture_of(config).source_stack);
  return written_by(config, head);
}

StreamPoint end_of(const ModelConfig& config, const Part& stack) {
  return {&stack, layers_in(config, stack) * sublayers_a_layer(config, stack)};
}

bool reaches(const StreamPoint& from, const StreamPoint& to) {
  return from.stack == to.stack && from.sublayer < to.sublayer;
}

}  // namespace attnlab
