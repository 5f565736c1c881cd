// Experts: route, then all experts' work in a few operations (training) or expert by expert (a trace).
#include "core/layers/experts.h"

#include "core/layers/feed_forward_sites.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/experts/experts.h"
#include "core/ops/experts/routing.h"

namespace attnlab {

namespace {

bool is_gated(const FeedForward::Options& o) { return o.activation->gated != nullptr; }

/// Registers one kind of parameter for every expert, one after another.
template <typename Add>
void for_each_expert(const ParameterScope& scope, std::vector<FeedForward::Layers>& layers, const Add& add) {
  for (std::size_t e = 0; e < layers.size(); ++e)
    add(scope.within(expert_sites::kExperts, static_cast<Index>(e)), layers[e]);
}

void add_expand_weights(const ParameterScope& scope, const FeedForward::Options& o,
                        FeedForward::Layers& layers) {
  const Shape shape = {o.hidden, o.width};
  if (!is_gated(o)) {
    layers.expand.weight = scope.add(feed_forward_sites::kExpandWeight, shape, o.expand);
    return;
  }
  layers.gate.weight = scope.add(feed_forward_sites::kGateWeight, shape, o.expand);
  layers.up.weight = scope.add(feed_forward_sites::kUpWeight, shape, o.expand);
}

void add_expand_biases(const ParameterScope& scope, const FeedForward::Options& o,
                       FeedForward::Layers& layers) {
  if (!is_gated(o)) {
    layers.expand.bias = scope.add(feed_forward_sites::kExpandBias, {o.hidden}, Initializer::zeros());
    return;
  }
  layers.gate.bias = scope.add(feed_forward_sites::kGateBias, {o.hidden}, Initializer::zeros());
  layers.up.bias = scope.add(feed_forward_sites::kUpBias, {o.hidden}, Initializer::zeros());
}

}  // namespace

Experts::Experts(const ParameterScope& scope, const Options& options) : options_(options) {
  const FeedForward::Options& o = options_.network;
  const bool gated = is_gated(o);
  const Choice& choice = options_.choice;
  router_.weight = (scope / expert_sites::kRouter)
                       .add(expert_sites::kRouterWeight, {choice.count, o.width}, choice.router);
  std::vector<FeedForward::Layers> layers(choice.count);
  for_each_expert(scope, layers, [&](const ParameterScope& s, auto& l) { add_expand_weights(s, o, l); });
  if (o.bias)
    for_each_expert(scope, layers, [&](const ParameterScope& s, auto& l) { add_expand_biases(s, o, l); });
  for_each_expert(scope, layers, [&](const ParameterScope& s, auto& l) {
    l.contract.weight = s.add(feed_forward_sites::kContractWeight, {o.width, o.hidden}, o.contract);
  });
  if (o.bias) {
    for_each_expert(scope, layers, [&](const ParameterScope& s, auto& l) {
      l.contract.bias = s.add(feed_forward_sites::kContractBias, {o.width}, Initializer::zeros());
    });
  }
  const FeedForward::Layers &front = layers.front(), &back = layers.back();
  expand_weight_ =
      gated ? Range{front.gate.weight, back.up.weight} : Range{front.expand.weight, back.expand.weight};
  expand_bias_ = gated ? Range{front.gate.bias, back.up.bias} : Range{front.expand.bias, back.expand.bias};
  contract_weight_ = {front.contract.weight, back.contract.weight};
  contract_bias_ = {front.contract.bias, back.contract.bias};
  for (const FeedForward::Layers& l : layers) networks_.emplace_back(*o.activation, l);
}

Variable Experts::joined(Tape& tape, const Range& range) const {
  return range.first < 0 ? Variable() : tape.joined_parameters(range.first, range.last);
}

Experts::Routing Experts::route(Tape& tape, Variable x, std::span<const Index> lengths) const {
  const Scope scope(tape, expert_sites::kRouter);
  const Variable logits = tape.name(router_(tape, x), expert_sites::kLogits);
  const Variable probabilities = tape.name(softmax(tape, logits), expert_sites::kProbabilities);
  const Variable selected =
      tape.name(top_experts(tape, probabilities, options_.choice.per_token), expert_sites::kSelected);
  const Variable gates = tape.name(expert_gates(tape, probabilities, selected), expert_sites::kGates);
  if (options_.choice.balanced || tape.recording()) add_balance(tape, probabilities, selected, lengths);
  return {selected, gates};
}

void Experts::add_balance(Tape& tape, Variable probabilities, Variable selected,
                          std::span<const Index> lengths) const {
  const Variable load =
      tape.name(expert_load(tape, selected, options_.choice.count, lengths), expert_sites::kLoad);
  const Variable importance =
      tape.name(expert_importance(tape, probabilities, lengths), expert_sites::kImportance);
  tape.add_penalty(tape.name(expert_balance(tape, load, importance), expert_sites::kBalance));
}

Variable Experts::sparse(Tape& tape, Variable x, const Routing& routing) const {
  const ExpertPlan plan = plan_experts(tape, routing.selected, options_.choice.count);
  const Variable sent = dispatch(tape, x, plan);
  const Variable hidden =
      expert_linear(tape, sent, joined(tape, expand_weight_), joined(tape, expand_bias_), plan);
  const ActivationKind& activation = *options_.network.activation;
  const Variable activated =
      is_gated(options_.network) ? activation.gated(tape, hidden) : activation.apply(tape, hidden);
  const Variable answers =
      expert_linear(tape, activated, joined(tape, contract_weight_), joined(tape, contract_bias_), plan);
  return combine(tape, answers, routing.gates, plan);
}

Variable Experts::dense(Tape& tape, Variable x, const Routing& routing) const {
  std::vector<Variable> answers;
  for (std::size_t e = 0; e < networks_.size(); ++e) {
    const Scope scope(tape, expert_sites::kExperts, static_cast<Index>(e));
    answers.push_back(networks_[e](tape, x));
  }
  return tape.name(mix_experts(tape, routing.gates, answers), feed_forward_sites::kOutput);
}

Variable Experts::operator()(Tape& tape, Variable x, std::span<const Index> lengths) const {
  const Routing routing = route(tape, x, lengths);
  return tape.recording() ? dense(tape, x, routing) : sparse(tape, x, routing);
}

}  // namespace attnlab
