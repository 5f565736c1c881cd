// Residual stream: found by its sites, measured in double.
#include "core/analysis/residual/stream.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/analysis/norms.h"
#include "core/language/messages.h"
#include "core/layers/attention_sites.h"
#include "core/layers/block_sites.h"
#include "core/layers/feed_forward_sites.h"
#include "core/layers/norm_placement.h"
#include "core/models/architecture_kind.h"
#include "core/models/model_sites.h"

namespace attnlab {

namespace {

/// Where the tokens or patches that a stack reads become vectors.
std::array<const Part*, 2> input_parts(const ModelConfig& config) {
  if (architecture_of(config).target_stack) return {&model_sites::kTarget, nullptr};
  return {&model_sites::kSource, &model_sites::kPicture};
}

/// The input of the stack: with positions, with a class vector, or as vectors alone.
const TraceTensor* stream_input(const Trace& trace) {
  for (const Part* const part : input_parts(trace.config()))
    for (const Site* const site :
         {&input_sites::kInput, &input_sites::kWithClass, &input_sites::kWithSegments,
          &input_sites::kEmbedding, &model_sites::kProjection})
      if (const TraceTensor* const found = part ? trace.find(Place().inside(*part), *site) : nullptr)
        return found;
  return nullptr;
}

const block_sites::Sublayer* sublayer_of(const TraceTensor& sum) {
  for (const block_sites::Sublayer& sublayer : block_sites::kSublayers)
    if (sum.place.part() == &sublayer.residual) return &sublayer;
  return nullptr;
}

const TraceTensor* output_of(const Trace& trace, const Place& block, const block_sites::Sublayer& sublayer) {
  const bool attention = sublayer.network.kind == PartKind::Attention;
  return trace.find(block.inside(sublayer.network),
                    attention ? attention_sites::kOutput : feed_forward_sites::kOutput);
}

const TraceTensor* norm_after(const std::vector<NormTensors>& norms, const Place& place) {
  for (const NormTensors& norm : norms)
    if (norm.place == place) return norm.output;
  return nullptr;
}

double stream_dot(const Real* a, const Real* b, Index width) {
  double sum = 0;
  for (Index i = 0; i < width; ++i) sum += double(a[i]) * double(b[i]);
  return sum;
}

const Real* row_at(const StreamState& state, Index position) {
  return state.addition->value.data() + position * state.addition->shape.last();
}

double cosine_of(const Real* a, const Real* b, Index width) {
  const double size = std::sqrt(stream_dot(a, a, width)) * std::sqrt(stream_dot(b, b, width));
  if (!(size > 0)) return std::numeric_limits<double>::quiet_NaN();
  return std::clamp(stream_dot(a, b, width) / size, -1.0, 1.0);
}

}  // namespace

std::vector<StreamState> residual_states(const Trace& trace) {
  const ModelConfig& config = trace.config();
  if (!is_transformer(config)) return {};
  const Part& stack = architecture_of(config).last_stack();
  const TraceTensor* const input = stream_input(trace);
  if (!input) return {};
  const bool normed = norm_placement(config.norm).after();
  const std::vector<NormTensors> norms =
      normed || config.input_norm ? norms_of(trace) : std::vector<NormTensors>{};
  const TraceTensor* const normed_input = norm_after(norms, input->place.inside(input_sites::kInputNorm));
  std::vector<StreamState> states{{input, normed_input ? normed_input : input, input}};
  for (const TraceTensor& sum : trace.tensors()) {
    const block_sites::Sublayer* const sublayer =
        sum.is(block_sites::kResidual) && sum.place.within(stack) ? sublayer_of(sum) : nullptr;
    if (!sublayer) continue;
    const Place block = sum.place.outer();
    const TraceTensor* const after = normed ? norm_after(norms, block.inside(sublayer->norm)) : &sum;
    states.push_back({&sum, after, output_of(trace, block, *sublayer)});
  }
  return states;
}

const Place& part_before(const StreamState& state) { return state.addition->place; }

std::string state_title(const Place& part_before) {
  if (part_before.kind() == PartKind::Input) return std::string(tr("embedding"));
  return std::to_string(layer_number(part_before)) + " " + std::string(tr(part_before.part()->title));
}

std::vector<double> row_sizes(const TraceTensor& tensor) {
  const Index width = tensor.shape.last();
  std::vector<double> sizes;
  for (Index t = 0; t < tensor.shape.rows(); ++t) {
    const Real* const row = tensor.value.data() + t * width;
    sizes.push_back(std::sqrt(stream_dot(row, row, width)));
  }
  return sizes;
}

std::vector<double> addition_cosines(const std::vector<StreamState>& states, Index position) {
  std::vector<double> cosines;
  for (const StreamState& a : states) {
    if (position < 0 || position >= a.positions())
      throw std::out_of_range(tr("position {1} is not among the {2} positions of the stream",
                                 std::to_string(position), std::to_string(a.positions())));
    for (const StreamState& b : states)
      cosines.push_back(cosine_of(row_at(a, position), row_at(b, position), a.addition->shape.last()));
  }
  return cosines;
}

}  // namespace attnlab
