// Unit layer: networks found by the sites of their tensors.
#include "core/analysis/neurons/unit_layer.h"

#include "core/layers/feed_forward_sites.h"

namespace attnlab {

namespace {

UnitLayer unit_layer_at(const Trace& trace, const Place& place) {
  namespace sites = feed_forward_sites;
  const auto find = [&](const Site& site) { return trace.find(place, site); };
  UnitLayer layer{.place = place,
                  .activations = unit_activations(trace, place),
                  .output = find(sites::kOutput),
                  .expert = place.number_of(expert_sites::kExperts)};
  const bool gated = find(sites::kGateWeight) != nullptr;
  layer.in = find(gated ? sites::kUpWeight : sites::kExpandWeight);
  layer.in_bias = find(gated ? sites::kUpBias : sites::kExpandBias);
  layer.gate = find(sites::kGateWeight);
  layer.gate_bias = find(sites::kGateBias);
  layer.out = find(sites::kContractWeight);
  layer.out_bias = find(sites::kContractBias);
  if (layer.expert >= 0)
    layer.shares = trace.find(place.outer().inside(expert_sites::kRouter), expert_sites::kGates);
  return layer;
}

}  // namespace

std::vector<double> UnitLayer::weights_out(Index unit) const {
  std::vector<double> weights;
  for (Index c = 0; c < out->shape[0]; ++c) weights.push_back(cell(*out, c, unit));
  return weights;
}

std::vector<double> UnitLayer::weights_in(const TraceTensor& matrix, Index unit) {
  std::vector<double> weights;
  for (Index c = 0; c < matrix.shape.last(); ++c) weights.push_back(cell(matrix, unit, c));
  return weights;
}

const TraceTensor* unit_activations(const Trace& trace, const Place& place) {
  const TraceTensor* const gated = trace.find(place, feed_forward_sites::kGated);
  return gated ? gated : trace.find(place, feed_forward_sites::kActivated);
}

std::vector<UnitLayer> unit_layers(const Trace& trace) {
  std::vector<UnitLayer> layers;
  for (const TraceTensor& tensor : trace.tensors())
    if (tensor.is(feed_forward_sites::kActivated)) layers.push_back(unit_layer_at(trace, tensor.place));
  return layers;
}

}  // namespace attnlab
