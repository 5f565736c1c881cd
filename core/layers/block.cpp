// Block: the order of sublayer, residual sum and norm.
#include "core/layers/block.h"

#include "core/ops/basic/add.h"
#include "core/ops/basic/dropout.h"

namespace attnlab {

namespace {

std::variant<std::monostate, FeedForward, Experts> make_feed_forward(const ParameterScope& scope,
                                                                     const Block::Options& o) {
  if (o.feed_forward.hidden == 0) return {};
  if (o.experts.count == 0) return FeedForward(scope, o.feed_forward);
  return Experts(scope, {o.feed_forward, o.experts});
}

}  // namespace

Block::Block(const ParameterScope& scope, const Options& options)
    : options_(options),
      self_attention_(scope / block_sites::kSelfAttention, options.attention),
      attention_norm_(NormLayer::make(scope / block_sites::kAttentionNorm, options.norm)),
      cross_attention_(options.cross_attention ? std::optional<AttentionLayer>(
                                                     std::in_place, scope / block_sites::kCrossAttention,
                                                     options.attention.without_positions())
                                               : std::nullopt),
      cross_norm_(options.cross_attention
                      ? NormLayer::make(scope / block_sites::kCrossAttentionNorm, options.norm)
                      : NormLayer()),
      feed_forward_(make_feed_forward(scope / block_sites::kFeedForward, options)),
      feed_forward_norm_(options.feed_forward.hidden > 0
                             ? NormLayer::make(scope / block_sites::kFeedForwardNorm, options.norm)
                             : NormLayer()) {}

template <typename Sublayer>
Variable Block::residual(Tape& tape, Variable x, Variable source, const NormLayer& norm,
                         const block_sites::Sublayer& parts, Sublayer sublayer) const {
  const Variable read = options_.placement->before() ? norm(tape, source, parts.norm) : source;
  const Variable branch = dropout(tape, sublayer(read), options_.dropout);
  Variable total = add(tape, x, branch);
  {
    const Scope scope(tape, parts.residual);
    total = tape.name(total, block_sites::kResidual);
  }
  return options_.placement->after() ? norm(tape, total, parts.norm) : total;
}

Variable Block::feed_forward(Tape& tape, Variable x, std::span<const Index> lengths) const {
  const Scope scope(tape, block_sites::kFeedForward);
  if (const auto* experts = std::get_if<Experts>(&feed_forward_)) return (*experts)(tape, x, lengths);
  return std::get<FeedForward>(feed_forward_)(tape, x);
}

Variable Block::operator()(Tape& tape, Variable x, const AttentionMask& self_mask, const Memory* memory,
                           std::span<const Index> lengths) const {
  const Variable entered = x;
  x = residual(tape, x, x, attention_norm_, block_sites::kAroundSelfAttention, [&](Variable read) {
    return self_attention_(tape, read, read, self_mask, block_sites::kSelfAttention);
  });
  if (cross_attention_) {
    x = residual(tape, x, x, cross_norm_, block_sites::kAroundCrossAttention, [&](Variable read) {
      return (*cross_attention_)(tape, read, memory->value, memory->mask, block_sites::kCrossAttention);
    });
  }
  if (std::holds_alternative<std::monostate>(feed_forward_)) return x;
  const std::span<const Index> counted = lengths.empty() ? self_mask.key_lengths : lengths;
  return residual(tape, x, options_.parallel ? entered : x, feed_forward_norm_,
                  block_sites::kAroundFeedForward,
                  [&](Variable read) { return feed_forward(tape, read, counted); });
}

}  // namespace attnlab
