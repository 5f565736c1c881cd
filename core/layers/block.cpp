// Block: the order of sublayer, residual sum and norm.
#include "core/layers/block.h"

#include "core/ops/add.h"
#include "core/ops/dropout.h"

namespace attnlab {

Block::Block(const ParameterScope& scope, const Options& options)
    : options_(options),
      self_attention_(scope / "self_attention", options.attention),
      attention_norm_(NormLayer::make(scope / "attention_norm", options.norm)),
      cross_attention_(
          options.cross_attention
              ? std::optional<AttentionLayer>(std::in_place, scope / "cross_attention", options.attention)
              : std::nullopt),
      cross_norm_(options.cross_attention ? NormLayer::make(scope / "cross_attention_norm", options.norm)
                                          : NormLayer()),
      feed_forward_(scope / "feed_forward", options.feed_forward),
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

Variable Block::operator()(Tape& tape, Variable x, const AttentionMask& self_mask,
                           const Memory* memory) const {
  x = residual(tape, x, attention_norm_, "attention",
               [&](Variable read) { return self_attention_(tape, read, read, self_mask, "self_attention"); });
  if (cross_attention_) {
    x = residual(tape, x, cross_norm_, "cross_attention", [&](Variable read) {
      return (*cross_attention_)(tape, read, memory->value, memory->mask, "cross_attention");
    });
  }
  return residual(tape, x, feed_forward_norm_, "feed_forward",
                  [&](Variable read) { return feed_forward_(tape, read); });
}

}  // namespace attnlab
