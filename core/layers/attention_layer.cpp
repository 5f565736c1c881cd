// AttentionLayer: one fused operation in training, named steps in a trace.
#include "core/layers/attention_layer.h"

#include <algorithm>
#include <cmath>

#include "core/layers/attention_sites.h"
#include "core/ops/attention/attention_steps.h"
#include "core/ops/attention/cached_attention.h"
#include "core/ops/attention/heads.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/add.h"
#include "core/ops/basic/dropout.h"
#include "core/ops/basic/scale.h"

namespace attnlab {

namespace {

AttentionSpec spec_of(const AttentionLayer::Options& options) {
  AttentionSpec spec = options.spec;
  spec.divisor = options.scaled ? Real(std::sqrt(double(spec.head_size))) : Real(1);
  if (options.score_bias) spec.slopes = options.score_bias->slopes();
  return spec;
}

}  // namespace

AttentionLayer::Options AttentionLayer::Options::without_positions() const {
  Options options = *this;
  options.rotary = nullptr;
  options.score_bias = nullptr;
  return options;
}

AttentionLayer::AttentionLayer(const ParameterScope& scope, const Options& options) : options_(options) {
  options_.spec = spec_of(options);
  const Index own = options.spec.width(), keys = options.spec.key_width(), c = options.width;
  LinearLayer* const projections[] = {&query_, &key_, &value_};
  const Site* const weights[] = {&attention_sites::kQueryWeight, &attention_sites::kKeyWeight,
                                 &attention_sites::kValueWeight};
  const Site* const biases[] = {&attention_sites::kQueryBias, &attention_sites::kKeyBias,
                                &attention_sites::kValueBias};
  const Index rows[] = {own, keys, keys};
  for (int i = 0; i < 3; ++i)
    projections[i]->weight = scope.add(*weights[i], {rows[i], c}, options.projection);
  for (int i = 0; i < 3 && options.projection_bias; ++i)
    projections[i]->bias = scope.add(*biases[i], {rows[i]}, Initializer::zeros());
  output_ = LinearLayer::make(scope, {attention_sites::kOutputWeight, attention_sites::kOutputBias}, own, c,
                              options.bias, options.output);
}

Variable AttentionLayer::operator()(Tape& tape, Variable queries, Variable memory, const AttentionMask& mask,
                                    const Part& part) const {
  const Scope scope(tape, part);
  if (tape.cache()) return cached(tape, queries, memory, mask);
  return tape.recording() || unfused_bias() ? stepwise(tape, queries, memory, mask)
                                            : fused(tape, queries, memory, mask);
}

const ScoreBias* AttentionLayer::unfused_bias() const {
  const ScoreBias* const bias = options_.score_bias.get();
  return bias && bias->slopes().empty() ? bias : nullptr;
}

AttentionSpec AttentionLayer::spec_with(const AttentionMask& mask) const {
  AttentionSpec spec = options_.spec;
  spec.mask = mask;
  return spec;
}

Variable AttentionLayer::project(Tape& tape, Variable x, const LinearLayer& first,
                                 const LinearLayer& last) const {
  return linear(tape, x, tape.joined_parameters(first.weight, last.weight),
                options_.projection_bias ? tape.joined_parameters(first.bias, last.bias) : Variable());
}

Variable AttentionLayer::turned(Tape& tape, Variable x, Index columns, Index start) const {
  return options_.rotary ? rotate(tape, x, *options_.rotary, columns, start) : x;
}

Variable AttentionLayer::fused(Tape& tape, Variable queries, Variable memory,
                               const AttentionMask& mask) const {
  const AttentionSpec how = spec_with(mask);
  const Index c = how.width(), keys = how.key_width();
  if (queries.node() == memory.node()) {
    const Variable all = turned(tape, project(tape, queries, query_, value_), c + keys, mask.start);
    return output_(tape, attention(tape, {all, 0}, {all, c}, {all, c + keys}, how));
  }
  const Variable query = turned(tape, query_(tape, queries), c, mask.start);
  const Variable pair = turned(tape, project(tape, memory, key_, value_), keys, 0);
  return output_(tape, attention(tape, {query, 0}, {pair, 0}, {pair, keys}, how));
}

Variable AttentionLayer::cached(Tape& tape, Variable queries, Variable memory,
                                const AttentionMask& mask) const {
  AttentionSpec how = spec_with(mask);
  const Index width = how.key_width(), batch = queries.shape()[0];
  DecodingCache& cache = *tape.cache();
  const bool self = memory && queries.node() == memory.node();
  const Index before = cache.position();
  // Passes after the first have no memory of another text: what is cached of it stays.
  const Index positions = self ? before + queries.shape()[1] : memory ? memory.shape()[1] : 0;
  DecodingCache::Slot& key_slot = cache.growing_slot(batch, width, positions);
  DecodingCache::Slot& value_slot = cache.growing_slot(batch, width, positions);
  CachedKeys keys{key_slot.cells.data(), value_slot.cells.data(), key_slot.row_cells / width, key_slot.count};
  how.mask.start = self ? before : 0;
  if (self || before == 0) {
    const Variable pair = turned(tape, project(tape, memory, key_, value_), width, how.mask.start);
    keys = append_keys(keys, {pair, 0}, {pair, width}, how);
    key_slot.count = keys.count;
  }
  const Variable query = turned(tape, query_(tape, queries), how.width(), how.mask.start);
  const ScoreBias* const unfused = unfused_bias();
  const Variable bias =
      unfused ? unfused->values(tape, queries.shape()[1], keys.count, how.mask.start) : Variable();
  return output_(tape, cached_attention(tape, {query, 0}, keys, how, bias));
}

Variable AttentionLayer::heads_of(Tape& tape, Variable x, const LinearLayer& projection,
                                  const Site& site) const {
  const Variable all = projection(tape, x);
  return tape.name(split_heads(tape, all, all.shape().last() / options_.spec.head_size), site);
}

Variable AttentionLayer::scores(Tape& tape, Variable query, Variable key, Index start) const {
  Variable s = tape.name(attention_scores(tape, query, key), attention_sites::kScores);
  if (options_.scaled) s = tape.name(divide(tape, s, options_.spec.divisor, "√D"), attention_sites::kScaled);
  const ScoreBias* const added = options_.score_bias.get();
  if (!added) return s;
  const Variable bias = added->values(tape, query.shape()[2], key.shape()[2], start);
  return tape.name(add(tape, s, tape.name(bias, added->site())), attention_sites::kBiased);
}

Variable AttentionLayer::weights(Tape& tape, Variable scores, const AttentionMask& mask) const {
  const Shape& s = scores.shape();
  const Site& source = options_.score_bias ? attention_sites::kBiased
                       : options_.scaled   ? attention_sites::kScaled
                                           : attention_sites::kScores;
  const Variable hidden = tape.name(mask_values(tape, mask, s[0], s[2], s[3]), attention_sites::kMask);
  const Variable masked = tape.name(apply_mask(tape, scores, hidden, source.name), attention_sites::kMasked);
  return tape.name(attention_softmax(tape, masked), attention_sites::kWeights);
}

Variable AttentionLayer::stepwise(Tape& tape, Variable queries, Variable memory,
                                  const AttentionMask& mask) const {
  Variable query = heads_of(tape, queries, query_, attention_sites::kQuery);
  Variable key = heads_of(tape, memory, key_, attention_sites::kKey);
  const Variable value = heads_of(tape, memory, value_, attention_sites::kValue);
  if (options_.rotary) {
    const Index key_start = queries.node() == memory.node() ? mask.start : 0;
    const Index d = options_.spec.head_size;
    query = tape.name(turned(tape, query, d, mask.start), attention_sites::kRotatedQuery);
    key = tape.name(turned(tape, key, d, key_start), attention_sites::kRotatedKey);
  }
  const Variable all = weights(tape, scores(tape, query, key, mask.start), mask);
  const Variable used = dropout(tape, all, options_.spec.dropout);
  const Variable context = tape.name(attention_context(tape, used, value), attention_sites::kContext);
  const Variable concat = tape.name(merge_heads(tape, context), attention_sites::kConcat);
  return tape.name(output_(tape, concat), attention_sites::kOutput);
}

}  // namespace attnlab
