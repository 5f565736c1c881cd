// AttentionLayer: one fused operation in training, eleven named steps in a trace.
#include "core/layers/attention_layer.h"

#include <cmath>

#include "core/ops/attention.h"
#include "core/ops/attention_steps.h"
#include "core/ops/cached_attention.h"
#include "core/ops/dropout.h"
#include "core/ops/heads.h"
#include "core/ops/scale.h"
#include "core/ops/softmax.h"

namespace attnlab {

AttentionLayer::AttentionLayer(const ParameterScope& scope, const Options& options) : options_(options) {
  const Index c = options.width;
  LinearLayer* const projections[] = {&query_, &key_, &value_};
  const char* const names[] = {"query", "key", "value"};
  for (int i = 0; i < 3; ++i)
    projections[i]->weight = (scope / names[i]).add("weight", {c, c}, options.projection);
  for (int i = 0; i < 3 && options.bias; ++i) {
    projections[i]->bias = (scope / names[i]).add("bias", {c}, Initializer::zeros());
  }
  output_ = LinearLayer::make(scope / "output", c, c, options.bias, options.output);
}

Variable AttentionLayer::operator()(Tape& tape, Variable queries, Variable memory, const AttentionMask& mask,
                                    std::string_view name) const {
  const Scope scope(tape, name);
  if (tape.cache()) return cached(tape, queries, memory, mask);
  return tape.recording() ? stepwise(tape, queries, memory, mask) : fused(tape, queries, memory, mask);
}

Variable AttentionLayer::project(Tape& tape, Variable x, const LinearLayer& first,
                                 const LinearLayer& last) const {
  return linear(tape, x, tape.joined_parameters(first.weight, last.weight),
                options_.bias ? tape.joined_parameters(first.bias, last.bias) : Variable());
}

Variable AttentionLayer::fused(Tape& tape, Variable queries, Variable memory,
                               const AttentionMask& mask) const {
  const Index c = options_.width, d = c / options_.heads;
  const Real divisor = static_cast<Real>(std::sqrt(static_cast<double>(d)));
  const attnlab::AttentionOptions how{options_.heads, d, divisor, mask, options_.dropout};
  if (queries.node() == memory.node()) {
    const Variable all = project(tape, queries, query_, value_);
    return output_(tape, attention(tape, {all, 0}, {all, c}, {all, 2 * c}, how));
  }
  const Variable query = query_(tape, queries);
  const Variable pair = project(tape, memory, key_, value_);
  return output_(tape, attention(tape, {query, 0}, {pair, 0}, {pair, c}, how));
}

Variable AttentionLayer::cached(Tape& tape, Variable queries, Variable memory,
                                const AttentionMask& mask) const {
  const Index c = options_.width, d = c / options_.heads, batch = queries.shape()[0];
  const Real divisor = static_cast<Real>(std::sqrt(static_cast<double>(d)));
  DecodingCache& cache = *tape.cache();
  const bool self = memory && queries.node() == memory.node();
  const Index before = cache.position(), capacity = cache.capacity();
  DecodingCache::Slot& key_slot = cache.slot(batch, capacity * c);
  DecodingCache::Slot& value_slot = cache.slot(batch, capacity * c);
  CachedKeys keys{key_slot.cells.data(), value_slot.cells.data(), capacity, key_slot.count};
  if (self || before == 0) {
    const Variable pair = project(tape, memory, key_, value_);
    keys = append_keys(keys, {pair, 0}, {pair, c}, c, self ? before : 0);
    key_slot.count = keys.count;
  }
  AttentionOptions how{options_.heads, d, divisor, mask, 0};
  how.mask.start = self ? before : 0;
  return output_(tape, cached_attention(tape, {query_(tape, queries), 0}, keys, how));
}

Variable AttentionLayer::stepwise(Tape& tape, Variable queries, Variable memory,
                                  const AttentionMask& mask) const {
  const Index heads = options_.heads;
  const Real divisor = static_cast<Real>(std::sqrt(static_cast<double>(options_.width / heads)));
  const Variable query = tape.name(split_heads(tape, query_(tape, queries), heads), "query");
  const Variable key = tape.name(split_heads(tape, key_(tape, memory), heads), "key");
  const Variable value = tape.name(split_heads(tape, value_(tape, memory), heads), "value");
  const Variable scores = tape.name(attention_scores(tape, query, key), "scores");
  const Variable scaled = tape.name(divide(tape, scores, divisor, "√D"), "scaled");
  const Variable hidden =
      tape.name(mask_values(tape, mask, queries.shape()[0], queries.shape()[1], memory.shape()[1]), "mask");
  const Variable masked = tape.name(apply_mask(tape, scaled, hidden), "masked");
  const Variable weights = tape.name(softmax(tape, masked), "weights");
  const Variable used = dropout(tape, weights, options_.dropout);
  const Variable context = tape.name(attention_context(tape, used, value), "context");
  const Variable concat = tape.name(merge_heads(tape, context), "concat");
  return tape.name(output_(tape, concat), "output");
}

}  // namespace attnlab
