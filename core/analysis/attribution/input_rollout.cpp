// Input rollout: shares of a prediction, walked back through the attentions.
#include "core/analysis/attribution/input_rollout.h"

#include <stdexcept>

#include "core/analysis/attribution/inputs.h"
#include "core/language/messages.h"
#include "core/layers/attention_sites.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

namespace {

/// Shares of the positions of both texts, at the depth that the walk has reached.
struct RolloutShares {
  std::vector<double> source, target;

  std::vector<double>& of(Text text) { return text == Text::Source ? source : target; }
};

/// What a layer's queries pass on to its keys: half of each share, weighted by the mean over heads
/// [1,H,Tq,Tk].
std::vector<double> handed_to_keys(std::vector<double>& queries, const TraceTensor& weights) {
  const Index heads = weights.shape[1], tq = weights.shape[2], tk = weights.shape[3];
  std::vector<double> keys(tk, 0.0);
  for (Index h = 0; h < heads; ++h)
    for (Index q = 0; q < tq; ++q) {
      const double share = 0.5 * queries[q] / double(heads);
      if (share == 0) continue;
      const auto row = weights.value.subspan((h * tq + q) * tk);
      for (std::size_t k = 0; k < keys.size(); ++k) keys[k] += share * double(row[k]);
    }
  for (double& share : queries) share *= 0.5;
  return keys;
}

void walk_back_through(const TraceTensor& weights, RolloutShares& shares) {
  const std::vector<double> handed = handed_to_keys(shares.of(weights.place.text()), weights);
  std::vector<double>& keys = shares.of(weights.place.key_text());
  keys.resize(handed.size(), 0.0);
  for (std::size_t k = 0; k < handed.size(); ++k) keys[k] += handed[k];
}

/// Positions of the stack that reads the text, the class vector among them; 0 if no attention has queries
/// there.
std::size_t positions_of(const Trace& trace, Text text) {
  for (const TraceTensor& tensor : trace.tensors())
    if (tensor.is(attention_sites::kWeights) && tensor.place.text() == text)
      return static_cast<std::size_t>(tensor.shape[2]);
  return 0;
}

RolloutShares shares_of_prediction(const Trace& trace, Index position) {
  RolloutShares shares{std::vector<double>(positions_of(trace, Text::Source), 0.0),
                       std::vector<double>(positions_of(trace, Text::Target), 0.0)};
  std::vector<double>& read = shares.target.empty() ? shares.source : shares.target;
  if (read.empty())
    throw std::invalid_argument(
        tr("this forward pass does not have self-attention, so it does not have an attention rollout"));
  const ModelConfig& config = trace.config();
  if (!gives_class(format_of(config))) {
    read.at(static_cast<std::size_t>(position)) = 1;
  } else if (has_class_token(config)) {
    read[0] = 1;
  } else {
    for (double& share : read) share = 1 / double(read.size());
  }
  return shares;
}

}  // namespace

bool has_rollout(const ModelConfig& config) { return architecture_of(config).has_blocks(); }

std::vector<double> input_rollout(const Trace& trace, Index position) {
  RolloutShares shares = shares_of_prediction(trace, position);
  const std::vector<TraceTensor>& tensors = trace.tensors();
  for (std::size_t i = tensors.size(); i-- > 0;)
    if (tensors[i].is(attention_sites::kWeights)) walk_back_through(tensors[i], shares);
  std::vector<double> of_inputs;
  for (const AttributedInput& input : attributed_inputs(trace)) {
    const std::vector<double>& all = shares.of(input.place.text());
    const auto first = all.begin() + as_offset(input.first);
    of_inputs.insert(of_inputs.end(), first, first + as_offset(input.rows()));
  }
  return of_inputs;
}

}  // namespace attnlab
