// Reads a model's layout: each parameter by its place and its site.
#include "core/gpu/training/gpt_plan.h"

#include <cmath>
#include <stdexcept>

#include "core/gpu/attention_call.h"
#include "core/layers/attention_sites.h"
#include "core/layers/block_sites.h"
#include "core/layers/feed_forward_sites.h"
#include "core/layers/norm_kind.h"
#include "core/layers/norm_placement.h"
#include "core/layers/norm_sites.h"
#include "core/layers/output_layer_sites.h"
#include "core/layers/position_scheme.h"
#include "core/models/architecture_kind.h"
#include "core/models/transformer_parts.h"
#include "core/ops/basic/activation.h"

namespace attnlab::gpu {

namespace {

const Parameter* find(const ParameterLayout& layout, const Place& place, const Site& site) {
  for (const Parameter& parameter : layout.all())
    if (parameter.site == &site && parameter.place == place) return &parameter;
  return nullptr;
}

Index place_or_none(const ParameterLayout& layout, const Place& place, const Site& site) {
  const Parameter* const found = find(layout, place, site);
  return found ? found->offset : -1;
}

/// The sites of linear layers that are computed as one.
using Sites = std::initializer_list<const Site*>;

/// The first place of parameters that lie side by side, −1 where there are none; counts their cells.
Index joined(const ParameterLayout& layout, const Place& place, Sites sites, Index* cells = nullptr) {
  Index first = -1, end = -1;
  for (const Site* site : sites) {
    const Parameter* const found = find(layout, place, *site);
    if (!found) return -1;
    if (first < 0) first = end = found->offset;
    if (found->offset != end)
      throw std::logic_error(found->name + " does not follow the parameter before it");
    end += found->shape.size();
  }
  if (cells) *cells = end - first;
  return first;
}

LinearOf linear_of(const ParameterLayout& layout, const Place& place, Sites weights, Sites biases, Index in) {
  LinearOf linear;
  Index cells = 0;
  linear.weight = joined(layout, place, weights, &cells);
  linear.bias = joined(layout, place, biases);
  linear.in = in;
  linear.out = cells / in;
  return linear;
}

NormOf norm_of(const ParameterLayout& layout, const Place& place, const ModelConfig& config) {
  const NormKind& kind = norm_kind(config.norm_kind);
  return {.gain = place_or_none(layout, place, kind.gamma),
          .shift = kind.beta ? place_or_none(layout, place, *kind.beta) : -1,
          .epsilon = float(config.norm_epsilon),
          .centres = kind.centres};
}

BlockOf block_of(const ParameterLayout& layout, const Place& place, const ModelConfig& c) {
  namespace attention = attention_sites;
  namespace feed_forward = feed_forward_sites;
  const Place self = place.inside(block_sites::kSelfAttention),
              network = place.inside(block_sites::kFeedForward);
  BlockOf block;
  block.attention_norm = norm_of(layout, place.inside(block_sites::kAttentionNorm), c);
  block.feed_forward_norm = norm_of(layout, place.inside(block_sites::kFeedForwardNorm), c);
  block.projection =
      linear_of(layout, self, {&attention::kQueryWeight, &attention::kKeyWeight, &attention::kValueWeight},
                {&attention::kQueryBias, &attention::kKeyBias, &attention::kValueBias}, c.width);
  block.output = linear_of(layout, self, {&attention::kOutputWeight}, {&attention::kOutputBias},
                           c.heads * c.head_size());
  if (c.feed_forward == 0) return block;
  block.expand =
      activation_kind(c.activation).gated
          ? linear_of(layout, network, {&feed_forward::kGateWeight, &feed_forward::kUpWeight},
                      {&feed_forward::kGateBias, &feed_forward::kUpBias}, c.width)
          : linear_of(layout, network, {&feed_forward::kExpandWeight}, {&feed_forward::kExpandBias}, c.width);
  block.contract = linear_of(layout, network, {&feed_forward::kContractWeight},
                             {&feed_forward::kContractBias}, c.feed_forward);
  return block;
}

/// What the positions add to scores.
std::shared_ptr<const ScoreBias> score_bias_of(const ModelConfig& c) {
  const auto make = position_scheme(c.positions).score_bias;
  if (!make) return nullptr;
  ParameterLayout unused;
  return make(ParameterScope(unused), {.heads = c.heads,
                                       .buckets = distance_buckets(c, architecture_of(c).target_stack),
                                       .initializer = embedding_initializer(c)});
}

std::vector<std::int32_t> decay_ends_of(const ParameterLayout& layout) {
  std::vector<std::int32_t> ends = {0};
  for (const Parameter& parameter : layout.all()) {
    if ((ends.size() % 2 == 0) != parameter.decays()) ends.push_back(narrow(parameter.offset));
    ends.back() = narrow(parameter.offset + parameter.shape.size());
  }
  return ends;
}

void read_positions(GptPlan& plan, const ParameterLayout& layout, const Place& target) {
  const ModelConfig& c = plan.config;
  const PositionScheme& scheme = position_scheme(c.positions);
  if (scheme.waves) {
    const Tensor table = sinusoid_table(c.context, c.width, sine_layout(c));
    plan.waves.assign(table.data.begin(), table.data.end());
    plan.embedding.codes = 0;
  } else if (scheme.input) {
    plan.embedding.codes = place_or_none(layout, target, input_sites::kPositionsWeight);
    plan.embedding.learned_codes = c.context;
  }
  if (scheme.rotations) {
    const RotaryTable table = scheme.rotations(longest_sequence(c), rotary_turns(c));
    plan.angles.assign(table.cells.data.begin(), table.cells.data.end());
  }
  if (const auto bias = score_bias_of(c)) plan.slopes.assign(bias->slopes().begin(), bias->slopes().end());
}

}  // namespace

GptPlan::GptPlan(const Model& model) : config(model.config()), parameters(model.parameters().size()) {
  if (const std::string why = why_not(config); !why.empty()) throw std::invalid_argument(why);
  const ParameterLayout& layout = model.parameters();
  const Place target = Place().inside(model_sites::kTarget), stack = Place().inside(model_sites::kDecoder),
              out = Place().inside(model_sites::kOutput);
  embedding.table = place_or_none(layout, target, input_sites::kEmbeddingWeight);
  embedding.vocabulary = vocabulary();
  embedding.factor = float(embedding_factor(config));
  read_positions(*this, layout, target);
  const NormPlacement& placement = norm_placement(config.norm);
  before = placement.before();
  after = placement.after();
  input_norm = norm_of(layout, target.inside(input_sites::kInputNorm), config);
  final_norm = norm_of(layout, stack.inside(norm_sites::kFinalNorm), config);
  activation = activation_of(config.activation);
  for (Index i = 0; i < config.layers; ++i)
    blocks.push_back(block_of(layout, stack.inside(kLayers, i), config));
  tied = config.tied_output;
  output = {tied ? embedding.table : place_or_none(layout, out, model_sites::kOutputWeight),
            place_or_none(layout, out, model_sites::kOutputBias), config.width, vocabulary()};
  if (config.scaled_output) output_scale = float(1 / std::sqrt(double(config.width)));
  decay_ends = decay_ends_of(layout);
}

}  // namespace attnlab::gpu
