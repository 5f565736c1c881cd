// Block: the order of sublayer, residual sum and norm.
#include "core/layers/block.h"

#include "core/ops/basic/add.h"
#include "core/ops/basic/dropout.h"

namespace attnlab {

namespace {

std::variant<FeedForward, Experts> make_feed_forward(const ParameterScope& scope, const Block::Options& o) {
  if (o.experts.count == 0) return FeedForward(scope, o.feed_forward);
  return Experts(scope, {o.feed_forward, o.experts});
}

}  // namespace

Block::Block(const ParameterScope& scope, const Options& options)
    : options_(options),
      self_attention_(scope / "self_attention", options.attention),
      attention_norm_(NormLayer::make(scope / "attention_norm", options.norm)),
      cross_attention_(options.cross_attention
                           ? std::optional<AttentionLayer>(std::in_place, scope / "cross_attention",
                                                           options.attention.without_positions())
                           : std::nullopt),
      cross_norm_(options.cross_attention ? NormLayer::make(scope / "cross_attention_norm", options.norm)
                                          : NormLayer()),
      feed_forward_(make_feed_forward(scope / "feed_forward", options)),
      feed_forward_norm_(NormLayer::make(scope / "feed_forward_norm", options.norm)) {}

template <typename Sublayer>
Variable Block::residual(Tape& tape, Variable x, const NormLayer& norm, std::string_view name,
                         Sublayer sublayer) const {
  const std::string norm_name = tape.recording() ? std::string(name) + "_norm" : std::string();
  const std::string sum_name = tape.recording() ? std::string(name) + "_residual" : std::string();
  const Variable read = options_.pre_norm ? norm(tape, x, norm_name) : x;
  const Variable branch = dropout(tape, sublayer(read), options_.dropout);
  const Variable total = tape.name(add(tape, x, branch), sum_name);
  return options_.pre_norm ? total : norm(tape, total, norm_name);
}

Variable Block::feed_forward(Tape& tape, Variable x, std::span<const Index> lengths) const {
  const Scope scope(tape, "feed_forward");
  if (const auto* experts = std::get_if<Experts>(&feed_forward_)) return (*experts)(tape, x, lengths);
  return std::get<FeedForward>(feed_forward_)(tape, x);
}

Variable Block::operator()(Tape& tape, Variable x, const AttentionMask& self_mask, const Memory* memory,
                           std::span<const Index> lengths) const {
  x = residual(tape, x, attention_norm_, "attention",
               [&](Variable read) { return self_attention_(tape, read, read, self_mask, "self_attention"); });
  if (cross_attention_) {
    x = residual(tape, x, cross_norm_, "cross_attention", [&](Variable read) {
      return (*cross_attention_)(tape, read, memory->value, memory->mask, "cross_attention");
    });
  }
  const std::span<const Index> counted = lengths.empty() ? self_mask.key_lengths : lengths;
  return residual(tape, x, feed_forward_norm_, "feed_forward",
                  [&](Variable read) { return feed_forward(tape, read, counted); });
}

}  // namespace attnlab
